package emulatortest_test

import (
	"fmt"
	"net/http/httptest"
	"testing"

	"github.com/aws/aws-sdk-go-v2/aws"
	"github.com/aws/aws-sdk-go-v2/service/dynamodb"

	"github.com/ddbpatterns/ddbpatterns/emulator"
	"github.com/ddbpatterns/ddbpatterns/emulator/emulatortest"
)

func newServer(t *testing.T) *emulator.Server {
	t.Helper()
	srv := emulator.New(emulator.Options{})
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
	emulatortest.Run(t, emulatortest.Engine{Name: "emulator", Client: newServer(t).Client()})
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
