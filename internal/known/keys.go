package known

// IdempotencyKeys are the names of header fields, query parameters and struct
// fields that let a server recognise a request that it has seen before. They
// are compared without regard to case, hyphens and underscores, so ClientToken
// is Client-Token. The flag -retrypost.keys adds to them.
var IdempotencyKeys = []string{
	"Idempotency-Key",              // draft-ietf-httpapi-idempotency-key-header; Stripe, Adyen, Square
	"X-Idempotency-Key",            // the same before the draft
	"Idempotence-Key",              // YooKassa
	"Idempotency-Token",            //
	"X-Idempotency-Token",          //
	"X-Goog-Gcs-Idempotency-Token", // Google Cloud Storage
	"PayPal-Request-Id",            // PayPal
	"X-Amz-Client-Token",           // AWS
	"Client-Token",                 // AWS: the field ClientToken
	"Client-Request-Token",         // AWS: the field ClientRequestToken
	"Repeatability-Request-Id",     // OASIS repeatable requests, Azure
	"Opc-Retry-Token",              // Oracle Cloud
	"X-Retry-Token",                //
	"Dedup-Key",                    // PagerDuty
	"Deduplication-Id",             //
	"Message-Deduplication-Id",     // Amazon SQS
	"Insert-Id",                    // BigQuery
}
