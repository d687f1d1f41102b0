package peers_test

import (
	"io"
	"net"
	"net/http"
	"strings"
	"testing"

	"github.com/ddbpatterns/ddbpatterns/internal/peers"
)

func TestStart(t *testing.T) {
	for _, p := range peers.Engines() {
		t.Run(p.Name, func(t *testing.T) {
			r, err := http.NewRequest(http.MethodPost, p.Start(t).URL(), strings.NewReader(`{}`))
			if err != nil {
				t.Fatal(err)
			}
			r.Header.Set("X-Amz-Target", "DynamoDB_20120810.ListTables")
			r.Header.Set("Content-Type", "application/x-amz-json-1.0")
			r.Header.Set("X-Amz-Date", "20261020T000000Z")
			r.Header.Set("Authorization", "AWS4-HMAC-SHA256 Credential=x/20261020/us-east-1/dynamodb/aws4_request, SignedHeaders=host, Signature=x")
			res, err := http.DefaultClient.Do(r)
			if err != nil {
				t.Fatal(err)
			}
			defer res.Body.Close()
			body, err := io.ReadAll(res.Body)
			if err != nil || res.StatusCode != http.StatusOK || !strings.Contains(string(body), "TableNames") {
				t.Errorf("status %d, %v: %s", res.StatusCode, err, body)
			}
		})
	}
}

// TestMissing is what a machine without the engine sees.
func TestMissing(t *testing.T) {
	t.Setenv("DDBPATTERNS_ENGINES", "")
	t.Setenv("PATH", "")
	t.Setenv(peers.Dynalite().Variable, "")
	t.Chdir(t.TempDir())
	skipped := false
	t.Run("start", func(t *testing.T) {
		t.Cleanup(func() { skipped = t.Skipped() })
		peers.Dynalite().Start(t)
	})
	if !skipped {
		t.Error("not skipped")
	}
}

// TestRestart kills a server and finds another at its address.
func TestRestart(t *testing.T) {
	server := peers.Redis().Start(t)
	server.Kill()
	if _, err := net.Dial("tcp", server.Addr); err == nil {
		t.Fatal("still there after Kill")
	}
	server.Restart()
	conn, err := net.Dial("tcp", server.Addr)
	if err != nil {
		t.Fatal(err)
	}
	if err := conn.Close(); err != nil {
		t.Error(err)
	}
}
