// Command dircache is a small GOCACHEPROG, for tests: it keeps what the go
// command computes as files in a directory, which machines may share.
//
//	GOCACHEPROG="dircache [-stats FILE] DIR" go build ./...
//
// At its end it writes to FILE how often it was asked, and what for.
package main

import (
	"bufio"
	"encoding/hex"
	"encoding/json"
	"errors"
	"flag"
	"fmt"
	"io"
	"log"
	"os"
	"path/filepath"
	"time"
)

// A request is what the go command asks. The body of a "put" follows as a JSON
// string in base64, unless it is empty.
type request struct {
	ID       int64
	Command  string
	ActionID []byte
	OutputID []byte
	BodySize int64
}

type response struct {
	ID            int64
	KnownCommands []string `json:",omitempty"`
	Err           string   `json:",omitempty"`
	Miss          bool     `json:",omitempty"`
	OutputID      []byte   `json:",omitempty"`
	Size          int64    `json:",omitempty"`
	Time          *time.Time
	DiskPath      string `json:",omitempty"`
}

// An entry is what is kept of an action; its output is in a file of its own.
type entry struct {
	OutputID []byte
	Size     int64
	Time     time.Time
}

type store struct {
	dir                string
	gets, misses, puts int
}

func main() {
	stats := flag.String("stats", "", "write the number of requests to `file`")
	flag.Parse()
	if flag.NArg() != 1 {
		log.Fatal("usage: dircache [-stats file] dir")
	}
	s := &store{dir: flag.Arg(0)}
	if err := s.serve(os.Stdin, os.Stdout); err != nil {
		log.Fatal(err)
	}
	if *stats == "" {
		return
	}
	text := fmt.Sprintf("%d gets, %d misses, %d puts\n", s.gets, s.misses, s.puts)
	if err := os.WriteFile(*stats, []byte(text), 0o666); err != nil {
		log.Fatal(err)
	}
}

// serve answers requests until the go command closes the cache, or goes.
func (s *store) serve(r io.Reader, w io.Writer) error {
	if err := os.MkdirAll(s.dir, 0o777); err != nil {
		return err
	}
	out := json.NewEncoder(w)
	if err := out.Encode(response{KnownCommands: []string{"get", "put", "close"}}); err != nil {
		return err
	}
	in := json.NewDecoder(bufio.NewReader(r))
	for {
		var req request
		if err := in.Decode(&req); errors.Is(err, io.EOF) {
			return nil
		} else if err != nil {
			return err
		}
		var body []byte
		if req.Command == "put" && req.BodySize > 0 {
			if err := in.Decode(&body); err != nil {
				return err
			}
		}
		resp, err := s.answer(&req, body)
		if err != nil {
			resp.Err = err.Error()
		}
		resp.ID = req.ID
		if err := out.Encode(resp); err != nil || req.Command == "close" {
			return err
		}
	}
}

func (s *store) answer(req *request, body []byte) (resp response, err error) {
	switch req.Command {
	case "get":
		s.gets++
		data, err := os.ReadFile(s.path("a", req.ActionID))
		if errors.Is(err, os.ErrNotExist) {
			s.misses++
			return response{Miss: true}, nil
		}
		var e entry
		if err = errors.Join(err, json.Unmarshal(data, &e)); err != nil {
			return resp, err
		}
		return response{OutputID: e.OutputID, Size: e.Size, Time: &e.Time, DiskPath: s.path("o", e.OutputID)}, nil
	case "put":
		s.puts++
		file := s.path("o", req.OutputID)
		data, err := json.Marshal(entry{req.OutputID, req.BodySize, time.Now()})
		err = errors.Join(err, write(file, body), write(s.path("a", req.ActionID), data))
		return response{DiskPath: file}, err
	}
	return resp, nil // "close"
}

func (s *store) path(kind string, id []byte) string {
	return filepath.Join(s.dir, kind+hex.EncodeToString(id))
}

// write puts data into the file whole or not at all.
func write(file string, data []byte) error {
	f, err := os.CreateTemp(filepath.Dir(file), "new")
	if err != nil {
		return err
	}
	_, err = f.Write(data)
	if err = errors.Join(err, f.Close()); err != nil {
		return err
	}
	return os.Rename(f.Name(), file)
}
