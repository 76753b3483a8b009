package known

import "strings"

// Place says where an operation runs.
type Place uint8

// The places. Unseen is an operation about which the tables say nothing.
const (
	Unseen  Place = iota
	Here          // files, processes, locks, parsing, computation, Accept
	Outside       // leaves the process: HTTP, RPC, a dial, a database, a queue, a cloud SDK
)

// outsideFuncs are the functions of packages that also hold local ones.
// Keys are types.Func.FullName.
var outsideFuncs = map[string]bool{
	"net.Dial": true, "net.DialTimeout": true, "net.DialTCP": true, "net.DialUDP": true, "net.DialIP": true,
	"(*net.Dialer).Dial": true, "(*net.Dialer).DialContext": true,
	"(*crypto/tls.Dialer).Dial": true, "(*crypto/tls.Dialer).DialContext": true,
	"crypto/tls.Dial": true, "crypto/tls.DialWithDialer": true,
	"(*crypto/tls.Conn).Handshake": true, "(*crypto/tls.Conn).HandshakeContext": true,
	"net.LookupHost": true, "net.LookupIP": true, "net.LookupAddr": true, "net.LookupCNAME": true,
	"net.LookupMX": true, "net.LookupNS": true, "net.LookupSRV": true, "net.LookupTXT": true,
	"net.ResolveTCPAddr": true, "net.ResolveUDPAddr": true, "net.ResolveIPAddr": true,
	"net/http.Get": true, "net/http.Head": true, "net/http.Post": true, "net/http.PostForm": true,
	"(*net/http.Client).Do": true, "(*net/http.Client).Get": true, "(*net/http.Client).Head": true,
	"(*net/http.Client).Post": true, "(*net/http.Client).PostForm": true,
	"(*net/http.Transport).RoundTrip": true, "(net/http.RoundTripper).RoundTrip": true,
	"net/smtp.Dial": true, "net/smtp.SendMail": true,
	"net/rpc.Dial": true, "net/rpc.DialHTTP": true, "(*net/rpc.Client).Call": true,
	"(*database/sql.DB).Ping": true, "(*database/sql.DB).PingContext": true,
	"(*database/sql.DB).Exec": true, "(*database/sql.DB).ExecContext": true,
	"(*database/sql.DB).Query": true, "(*database/sql.DB).QueryContext": true,
	"(*database/sql.DB).QueryRow": true, "(*database/sql.DB).QueryRowContext": true,
	"(*database/sql.DB).Prepare": true, "(*database/sql.DB).PrepareContext": true,
	"(*database/sql.DB).Begin": true, "(*database/sql.DB).BeginTx": true, "(*database/sql.DB).Conn": true,
	"(*database/sql.Conn).ExecContext": true, "(*database/sql.Conn).QueryContext": true,
	"(*database/sql.Conn).PingContext": true, "(*database/sql.Conn).BeginTx": true,
	"(*database/sql.Tx).Exec": true, "(*database/sql.Tx).ExecContext": true,
	"(*database/sql.Tx).Query": true, "(*database/sql.Tx).QueryContext": true, "(*database/sql.Tx).Commit": true,
	"(*database/sql.Stmt).Exec": true, "(*database/sql.Stmt).ExecContext": true,
	"(*database/sql.Stmt).Query": true, "(*database/sql.Stmt).QueryContext": true,
	"google.golang.org/grpc.Dial": true, "google.golang.org/grpc.DialContext": true,
	"(*google.golang.org/grpc.ClientConn).Invoke":            true,
	"(*google.golang.org/grpc.ClientConn).NewStream":         true,
	"(google.golang.org/grpc.ClientConnInterface).Invoke":    true,
	"(google.golang.org/grpc.ClientConnInterface).NewStream": true,
	"(google.golang.org/grpc.ClientStream).SendMsg":          true,
	"(google.golang.org/grpc.ClientStream).RecvMsg":          true,
}

// hereFuncs are the local functions and methods of packages that also hold remote ones.
var hereFuncs = map[string]bool{
	"net.Listen": true, "net.ListenTCP": true, "net.ListenUDP": true, "net.ListenPacket": true, "net.ListenUnix": true,
	"(*net.ListenConfig).Listen": true, "(*net.ListenConfig).ListenPacket": true,
	"(net.Listener).Accept": true, "(net.Listener).Close": true,
	"(*net.TCPListener).Accept": true, "(*net.TCPListener).AcceptTCP": true,
	"(*net.UnixListener).Accept": true, "(*net.UnixListener).AcceptUnix": true,
	"net.ParseCIDR": true, "net.SplitHostPort": true, "net.Interfaces": true, "net.InterfaceByName": true,
	"net/http.ListenAndServe": true, "net/http.ListenAndServeTLS": true, "net/http.Serve": true,
	"(*net/http.Server).ListenAndServe": true, "(*net/http.Server).ListenAndServeTLS": true,
	"(*net/http.Server).Serve": true, "(*net/http.Server).Shutdown": true,
	"net/http.NewRequest": true, "net/http.NewRequestWithContext": true,
	"net/http.ReadRequest": true, "net/http.ReadResponse": true,
	"(*database/sql.Rows).Scan": true, "(*database/sql.Rows).Next": true, "(*database/sql.Rows).Err": true,
	"(*database/sql.Rows).Close": true, "(*database/sql.Row).Scan": true,
	"database/sql.Open": true, "(*database/sql.Tx).Rollback": true,
	"google.golang.org/grpc.NewClient": true, "(*google.golang.org/grpc.Server).Serve": true,
	"(*golang.org/x/time/rate.Limiter).Wait": true, "(*golang.org/x/time/rate.Limiter).WaitN": true,
	"(*golang.org/x/sync/semaphore.Weighted).Acquire": true,
}

// herePackages hold nothing that leaves the process.
var herePackages = map[string]bool{
	"archive/tar": true, "archive/zip": true, "bufio": true, "bytes": true, "context": true, "errors": true, "expvar": true,
	"flag": true, "fmt": true, "go/ast": true, "go/parser": true, "hash": true, "html": true, "image": true, "io": true,
	"io/fs": true, "io/ioutil": true, "iter": true, "log": true, "log/slog": true, "maps": true, "math": true, "math/big": true,
	"math/rand": true, "math/rand/v2": true, "mime": true, "mime/multipart": true, "net/mail": true, "net/netip": true,
	"net/textproto": true, "net/url": true, "net/http/httputil": true, "os": true, "os/exec": true, "os/signal": true, "os/user": true,
	"path": true, "path/filepath": true, "plugin": true, "reflect": true, "regexp": true, "runtime": true, "slices": true,
	"sort": true, "strconv": true, "strings": true, "sync": true, "sync/atomic": true, "syscall": true, "testing": true,
	"text/tabwriter": true, "text/template": true, "time": true, "unicode": true, "unicode/utf8": true, "unique": true, "unsafe": true,
	"golang.org/x/sys/unix": true, "golang.org/x/sys/windows": true, "golang.org/x/sys/windows/svc/mgr": true,
	"github.com/google/uuid": true, "github.com/gofrs/flock": true, "github.com/pkg/errors": true,
	"github.com/fsnotify/fsnotify": true, "github.com/sirupsen/logrus": true, "go.uber.org/zap": true,
}

// herePrefixes are path prefixes of packages that hold nothing remote.
var herePrefixes = []string{"archive/", "compress/", "container/", "debug/", "encoding", "go/", "hash/", "html/", "image/",
	"internal/", "runtime/", "text/", "unicode/", "crypto/"}

// outsidePrefixes are path prefixes of client libraries: a failing call of
// them has spoken to somebody, apart from what localNames tells.
var outsidePrefixes = []string{
	"cloud.google.com/go/", "github.com/aws/aws-sdk-go/service/", "github.com/aws/aws-sdk-go-v2/service/",
	"github.com/Azure/azure-sdk-for-go/", "google.golang.org/api/",
	"github.com/redis/go-redis/", "github.com/go-redis/redis", "github.com/gomodule/redigo/redis", "github.com/redis/rueidis",
	"github.com/segmentio/kafka-go", "github.com/IBM/sarama", "github.com/Shopify/sarama", "github.com/twmb/franz-go/pkg/kgo",
	"github.com/confluentinc/confluent-kafka-go", "github.com/rabbitmq/amqp091-go", "github.com/streadway/amqp",
	"github.com/nats-io/nats.go", "github.com/nats-io/stan.go", "github.com/eclipse/paho.mqtt.golang",
	"go.mongodb.org/mongo-driver/", "go.etcd.io/etcd/client/", "k8s.io/client-go/kubernetes", "k8s.io/client-go/dynamic",
	"k8s.io/client-go/rest", "sigs.k8s.io/controller-runtime/pkg/client",
	"github.com/jackc/pgx", "github.com/lib/pq", "github.com/go-sql-driver/mysql", "github.com/gocql/gocql",
	"github.com/elastic/go-elasticsearch", "github.com/olivere/elastic", "github.com/hashicorp/consul/api",
	"github.com/hashicorp/vault/api", "github.com/hashicorp/nomad/api", "github.com/docker/docker/client",
	"github.com/gorilla/websocket", "github.com/coder/websocket", "nhooyr.io/websocket", "golang.org/x/net/websocket",
	"github.com/minio/minio-go", "github.com/go-zookeeper/zk", "github.com/samuel/go-zookeeper", "github.com/bradfitz/gomemcache/memcache",
	"github.com/jmoiron/sqlx", "gorm.io/gorm", "golang.org/x/crypto/ssh", "github.com/miekg/dns", "github.com/valyala/fasthttp",
	"github.com/go-resty/resty", "github.com/ethereum/go-ethereum/rpc", "github.com/ethereum/go-ethereum/ethclient",
	"github.com/influxdata/influxdb-client-go", "github.com/ClickHouse/clickhouse-go", "golang.org/x/oauth2",
	"go.temporal.io/sdk/client", "github.com/nsqio/go-nsq", "github.com/apache/pulsar-client-go/pulsar",
}

// localNames begin the names of functions that set up or take apart a value
// in a client library without speaking to the other side.
var localNames = []string{"New", "With", "Parse", "Must", "Default", "Close", "Is", "Set", "String", "Error", "Unwrap", "Build", "Marshal",
	"Unmarshal", "Encode", "Decode", "Err"}

// CallPlace says where a function runs, by the path of its package, its
// types.Func.FullName and its bare name.
func CallPlace(pkg, full, name string) Place {
	switch {
	case outsideFuncs[full]:
		return Outside
	case hereFuncs[full], herePackages[pkg]:
		return Here
	}
	for _, p := range herePrefixes {
		if strings.HasPrefix(pkg, p) && IsStd(pkg) {
			return Here
		}
	}
	for _, p := range outsidePrefixes {
		if strings.HasPrefix(pkg, p) {
			for _, l := range localNames {
				if strings.HasPrefix(name, l) {
					return Unseen
				}
			}
			return Outside
		}
	}
	return Unseen
}

// stdTop are the first elements of the paths of the standard library.
var stdTop = map[string]bool{}

func init() {
	for _, p := range strings.Fields(`archive bufio bytes cmp compress container context crypto database debug embed encoding errors
		expvar flag fmt go hash html image index internal io iter log maps math mime net os path plugin reflect regexp runtime slices
		sort strconv strings structs sync syscall testing text time unicode unique unsafe vendor weak`) {
		stdTop[p] = true
	}
}

// IsStd reports whether the path is one of the standard library.
func IsStd(pkg string) bool {
	first, _, _ := strings.Cut(pkg, "/")
	return stdTop[first]
}

// netPackages are the packages through which code reaches the network.
var netPackages = map[string]bool{
	"net": true, "net/http": true, "net/rpc": true, "database/sql": true, "crypto/tls": true, "google.golang.org/grpc": true,
}

// IsNet reports whether importing the package means that code may reach the network.
func IsNet(pkg string) bool { return netPackages[pkg] }
