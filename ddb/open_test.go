package ddb

import (
	"errors"
	"net"
	"net/http"
	"net/http/httptest"
	"testing"

	"github.com/aws/aws-sdk-go-v2/service/dynamodb"
	"github.com/google/go-cmp/cmp"
)

func TestCheckURL(t *testing.T) {
	tests := []struct{ url, want string }{
		{"http://127.0.0.1:8000", ""},
		{"https://example.com/path", ""},
		{"http://[::1]:8000", ""},
		{"", `"" must start with http:// or https://`},
		{"127.0.0.1:8000", `"127.0.0.1:8000" must start with http:// or https://`},
		{"localhost:8000", `"localhost:8000" must start with http:// or https://`},
		{"ftp://localhost", `"ftp://localhost" must start with http:// or https://`},
		{"http://", `"http://" names no host`},
		{"http://:8000", `"http://:8000" names no host`},
		{"http://me:secret@localhost", "user information is not allowed in it"},
		{"me:secret@localhost", "user information is not allowed in it"},
		{"http://local host", `"http://local host" is not a URL`},
		{"http://localhost:80000000", ``},
		{"http://localhost?a=b", `"http://localhost?a=b" must end after the host, port and path`},
		{"http://localhost#a", `"http://localhost#a" must end after the host, port and path`},
	}
	for _, tt := range tests {
		got := ""
		if err := CheckURL(tt.url); err != nil {
			got = err.Error()
		}
		if got != tt.want {
			t.Errorf("CheckURL(%q): got %q, want %q", tt.url, got, tt.want)
		}
	}
}

func TestOpenRefusesContradictions(t *testing.T) {
	tests := []struct {
		options Options
		want    error
	}{
		{Options{AWS: true, EndpointURL: "http://localhost"}, ErrTwoEngines},
		{Options{Profile: "work"}, ErrProfileWithoutAWS},
	}
	for _, tt := range tests {
		if _, err := Open(t.Context(), tt.options); !errors.Is(err, tt.want) {
			t.Errorf("Open(%+v): got %v, want %v", tt.options, err, tt.want)
		}
	}
}

// Whatever lies in the environment, a named endpoint is the only one reached,
// with dummy credentials.
func TestOpenEndpointReadsNoEnvironment(t *testing.T) {
	other := httptest.NewServer(http.HandlerFunc(func(http.ResponseWriter, *http.Request) {
		t.Error("another endpoint than the named one was reached")
	}))
	t.Cleanup(other.Close)
	t.Setenv("AWS_ACCESS_KEY_ID", "REAL")
	t.Setenv("AWS_SECRET_ACCESS_KEY", "REAL")
	t.Setenv("AWS_REGION", "eu-west-1")
	t.Setenv("AWS_ENDPOINT_URL", other.URL)
	t.Setenv("AWS_ENDPOINT_URL_DYNAMODB", other.URL)
	t.Setenv("HTTP_PROXY", other.URL)

	engine := newScripted(t, func(string, string) answer { return answer{body: `{"TableNames":["a"]}`} })
	conn, err := Open(t.Context(), Options{EndpointURL: engine.URL})
	if err != nil {
		t.Fatal(err)
	}
	defer conn.Close()
	out, err := conn.DynamoDB.ListTables(t.Context(), &dynamodb.ListTablesInput{})
	if err != nil {
		t.Fatal(err)
	}
	credentials, err := conn.DynamoDB.Options().Credentials.Retrieve(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	got := []any{out.TableNames, credentials.AccessKeyID, conn.DynamoDB.Options().Region, conn.Engine, conn.Tagged}
	want := []any{[]string{"a"}, "ddbpatterns", "us-east-1", engine.URL, false}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Error(diff)
	}
}

func TestOpenEndpointThatIsNoEngine(t *testing.T) {
	tests := []struct {
		name   string
		answer answer
		want   string // after "endpoint URL: ", empty if it opens
	}{
		{"an engine", answer{body: "{}"}, ""},
		{"an engine that says no", apiError(400, "AccessDeniedException", "no"), ""},
		{"HTML", answer{kind: "text/html", body: "<p>hi"}, "HTTP status 200 and an answer that is not DynamoDB's (text/html)"},
		{"HTML 404", answer{status: 404, kind: "text/html", body: "<p>hi"}, "HTTP status 404 and an answer that is not DynamoDB's (text/html)"},
		{"500", answer{status: 500, kind: "text/plain", body: ""}, "HTTP status 500 without a DynamoDB error"},
		{"500 with an error", apiError(500, "InternalServerError", "broken"), "InternalServerError: broken"},
		{"a redirect", answer{status: 302, kind: "text/plain"}, "HTTP status 302 without a DynamoDB error"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			engine := newScripted(t, func(string, string) answer { return tt.answer })
			conn, err := Open(t.Context(), Options{EndpointURL: engine.URL})
			got, want := "", ""
			if err != nil {
				got = err.Error()
			} else {
				defer conn.Close()
			}
			if tt.want != "" {
				want = "endpoint " + engine.URL + ": " + tt.want
			}
			if got != want {
				t.Errorf("got  %s\nwant %s", got, want)
			}
			if diff := cmp.Diff([]string{"ListTables"}, engine.calls); diff != "" {
				t.Errorf("more than one short look: %s", diff)
			}
		})
	}
}

func TestOpenEndpointRefused(t *testing.T) {
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	address := listener.Addr().String()
	listener.Close()

	_, err = Open(t.Context(), Options{EndpointURL: "http://" + address})
	refused, ok := errors.AsType[*EndpointError](err)
	if !ok {
		t.Fatalf("got %v, want an EndpointError", err)
	}
	if want := "endpoint http://" + address + ": connection refused"; refused.Error() != want {
		t.Errorf("got  %s\nwant %s", refused, want)
	}
}
