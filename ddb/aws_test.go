package ddb

import (
	"errors"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/aws/aws-sdk-go-v2/config"
)

// withoutAWS gives the test an environment in which nothing of AWS is set.
func withoutAWS(t *testing.T) {
	t.Helper()
	for _, pair := range os.Environ() {
		if name, _, _ := strings.Cut(pair, "="); strings.HasPrefix(name, "AWS_") {
			t.Setenv(name, "") // so that the test's end restores it
			os.Unsetenv(name)
		}
	}
	home := t.TempDir()
	t.Setenv("HOME", home)
	t.Setenv("AWS_CONFIG_FILE", filepath.Join(home, "config"))
	t.Setenv("AWS_SHARED_CREDENTIALS_FILE", filepath.Join(home, "credentials"))
	t.Setenv("AWS_EC2_METADATA_DISABLED", "true")
}

func TestOpenAWSSaysWhatIsMissing(t *testing.T) {
	tests := []struct {
		name    string
		env     map[string]string
		options Options
		want    string
	}{
		{"both", nil, Options{}, "no AWS region is set and no AWS credentials were found"},
		{"credentials", nil, Options{Region: "eu-west-1"}, "no AWS credentials were found"},
		{"region", map[string]string{"AWS_ACCESS_KEY_ID": "a", "AWS_SECRET_ACCESS_KEY": "b"}, Options{}, "no AWS region is set"},
		{"profile", nil, Options{Profile: "work"}, "load AWS configuration: failed to get shared config profile, work"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			withoutAWS(t)
			for name, value := range tt.env {
				t.Setenv(name, value)
			}
			tt.options.AWS = true
			_, err := Open(t.Context(), tt.options)
			if err == nil || err.Error() != tt.want {
				t.Errorf("got  %v\nwant %s", err, tt.want)
			}
		})
	}
}

func TestOpenAWS(t *testing.T) {
	withoutAWS(t)
	t.Setenv("AWS_ACCESS_KEY_ID", "a")
	t.Setenv("AWS_SECRET_ACCESS_KEY", "b")
	t.Setenv("AWS_REGION", "eu-west-1")
	conn, err := Open(t.Context(), Options{AWS: true})
	if err != nil {
		t.Fatal(err)
	}
	defer conn.Close()
	if conn.Engine != "AWS eu-west-1" || !conn.Tagged {
		t.Errorf("got engine %q, tagged %t", conn.Engine, conn.Tagged)
	}
}

// A metadata service that never answers is given up; it is asked for a token
// and then, as the SDK does, for the credentials.
func TestMetadataIsBounded(t *testing.T) {
	withoutAWS(t)
	t.Setenv("AWS_EC2_METADATA_DISABLED", "false")
	silent := httptest.NewServer(http.HandlerFunc(func(_ http.ResponseWriter, r *http.Request) {
		<-r.Context().Done()
	}))
	t.Cleanup(silent.Close)
	t.Setenv("AWS_EC2_METADATA_SERVICE_ENDPOINT", silent.URL)

	cfg, err := config.LoadDefaultConfig(t.Context(), awsChain(Options{Region: "eu-west-1"}, time.Millisecond)...)
	if err != nil {
		t.Fatal(err)
	}
	err = complete(t.Context(), cfg)
	if want := "no AWS credentials were found"; err == nil || err.Error() != want {
		t.Errorf("got %v, want %s", err, want)
	}
	if !errors.Is(err, errNoMetadata) {
		t.Errorf("%v does not unwrap to %v", err, errNoMetadata)
	}
}
