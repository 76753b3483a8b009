package known

import "strings"

// IdempotentMethod reports whether a request with that method may be sent
// twice; the empty method is GET.
func IdempotentMethod(m string) bool {
	switch strings.ToUpper(m) {
	case "", "GET", "HEAD", "PUT", "DELETE", "OPTIONS", "TRACE":
		return true
	}
	return false
}

// NonIdempotentMethod reports whether sending such a request twice may do the work twice.
func NonIdempotentMethod(m string) bool {
	m = strings.ToUpper(m)
	return m == "POST" || m == "PATCH"
}

// Refused are the statuses that say nothing was done.
var Refused = []int{429, 503}

// MaybeDone are the statuses of answers that may have come after the work was done.
var MaybeDone = []int{500, 502, 504}

// FailedStatuses are the statuses that code most often retries, by which an
// answer is tried as a failure.
var FailedStatuses = []int{500, 503, 429, 502, 504, 408}

// PermanentStatuses are the statuses of answers that waiting does not change.
var PermanentStatuses = []int{400, 401, 403, 404, 405, 410, 422}

// PermanentCodes are the gRPC codes of failures that waiting does not change.
var PermanentCodes = []struct {
	Code int
	Name string
}{
	{3, "InvalidArgument"}, {5, "NotFound"}, {6, "AlreadyExists"}, {7, "PermissionDenied"}, {12, "Unimplemented"}, {16, "Unauthenticated"},
}

// Codes of gRPC, as google.golang.org/grpc/codes numbers them.
const (
	GRPCCanceled         = 1
	GRPCUnknown          = 2
	GRPCDeadlineExceeded = 4
	GRPCUnavailable      = 14
)
