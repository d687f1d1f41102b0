package emulatortest_test

import (
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
