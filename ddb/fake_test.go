package ddb

import (
	"context"
	"encoding/json"
	"io"
	"net/http"
	"net/http/httptest"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/aws/aws-sdk-go-v2/service/dynamodb"
)

// answer is what a scripted endpoint says to one request.
type answer struct {
	status int // 0 means 200
	kind   string
	body   string
}

func apiError(status int, code, message string) answer {
	body, _ := json.Marshal(map[string]string{
		"__type": "com.amazonaws.dynamodb.v20120810#" + code, "message": message,
	})
	return answer{status: status, body: string(body)}
}

// scripted is an endpoint that fails as an engine or something else may. It
// notes the operations it is sent, as "ListTables".
type scripted struct {
	*httptest.Server
	mu    sync.Mutex
	calls []string
}

func newScripted(t *testing.T, say func(op, body string) answer) *scripted {
	t.Helper()
	s := &scripted{}
	s.Server = httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		body, _ := io.ReadAll(r.Body)
		_, op, _ := strings.Cut(r.Header.Get("X-Amz-Target"), ".")
		s.mu.Lock()
		s.calls = append(s.calls, op)
		a := say(op, string(body))
		s.mu.Unlock()
		if a.kind == "" {
			a.kind = "application/x-amz-json-1.0"
		}
		w.Header().Set("Content-Type", a.kind)
		w.WriteHeader(max(a.status, http.StatusOK))
		_, _ = io.WriteString(w, a.body)
	}))
	t.Cleanup(s.Close)
	return s
}

func (s *scripted) client(t *testing.T) *dynamodb.Client {
	t.Helper()
	conn, err := Open(t.Context(), Options{EndpointURL: s.URL}, oneAttempt)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = conn.Close() })
	s.mu.Lock()
	s.calls = nil // the probe's
	s.mu.Unlock()
	return conn.DynamoDB
}

// sleeper notes how long it was asked to sleep and does not sleep.
type sleeper struct{ slept []time.Duration }

func (s *sleeper) sleep(ctx context.Context, d time.Duration) error {
	s.slept = append(s.slept, d)
	return context.Cause(ctx)
}
