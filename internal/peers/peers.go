// Package peers starts the other servers that this module's tests run against,
// where they are installed: under .engines in the repository's root, on the PATH,
// or where an environment variable says.
package peers

import (
	"errors"
	"os"
	"os/exec"
	"path/filepath"
	"testing"
)

// Program is a server that is not ours.
type Program struct {
	Name     string
	Variable string // of the environment; where set, it names the program

	path    string // from the repository's root, if it may be there
	install string // the command that installs it
	args    func(host, port string) []string
}

const installEngines = "npm install --prefix .engines @dynoxide/linux-x64 dynalite"

// Dynoxide is the DynamoDB engine of the npm package @dynoxide/linux-x64.
func Dynoxide() Program {
	return Program{
		Name: "dynoxide", Variable: "DDBPATTERNS_DYNOXIDE",
		path:    ".engines/node_modules/@dynoxide/linux-x64/dynoxide",
		install: installEngines,
		args:    func(_, port string) []string { return []string{"--port", port} },
	}
}

// Dynalite is the DynamoDB engine of the npm package dynalite. Its tables take
// 50 ms to make or delete, as DynamoDB's take longer.
func Dynalite() Program {
	return Program{
		Name: "dynalite", Variable: "DDBPATTERNS_DYNALITE",
		path:    ".engines/node_modules/.bin/dynalite",
		install: installEngines,
		args: func(host, port string) []string {
			return []string{"--host", host, "--createTableMs", "50", "--deleteTableMs", "50", "--port", port}
		},
	}
}

// Redis is redis-server with nothing on disk.
func Redis() Program {
	return Program{
		Name: "redis-server", Variable: "DDBPATTERNS_REDIS",
		install: "apt-get install redis-server",
		args: func(host, port string) []string {
			return []string{"--bind", host, "--port", port, "--save", "", "--appendonly", "no"}
		},
	}
}

// Engines are the DynamoDB engines in a fixed order.
func Engines() []Program { return []Program{Dynoxide(), Dynalite()} }

// find returns the program's file. Where it is not installed the test is
// skipped, or fails if DDBPATTERNS_ENGINES is "require", as where all have been
// installed.
func (p Program) find(t testing.TB) string {
	t.Helper()
	if path := os.Getenv(p.Variable); path != "" {
		return path
	}
	if root, err := root(); err == nil && p.path != "" {
		path := filepath.Join(root, p.path)
		if _, err := os.Stat(path); err == nil {
			return path
		}
	}
	if path, err := exec.LookPath(p.Name); err == nil {
		return path
	}
	const how = "%s is not installed: set %s to it, or: %s"
	if os.Getenv("DDBPATTERNS_ENGINES") == "require" {
		t.Fatalf(how, p.Name, p.Variable, p.install)
	}
	t.Skipf(how, p.Name, p.Variable, p.install)
	return ""
}

// root is the nearest directory up from the test's own that has a go.mod.
func root() (string, error) {
	dir, err := os.Getwd()
	if err != nil {
		return "", err
	}
	for {
		if _, err := os.Stat(filepath.Join(dir, "go.mod")); err == nil {
			return dir, nil
		}
		parent := filepath.Dir(dir)
		if parent == dir {
			return "", errors.New("no go.mod above the working directory")
		}
		dir = parent
	}
}
