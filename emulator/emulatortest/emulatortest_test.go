package emulatortest_test

import (
	"fmt"
	"net/http"
	"net/http/httptest"
	"sync/atomic"
	"testing"

	"github.com/aws/aws-sdk-go-v2/aws"
	"github.com/aws/aws-sdk-go-v2/service/dynamodb"

	"github.com/ddbpatterns/ddbpatterns/emulator"
	"github.com/ddbpatterns/ddbpatterns/emulator/emulatortest"
)

func newServer(t *testing.T) *emulator.Server {
	t.Helper()
	return newServerWith(t, emulator.Options{})
}

func newServerWith(t *testing.T, o emulator.Options) *emulator.Server {
	t.Helper()
	srv := emulator.New(o)
	t.Cleanup(func() {
		if err := srv.Check(); err != nil {
			t.Error(err)
		}
		if err := srv.Close(); err != nil {
			t.Error(err)
		}
	})
	return srv
}

func TestInProcess(t *testing.T) {
	var half halves
	srv := newServerWith(t, emulator.Options{Faults: half.fault})
	half.next = srv.Config().HTTPClient
	partial := srv.Client(func(o *dynamodb.Options) { o.HTTPClient = &half })
	emulatortest.Run(t, emulatortest.Engine{Name: "emulator", Client: srv.Client(), Partial: partial})
}

// halves is the HTTP client of an SDK client for which the engine leaves every
// second part of a batch unprocessed.
type halves struct {
	next dynamodb.HTTPClient
	on   atomic.Bool // while a request of this client is answered
}

func (h *halves) Do(r *http.Request) (*http.Response, error) {
	h.on.Store(true)
	defer h.on.Store(false)
	return h.next.Do(r)
}

func (h *halves) fault(emulator.Call) *emulator.Fault {
	if !h.on.Load() {
		return nil
	}
	return &emulator.Fault{Unprocessed: func(n int) bool { return n%2 == 1 }}
}

// Cases lists what an engine has to get right.
func ExampleCases() {
	for _, c := range emulatortest.Cases()[5:8] {
		fmt.Printf("%d. %s\n   right: %s\n   first of %d checks: %s\n", c.Number, c.Name, c.Right, len(c.Checks), c.Checks[0].Name)
	}
	// Output:
	// 15. 20 items of 60 KB in one collection
	//    right: a page ends before 1 MB, counted before the filter
	//    first of 6 checks: 15/query
	// 16. sort keys 5, 10, 1 and -3
	//    right: numbers in numeric order, strings and binary in byte order
	//    first of 7 checks: 16/numbers
	// 17. BETWEEN 2 AND 1
	//    right: ValidationException in a key condition, a filter and a condition
	//    first of 9 checks: 17/key condition
}

func TestOverHTTP(t *testing.T) {
	srv := newServer(t)
	h := httptest.NewServer(srv)
	t.Cleanup(h.Close)
	emulatortest.Run(t, emulatortest.Engine{Name: "emulator over HTTP", Client: srv.Client(at(h.URL, h.Client()))})
}

// at sends an SDK client's calls to another endpoint.
func at(url string, h dynamodb.HTTPClient) func(*dynamodb.Options) {
	return func(o *dynamodb.Options) {
		o.BaseEndpoint = aws.String(url)
		o.HTTPClient = h
	}
}
