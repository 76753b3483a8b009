package txretry

import (
	"context"
	"database/sql"
	"time"
)

// The transaction is the caller's.
func insert(ctx context.Context, tx *sql.Tx, q string) (err error) {
	for n := 0; n < 3; n++ {
		if _, err = tx.ExecContext(ctx, q); err == nil || ctx.Err() != nil { // want `tx.ExecContext is retried on a transaction made outside the loop: a database that refuses a statement gives the transaction up, and the rest of 3 attempts fails; begin the transaction for each attempt`
			return err
		}
		time.Sleep(100 * time.Millisecond << n)
	}
	return err
}

// It is begun before the loop, and the failure is that of the scan.
func count(db *sql.DB, q string) (n int, err error) {
	tx, err := db.Begin()
	if err != nil {
		return 0, err
	}
	for try := 0; try < 3; try++ {
		if err = tx.QueryRow(q).Scan(&n); err == nil { // want `tx.QueryRow is retried on a transaction made outside the loop`
			return n, tx.Commit()
		}
		time.Sleep(time.Second)
	}
	tx.Rollback()
	return 0, err
}

// A closure captures it, and a helper attempts the closure again.
func again(ctx context.Context, f func(context.Context) error) error {
	for n := 0; ; n++ {
		err := f(ctx)
		if err == nil || ctx.Err() != nil || n == 2 {
			return err
		}
		select {
		case <-ctx.Done():
			return ctx.Err()
		case <-time.After(100 * time.Millisecond << n):
		}
	}
}

func captured(ctx context.Context, tx *sql.Tx, q string) error {
	return again(ctx, func(ctx context.Context) error {
		_, err := tx.ExecContext(ctx, q) // want `tx.ExecContext is retried`
		return err
	})
}

// A helper is given it.
func given(tx *sql.Tx) (err error) {
	for n := 0; n < 3; n++ {
		if err = run(tx); err == nil {
			return nil
		}
		time.Sleep(time.Second)
	}
	return err
}

func run(tx *sql.Tx) error {
	_, err := tx.Exec("UPDATE a SET b = 1") // want `tx.Exec is retried`
	return err
}
