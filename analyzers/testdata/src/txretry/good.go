package txretry

import (
	"context"
	"database/sql"
	"time"
)

// "the transaction is begun for each attempt"
func begins(db *sql.DB, q string) (err error) {
	for n := 0; n < 3; n++ {
		if err = whole(db, q); err == nil {
			return nil
		}
		time.Sleep(time.Second)
	}
	return err
}

func whole(db *sql.DB, q string) error {
	tx, err := db.Begin()
	if err != nil {
		return err
	}
	defer tx.Rollback()
	if _, err := tx.Exec(q); err != nil {
		return err
	}
	return tx.Commit()
}

// "the transaction is begun for each attempt": in the loop itself.
func inLoop(db *sql.DB, q string) error {
	for n := 0; ; n++ {
		tx, err := db.Begin()
		if err != nil {
			return err
		}
		if _, err = tx.Exec(q); err == nil {
			return tx.Commit()
		}
		tx.Rollback()
		if n == 3 {
			return err
		}
		time.Sleep(time.Second)
	}
}

// "the transaction is begun for each attempt": a helper hands it to a closure.
func hands(ctx context.Context, db *sql.DB, q string) error {
	return again(ctx, func(ctx context.Context) error {
		return inTx(ctx, db, func(tx *sql.Tx) error {
			_, err := tx.ExecContext(ctx, q)
			return err
		})
	})
}

func inTx(ctx context.Context, db *sql.DB, f func(*sql.Tx) error) error {
	tx, err := db.BeginTx(ctx, nil)
	if err != nil {
		return err
	}
	if err := f(tx); err != nil {
		tx.Rollback()
		return err
	}
	return tx.Commit()
}

// "the transaction is begun for each attempt": the loop hands it over.
func runs(db *sql.DB, f func(*sql.Tx) error) (err error) {
	for n := 0; n < 3; n++ {
		var tx *sql.Tx
		if tx, err = db.Begin(); err != nil {
			return err
		}
		if err = f(tx); err == nil {
			return tx.Commit()
		}
		tx.Rollback()
		time.Sleep(time.Second)
	}
	return err
}

func usesRuns(db *sql.DB) error {
	return runs(db, func(tx *sql.Tx) error {
		_, err := tx.Exec("UPDATE a SET b = 1")
		return err
	})
}

// "the loop goes back to a savepoint"
func savepoint(tx *sql.Tx, q string) (err error) {
	for n := 0; n < 3; n++ {
		if _, err = tx.Exec("SAVEPOINT s"); err != nil {
			return err
		}
		if _, err = tx.Exec(q); err == nil {
			return nil
		}
		if _, err2 := tx.Exec("ROLLBACK TO SAVEPOINT s"); err2 != nil {
			return err2
		}
		time.Sleep(time.Second)
	}
	return err
}

// A statement outside a transaction.
func plain(db *sql.DB, q string) (err error) {
	for n := 0; n < 3; n++ {
		if _, err = db.Exec(q); err == nil {
			return nil
		}
		time.Sleep(time.Second)
	}
	return err
}

// "it cannot be seen where the transaction comes from"
type store struct{ tx *sql.Tx }

func (s *store) field(q string) (err error) {
	for n := 0; n < 3; n++ {
		if _, err = s.tx.Exec(q); err == nil {
			return nil
		}
		time.Sleep(time.Second)
	}
	return err
}
