package emulator_test

import (
	"context"
	"errors"
	"io"
	"net/http"
	"strings"
	"testing"

	"github.com/aws/aws-sdk-go-v2/service/dynamodb"
	"github.com/google/go-cmp/cmp"

	"github.com/ddbpatterns/ddbpatterns/emulator"
)

// TestHTTPClient uses the configuration's HTTP client as others than the SDK may.
func TestHTTPClient(t *testing.T) {
	srv := emulator.New(emulator.Options{})
	defer srv.Close()
	for name, body := range map[string]io.Reader{
		"of known length":   strings.NewReader(`{}`),
		"of unknown length": io.MultiReader(strings.NewReader(`{`), strings.NewReader(`}`)),
	} {
		r, err := http.NewRequest(http.MethodPost, "http://embedded.invalid", body)
		if err != nil {
			t.Fatal(err)
		}
		r.Header.Set("X-Amz-Target", listTables)
		res, err := srv.Config().HTTPClient.Do(r)
		if err != nil {
			t.Fatal(err)
		}
		got, err := io.ReadAll(res.Body)
		if diff := cmp.Diff(`{"TableNames":[]}`, string(got)); diff != "" || err != nil || res.StatusCode != 200 {
			t.Errorf("a body %s: %v, status %d, %s", name, err, res.StatusCode, diff)
		}
	}
}

// TestCancelledCall does not reach the engine.
func TestCancelledCall(t *testing.T) {
	calls := 0
	srv := emulator.New(emulator.Options{Faults: func(emulator.Call) *emulator.Fault { calls++; return nil }})
	defer srv.Close()
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	if _, err := srv.Client().ListTables(ctx, &dynamodb.ListTablesInput{}); !errors.Is(err, context.Canceled) || calls != 0 {
		t.Errorf("%d calls, %v", calls, err)
	}
}

// TestOthersEnvironment is not read: the engine has its own region and keys.
func TestOthersEnvironment(t *testing.T) {
	for name, v := range map[string]string{
		"AWS_ENDPOINT_URL": "http://127.0.0.1:1", "AWS_REGION": "mars-1", "AWS_ACCESS_KEY_ID": "theirs", "AWS_SECRET_ACCESS_KEY": "theirs", "AWS_PROFILE": "theirs",
	} {
		t.Setenv(name, v)
	}
	srv := emulator.New(emulator.Options{})
	defer srv.Close()
	if _, err := srv.Client().ListTables(t.Context(), &dynamodb.ListTablesInput{}); err != nil {
		t.Error(err)
	}
	if got := srv.Config().Region; got != "us-east-1" {
		t.Errorf("region %s", got)
	}
}
