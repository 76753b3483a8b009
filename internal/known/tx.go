package known

// Transactions are the types that are a transaction, by the path of their
// package and their name. One of gorm is a *gorm.DB like any other, and known by
// where it comes from.
var Transactions = map[string]map[string]bool{
	"database/sql":              {"Tx": true},
	"github.com/jmoiron/sqlx":   {"Tx": true},
	"github.com/jackc/pgx":      {"Tx": true},
	"github.com/jackc/pgx/v4":   {"Tx": true},
	"github.com/jackc/pgx/v5":   {"Tx": true},
	"github.com/go-pg/pg":       {"Tx": true},
	"github.com/go-pg/pg/v9":    {"Tx": true},
	"github.com/go-pg/pg/v10":   {"Tx": true},
	"github.com/uptrace/bun":    {"Tx": true},
	"github.com/gocraft/dbr/v2": {"Tx": true},
}

// Statements are the methods of transactions that run a statement on it.
var Statements = map[string]bool{
	"Exec": true, "ExecContext": true, "Query": true, "QueryContext": true, "QueryRow": true, "QueryRowContext": true,
	"Queryx": true, "QueryxContext": true, "QueryRowx": true, "QueryRowxContext": true, "NamedExec": true,
	"NamedExecContext": true, "NamedQuery": true, "MustExec": true, "Get": true, "GetContext": true, "Select": true,
	"SelectContext": true, "SendBatch": true, "CopyFrom": true, "QueryOne": true, "ExecOne": true,
	"Insert": true, "Update": true, "Delete": true, "Model": true,
}
