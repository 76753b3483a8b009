module example.com/oracle/old

go 1.26.0

require (
	github.com/avast/retry-go v2.7.0+incompatible
	github.com/aws/aws-sdk-go-v2 v1.41.1
	github.com/cenkalti/backoff v1.1.0
	github.com/sethvargo/go-retry v0.3.0
	google.golang.org/grpc v1.68.0
)

require (
	github.com/aws/smithy-go v1.24.0 // indirect
	golang.org/x/net v0.29.0 // indirect
	golang.org/x/sys v0.25.0 // indirect
	golang.org/x/text v0.18.0 // indirect
	google.golang.org/genproto/googleapis/rpc v0.0.0-20240903143218-8af14fe29dc1 // indirect
	google.golang.org/protobuf v1.34.2 // indirect
)
