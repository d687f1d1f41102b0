package main

import (
	"io"
	"net/http"
	"net/http/httptest"
	"os"
	"os/exec"
	"runtime"
	"strings"
	"syscall"
	"testing"
)

// A second Ctrl-C does not wait for the tables: here the engine answers neither
// the write nor the drop.
func TestSecondInterruptEndsAtOnce(t *testing.T) {
	if runtime.GOOS == "windows" {
		t.Skip("no signals there")
	}
	reached := make(chan string)
	described := 0
	engine := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		// Only a body that was read lets the server see the client go.
		_, _ = io.Copy(io.Discard, r.Body)
		w.Header().Set("Content-Type", "application/x-amz-json-1.0")
		switch _, op, _ := strings.Cut(r.Header.Get("X-Amz-Target"), "."); op {
		case "BatchWriteItem", "DeleteTable":
			reached <- op
			<-r.Context().Done()
		case "DescribeTable":
			if described++; described == 1 {
				w.WriteHeader(http.StatusBadRequest)
				_, _ = io.WriteString(w, `{"__type":"ResourceNotFoundException"}`)
				return
			}
			_, _ = io.WriteString(w, `{"Table":{"TableStatus":"ACTIVE"}}`)
		default:
			_, _ = io.WriteString(w, "{}")
		}
	}))
	defer engine.Close()

	cmd := exec.CommandContext(t.Context(), "ddbpatterns", "35", "--endpoint-url", engine.URL)
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	for _, op := range []string{"BatchWriteItem", "DeleteTable"} {
		if got := <-reached; got != op {
			t.Fatalf("reached %s, want %s", got, op)
		}
		if err := cmd.Process.Signal(os.Interrupt); err != nil {
			t.Fatal(err)
		}
	}
	_ = cmd.Wait() // its error is the signal
	status, ok := cmd.ProcessState.Sys().(syscall.WaitStatus)
	if !ok || status.Signal() != syscall.SIGINT {
		t.Errorf("ended with %v, want the signal", cmd.ProcessState)
	}
}
