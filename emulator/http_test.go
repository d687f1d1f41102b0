package emulator_test

import (
	"bytes"
	"compress/gzip"
	"hash/crc32"
	"io"
	"net/http"
	"net/http/httptest"
	"strconv"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/ddbpatterns/ddbpatterns/emulator"
)

// request is a call as any client of the wire would send it.
type request struct {
	method, target, body string
	header               map[string]string
	host                 string
}

func send(t *testing.T, url string, q request) (*http.Response, string) {
	t.Helper()
	method := q.method
	if method == "" {
		method = http.MethodPost
	}
	r, err := http.NewRequest(method, url, strings.NewReader(q.body))
	if err != nil {
		t.Fatal(err)
	}
	if q.target != "" {
		r.Header.Set("X-Amz-Target", q.target)
	}
	r.Header.Set("Authorization", "AWS4-HMAC-SHA256 Credential=x")
	r.Header.Set("Content-Type", "application/x-amz-json-1.0")
	for name, v := range q.header {
		r.Header.Set(name, v)
		if v == "" {
			r.Header.Del(name)
		}
	}
	if q.host != "" {
		r.Host = q.host
	}
	client := http.Client{Transport: &http.Transport{DisableCompression: true}}
	t.Cleanup(client.CloseIdleConnections)
	res, err := client.Do(r)
	if err != nil {
		t.Fatal(err)
	}
	defer res.Body.Close()
	body, err := io.ReadAll(res.Body)
	if err != nil {
		t.Fatal(err)
	}
	return res, string(body)
}

func newHTTP(t *testing.T, o emulator.Options) (*emulator.Server, string) {
	t.Helper()
	srv := emulator.New(o)
	h := httptest.NewServer(srv)
	t.Cleanup(func() {
		h.Close()
		if err := srv.Check(); err != nil {
			t.Error(err)
		}
		if err := srv.Close(); err != nil {
			t.Error(err)
		}
	})
	return srv, h.URL
}

const listTables = "DynamoDB_20120810.ListTables"

// TestRefused is what a page in a browser, or a broken client, may try.
func TestRefused(t *testing.T) {
	_, url := newHTTP(t, emulator.Options{Hosts: []string{"dynamo.test"}})
	const denied = `{"__type":"com.amazon.coral.service#AccessDeniedException","message":`
	for _, c := range []struct {
		name   string
		send   request
		status int
		body   string
	}{
		{"a call", request{target: listTables, body: `{}`}, 200, `{"TableNames":[]}`},
		{"a health check", request{method: "GET"}, 200, "healthy: dynamodb.us-east-1.amazonaws.com "},
		{"a known host name", request{target: listTables, body: `{}`, host: "dynamo.test:8000"}, 200, `{"TableNames":[]}`},
		{"a name pointed here", request{target: listTables, body: `{}`, host: "evil.example:8000"}, 403, denied + `"Host \"evil.example:8000\" is not this server's name"}`},
		{"a page's fetch", request{target: listTables, body: `{}`, header: map[string]string{"Origin": "https://evil.example"}}, 403, denied + `"Requests from a browser page are not answered"}`},
		{"a form on this machine", request{target: listTables, body: `{}`, header: map[string]string{"Sec-Fetch-Site": "same-origin"}}, 403, denied + `"Requests from a browser page are not answered"}`},
		{"no authorization", request{target: listTables, body: `{}`, header: map[string]string{"Authorization": ""}}, 400,
			`{"__type":"com.amazon.coral.service#MissingAuthenticationTokenException","message":"Request is missing Authentication Token"}`},
		{"a preflight", request{method: "OPTIONS"}, 404, `{"__type":"com.amazon.coral.service#UnknownOperationException","message":""}`},
		{"no target", request{body: `{}`}, 400, `{"__type":"com.amazon.coral.service#UnknownOperationException","message":""}`},
		{"an unknown operation", request{target: "DynamoDB_20120810.Nothing", body: `{}`}, 400, `{"__type":"com.amazon.coral.service#UnknownOperationException","message":""}`},
		{"an empty body", request{target: listTables}, 400, `{"__type":"com.amazon.coral.service#SerializationException","message":"offset 0: the body ends too soon"}`},
		{"not UTF-8", request{target: listTables, body: "{\"a\":\"\xff\"}"}, 400, `{"__type":"com.amazon.coral.service#SerializationException","message":"the body is not UTF-8"}`},
		{"ten thousand brackets", request{target: "DynamoDB_20120810.PutItem", body: strings.Repeat("[", 10_000)}, 400,
			`{"__type":"com.amazon.coral.service#SerializationException","message":"offset 256: more than 256 levels"}`},
		{"more than 16 MB", request{target: listTables, body: strings.Repeat(" ", 16<<20+1)}, 413,
			`{"__type":"com.amazonaws.dynamodb.v20120810#RequestEntityTooLargeException","message":"The request is larger than 16 MB"}`},
	} {
		t.Run(c.name, func(t *testing.T) {
			res, body := send(t, url, c.send)
			if res.StatusCode != c.status {
				t.Errorf("status %d, want %d", res.StatusCode, c.status)
			}
			if diff := cmp.Diff(c.body, body); diff != "" {
				t.Error(diff)
			}
		})
	}
}

func TestAnswerHeaders(t *testing.T) {
	_, url := newHTTP(t, emulator.Options{})
	for _, name := range []string{"one", "two"} {
		long := name + strings.Repeat("x", 200)
		send(t, url, request{target: "DynamoDB_20120810.CreateTable", body: `{"TableName":"` + long + `","BillingMode":"PAY_PER_REQUEST",
			"AttributeDefinitions":[{"AttributeName":"pk","AttributeType":"S"}],"KeySchema":[{"AttributeName":"pk","KeyType":"HASH"}]}`})
	}
	res, plain := send(t, url, request{target: listTables, body: `{}`})
	if got, want := res.Header.Get("X-Amz-Crc32"), strconv.Itoa(int(crc32.ChecksumIEEE([]byte(plain)))); got != want {
		t.Errorf("CRC32 %s, want %s", got, want)
	}
	if id := res.Header.Get("X-Amzn-Requestid"); len(id) != 52 {
		t.Errorf("request id %q", id)
	}
	long := "one" + strings.Repeat("x", 200)
	describe := request{target: "DynamoDB_20120810.DescribeTable", body: `{"TableName":"` + long + `"}`}
	_, plain = send(t, url, describe)
	describe.header = map[string]string{"Accept-Encoding": "gzip"}
	res, packed := send(t, url, describe)
	if got := res.Header.Get("Content-Encoding"); got != "gzip" {
		t.Fatalf("encoding %q of %d bytes", got, len(plain))
	}
	z, err := gzip.NewReader(bytes.NewReader([]byte(packed)))
	if err != nil {
		t.Fatal(err)
	}
	unpacked, err := io.ReadAll(z)
	if err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff(plain, string(unpacked)); diff != "" {
		t.Error(diff)
	}
}

func TestFaults(t *testing.T) {
	calls := 0
	_, url := newHTTP(t, emulator.Options{Faults: func(c emulator.Call) *emulator.Fault {
		if calls++; c.Operation == "ListTables" && calls == 1 {
			return &emulator.Fault{Code: "ThrottlingException", Message: "slow down"}
		}
		return nil
	}})
	res, body := send(t, url, request{target: listTables, body: `{}`})
	if diff := cmp.Diff(`{"__type":"com.amazonaws.dynamodb.v20120810#ThrottlingException","message":"slow down"}`, body); diff != "" || res.StatusCode != 400 {
		t.Errorf("status %d: %s", res.StatusCode, diff)
	}
	if res, _ := send(t, url, request{target: listTables, body: `{}`}); res.StatusCode != 200 {
		t.Errorf("status %d after the fault", res.StatusCode)
	}
}
