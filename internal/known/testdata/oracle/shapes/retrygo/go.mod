module github.com/rafaeljesus/retry-go

go 1.21
