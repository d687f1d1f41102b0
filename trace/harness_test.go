package trace_test

import (
	"context"
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/aws/aws-sdk-go-v2/aws"
	"github.com/aws/aws-sdk-go-v2/credentials"
	"github.com/aws/aws-sdk-go-v2/service/dynamodb"
	"github.com/aws/aws-sdk-go-v2/service/dynamodb/types"
	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"

	"github.com/ddbpatterns/ddbpatterns/trace"
)

// recorder is a Sink that keeps what it is given. It has no lock: the race
// detector sees whether a tracer calls it twice at once.
type recorder struct{ records []trace.Record }

func (r *recorder) Call(record trace.Record) { r.records = append(r.records, record) }

// answer is what the stand-in for DynamoDB says to one request.
type answer struct {
	status int
	body   string
}

// script answers requests in turn, and the last answer for ever.
func script(answers ...answer) http.HandlerFunc {
	var mu sync.Mutex
	return func(w http.ResponseWriter, _ *http.Request) {
		mu.Lock()
		a := answers[0]
		if len(answers) > 1 {
			answers = answers[1:]
		}
		mu.Unlock()
		reply(w, a)
	}
}

func reply(w http.ResponseWriter, a answer) {
	w.Header().Set("Content-Type", "application/x-amz-json-1.0")
	w.Header().Set("X-Amzn-Requestid", fmt.Sprint(time.Now().UnixNano()))
	w.WriteHeader(a.status)
	io.WriteString(w, a.body)
}

// config is an SDK configuration whose requests h answers; retries do not wait.
func config(t *testing.T, h http.Handler) aws.Config {
	t.Helper()
	server := httptest.NewServer(h)
	t.Cleanup(server.Close)
	return aws.Config{
		Region:       "us-east-1",
		BaseEndpoint: aws.String(server.URL),
		Credentials:  credentials.NewStaticCredentialsProvider("id", "secret", ""),
		HTTPClient:   server.Client(),
		Retryer:      func() aws.Retryer { return impatient{} },
	}
}

// impatient retries DynamoDB's own faults and throttling, without waiting.
type impatient struct{ aws.NopRetryer }

func (impatient) IsErrorRetryable(err error) bool {
	return strings.Contains(err.Error(), "Throughput") || strings.Contains(err.Error(), "InternalServerError")
}
func (impatient) MaxAttempts() int                             { return 3 }
func (impatient) RetryDelay(int, error) (time.Duration, error) { return 0, nil }
func (impatient) GetAttemptToken(context.Context) (func(error) error, error) {
	return func(error) error { return nil }, nil
}
func (impatient) GetRetryToken(context.Context, error) (func(error) error, error) {
	return func(error) error { return nil }, nil
}

// traced returns what one call through a traced client is reported as.
func traced(t *testing.T, h http.Handler, call func(*dynamodb.Client) error) []trace.Record {
	t.Helper()
	var got recorder
	err := call(dynamodb.NewFromConfig(config(t, h), trace.To(&got)))
	for _, r := range got.records {
		if (r.Err == nil) != (err == nil) {
			t.Errorf("the record's error is %v, the caller's %v", r.Err, err)
		}
	}
	return got.records
}

// same compares records, all but the errors' own values.
func same(t *testing.T, what string, want, got any) {
	t.Helper()
	if diff := cmp.Diff(want, got, cmpopts.IgnoreFields(trace.Record{}, "Err")); diff != "" {
		t.Errorf("%s (-want +got):\n%s", what, diff)
	}
}

// details builds details out of labels and texts in turn.
func details(pairs ...string) []trace.Detail {
	var list []trace.Detail
	for i := 0; i < len(pairs); i += 2 {
		list = append(list, trace.Detail{Label: pairs[i], Text: trace.Text{Whole: pairs[i+1]}})
	}
	return list
}

// tables builds table lines out of names and texts in turn.
func tables(pairs ...string) []trace.TableLine {
	var list []trace.TableLine
	for i := 0; i < len(pairs); i += 2 {
		list = append(list, trace.TableLine{Table: pairs[i], Text: trace.Text{Whole: pairs[i+1]}})
	}
	return list
}

func str(s string) types.AttributeValue { return &types.AttributeValueMemberS{Value: s} }
func num(n string) types.AttributeValue { return &types.AttributeValueMemberN{Value: n} }

type item = map[string]types.AttributeValue

// bodyField returns a text field of a request's JSON body.
func bodyField(r *http.Request, name string) string {
	var body map[string]any
	if err := json.NewDecoder(r.Body).Decode(&body); err != nil {
		return err.Error()
	}
	return fmt.Sprint(body[name])
}
