package main

import (
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
)

// A newFile is a file that is being written. It gets its name when it is whole;
// until then, and if it never is, a file that had the name before stays as it was.
type newFile struct {
	*os.File
	name string // "" where the file has its name already
	said string // how the user called it
}

// createFile begins a file of that name.
func createFile(name string) (*newFile, error) {
	f := &newFile{name: name, said: name}
	mode := fs.FileMode(0o644)
	info, err := os.Stat(name)
	switch {
	case err != nil:
	case info.IsDir():
		return nil, f.failure(errors.New("it is a directory"))
	case info.Mode().IsRegular():
		// A link keeps its target, and the file its mode.
		mode = info.Mode().Perm()
		if f.name, err = filepath.EvalSymlinks(name); err != nil {
			return nil, f.failure(err)
		}
	default:
		// Have: -o /dev/stderr, which is not to be replaced.
		f.name = ""
		f.File, err = os.OpenFile(name, os.O_WRONLY, 0)
		return f, f.failure(err)
	}
	if f.File, err = os.CreateTemp(filepath.Dir(f.name), ".retrylint-*"); err != nil {
		return nil, f.failure(err)
	}
	if err := f.Chmod(mode); err != nil {
		f.discard()
		return nil, f.failure(err)
	}
	return f, nil
}

// failure says in one line what went wrong with the file; nil if nothing did.
func (f *newFile) failure(err error) error {
	if err == nil {
		return nil
	}
	if at := (*fs.PathError)(nil); errors.As(err, &at) {
		err = at.Err // without the name of the temporary file
	}
	if at := (*os.LinkError)(nil); errors.As(err, &at) {
		err = at.Err
	}
	return fmt.Errorf("cannot write %s: %w", f.said, err)
}

// commit gives the file its name.
func (f *newFile) commit() error {
	if f.name == "" {
		return f.failure(f.Close())
	}
	temp := f.Name()
	err := f.Close()
	if err == nil {
		err = os.Rename(temp, f.name)
	}
	if err != nil {
		os.Remove(temp) // the error before says more
	}
	return f.failure(err)
}

// discard leaves everything as it was.
func (f *newFile) discard() {
	f.Close()
	if f.name != "" {
		os.Remove(f.Name())
	}
}

// writeFile writes a file in whole or not at all.
func writeFile(name string, write func(io.Writer) error) error {
	f, err := createFile(name)
	if err != nil {
		return err
	}
	if err := write(f); err != nil {
		f.discard()
		return f.failure(err)
	}
	return f.commit()
}
