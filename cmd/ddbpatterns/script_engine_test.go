package main

import (
	"bufio"
	"context"
	"net"
	"net/http"
	"net/http/httptest"
	"os"
	"os/exec"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"syscall"

	"github.com/aws/aws-sdk-go-v2/aws"
	"github.com/aws/aws-sdk-go-v2/service/dynamodb"
	"github.com/aws/aws-sdk-go-v2/service/dynamodb/types"
	"github.com/rogpeppe/go-internal/testscript"

	"github.com/ddbpatterns/ddbpatterns/ddb"
)

// scriptServe starts "ddbpatterns serve" on a free port, sets ENDPOINT to where
// it answers, and expects it to end well when the script does.
func scriptServe(ts *testscript.TestScript, _ bool, args []string) {
	cmd := exec.Command("ddbpatterns", append([]string{"serve", "--addr", "127.0.0.1:0"}, args...)...)
	talk, err := cmd.StderrPipe()
	ts.Check(err)
	ts.Check(cmd.Start())
	lines := bufio.NewScanner(talk)
	lines.Scan()
	words := strings.Fields(lines.Text()) // serving DynamoDB on URL until Ctrl-C
	ts.Defer(func() {
		_ = cmd.Process.Signal(os.Interrupt)
		for lines.Scan() {
		}
		if err := cmd.Wait(); err != nil {
			ts.Logf("serve: %v", err)
			ts.Fatalf("serve did not end well")
		}
	})
	if len(words) < 4 {
		ts.Fatalf("serve said %q", lines.Text())
	}
	ts.Setenv("ENDPOINT", words[3])
	ts.Setenv("ADDR", strings.TrimPrefix(words[3], "http://"))
}

// scriptAnswer is "answer 500 text/plain body": an endpoint that gives any
// request this answer.
func scriptAnswer(ts *testscript.TestScript, _ bool, args []string) {
	status, err := strconv.Atoi(args[0])
	ts.Check(err)
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) {
		w.Header().Set("Content-Type", args[1])
		w.WriteHeader(status)
		_, _ = w.Write([]byte(args[2]))
	}))
	ts.Defer(server.Close)
	ts.Setenv("ENDPOINT", server.URL)
}

// scriptRefuse sets ENDPOINT to a port where nothing listens.
func scriptRefuse(ts *testscript.TestScript, _ bool, _ []string) {
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	ts.Check(err)
	ts.Setenv("ENDPOINT", "http://"+listener.Addr().String())
	ts.Check(listener.Close())
}

func scriptClient(ts *testscript.TestScript) *dynamodb.Client {
	conn, err := ddb.Open(context.Background(), ddb.Options{EndpointURL: ts.Getenv("ENDPOINT")})
	ts.Check(err)
	ts.Defer(func() { _ = conn.Close() })
	return conn.DynamoDB
}

// scriptTable is "table name key": a table that another program made.
func scriptTable(ts *testscript.TestScript, _ bool, args []string) {
	_, err := scriptClient(ts).CreateTable(context.Background(), &dynamodb.CreateTableInput{
		TableName:            aws.String(args[0]),
		KeySchema:            []types.KeySchemaElement{{AttributeName: aws.String(args[1]), KeyType: types.KeyTypeHash}},
		AttributeDefinitions: []types.AttributeDefinition{{AttributeName: aws.String(args[1]), AttributeType: types.ScalarAttributeTypeS}},
		BillingMode:          types.BillingModePayPerRequest,
	})
	ts.Check(err)
}

// scriptTables is "tables a b": exactly these tables are at ENDPOINT.
func scriptTables(ts *testscript.TestScript, _ bool, want []string) {
	got, err := ddb.NewTables(scriptClient(ts), ddb.TableOptions{}).List(context.Background())
	ts.Check(err)
	if !slices.Equal(got, want) {
		ts.Fatalf("tables %v, want %v", got, want)
	}
}

// scriptDuring is "during close 0 program args" or "during SIGINT 130 …": once
// the program has shown its first call, close its output or signal it, and
// expect this exit code. What it says on standard error goes to the file talk.
func scriptDuring(ts *testscript.TestScript, _ bool, args []string) {
	want, err := strconv.Atoi(args[1])
	ts.Check(err)
	cmd := exec.Command(args[2], args[3:]...)
	cmd.Env = append(os.Environ(), "HOME=/no-home")
	talk, err := os.Create(ts.MkAbs("talk"))
	ts.Check(err)
	cmd.Stderr = talk
	answer, err := cmd.StdoutPipe()
	ts.Check(err)
	ts.Check(cmd.Start())
	lines := bufio.NewScanner(answer)
	for lines.Scan() && !strings.HasPrefix(lines.Text(), ">>> ") {
	}
	if args[0] == "close" {
		ts.Check(answer.Close())
	} else {
		ts.Check(cmd.Process.Signal(signalNamed(ts, args[0])))
		for lines.Scan() {
		}
	}
	err = cmd.Wait()
	ts.Check(talk.Close())
	ts.Logf("%s", ts.ReadFile("talk"))
	if got := cmd.ProcessState.ExitCode(); got != want {
		ts.Fatalf("exit code %d (%v), want %d", got, err, want)
	}
}

func signalNamed(ts *testscript.TestScript, name string) os.Signal {
	switch name {
	case "SIGINT":
		return os.Interrupt
	case "SIGTERM":
		return syscall.SIGTERM
	}
	ts.Fatalf("unknown signal %s", name)
	return nil
}

// scriptFlatten is "flatten file": ports, times and sizes in it become N.
func scriptFlatten(ts *testscript.TestScript, _ bool, args []string) {
	text := ts.ReadFile(args[0])
	for _, vary := range []struct{ pattern, with string }{
		{`127\.0\.0\.1:\d+`, "127.0.0.1:N"},
		{`\d+\.\d\d s, \d+ MB`, "N s, N MB"},
	} {
		text = regexp.MustCompile(vary.pattern).ReplaceAllString(text, vary.with)
	}
	ts.Check(os.WriteFile(ts.MkAbs("flat"), []byte(text), 0o644))
}
