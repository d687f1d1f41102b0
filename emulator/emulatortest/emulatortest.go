// Package emulatortest is the contract of a DynamoDB engine as a test: what
// applications trip over, in cases that DynamoDB itself decides. It is to an
// engine what testing/slogtest is to a log handler.
//
// Whoever has an engine, or uses one in tests, points an SDK client at it:
//
//	func TestEngine(t *testing.T) {
//		client := dynamodb.NewFromConfig(cfg, func(o *dynamodb.Options) {
//			o.BaseEndpoint = aws.String("http://127.0.0.1:8000")
//		})
//		emulatortest.Run(t, emulatortest.Engine{Name: "mine", Client: client})
//	}
//
// Each check is a subtest, "case/check". What an engine is known to get wrong
// goes into Engine.Known with its reason: the check is then skipped with that
// reason for as long as it fails, and fails once it passes, so that the list
// stays true. Messages are compared whole; an engine with words of its own sets
// Engine.TypesOnly.
//
// A run makes six tables of random names and drops them, writes about 30 MB and
// takes a second or two on an engine in memory. On DynamoDB it costs some 30,000
// write units, a few cents; global indexes lag there, so a check that reads one
// just after a write may have to be run again.
package emulatortest

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"testing"

	"github.com/aws/aws-sdk-go-v2/service/dynamodb"
)

// Engine is what Run tests. Name and Client must be set.
type Engine struct {
	Name   string // for messages
	Client *dynamodb.Client

	// Known are the checks that the engine fails, by Check.Name, each with the
	// reason. A name that is no check's is an error.
	Known map[string]string

	// Partial, if not nil, is a client through which the engine leaves every
	// second put, delete or key of a batch unprocessed, as under throttling. The
	// checks that need it are skipped without it.
	Partial *dynamodb.Client

	// TypesOnly has an error's type compared but not its message.
	TypesOnly bool
}

// Case is one situation and its right answer, in one check or several.
type Case struct {
	Number int    // stays the same for ever; numbers are not consecutive
	Name   string // the situation
	Right  string // what DynamoDB does
	Checks []Check
}

// Check is one part of a case. Checks do not depend on each other.
type Check struct {
	Name string // "case number/check", unique
	run  func(*env) error
}

// Cases returns all cases in the order of their numbers. The slices are the
// caller's own.
func Cases() []Case {
	cases := slices.Concat(typeCases(), transactionCases(), pageCases(), orderCases(), conditionCases(), indexCases(),
		batchCases(), numberCases(), emptyCases(), sizeCases(), updateCases(), placeholderCases(), ttlCases())
	slices.SortFunc(cases, func(a, b Case) int { return a.Number - b.Number })
	for _, c := range cases {
		for i := range c.Checks {
			c.Checks[i].Name = fmt.Sprintf("%d/%s", c.Number, c.Checks[i].Name)
		}
	}
	return cases
}

// Run runs every check on the engine as a subtest of t, one after the other.
func Run(t *testing.T, e Engine) {
	t.Helper()
	tables, err := newTables(t.Context(), e.Client)
	if err != nil {
		t.Fatalf("%s: %v", e.Name, err)
	}
	t.Cleanup(func() {
		// The test's own context has ended by now.
		if err := tables.drop(context.Background()); err != nil {
			t.Errorf("%s: %v", e.Name, err)
		}
	})
	for _, name := range unknown(e.Known) {
		t.Errorf("%s: Known names %q, which is no check", e.Name, name)
	}
	for _, c := range Cases() {
		t.Run(fmt.Sprintf("%d %s", c.Number, c.Name), func(t *testing.T) {
			for _, check := range c.Checks {
				t.Run(check.Name, func(t *testing.T) { e.judge(t, c, check, tables) })
			}
		})
	}
}

// unknown returns the names that are no check's.
func unknown(known map[string]string) (names []string) {
	checks := map[string]bool{}
	for _, c := range Cases() {
		for _, check := range c.Checks {
			checks[check.Name] = true
		}
	}
	for name := range known {
		if !checks[name] {
			names = append(names, name)
		}
	}
	slices.Sort(names)
	return names
}

func (e Engine) judge(t *testing.T, c Case, check Check, tables *tables) {
	err := check.run(&env{ctx: t.Context(), client: e.Client, partial: e.Partial, tables: tables, pk: check.Name, typesOnly: e.TypesOnly})
	if errors.Is(err, errNoPartial) {
		t.Skipf("%s: %v", e.Name, err)
	}
	switch reason, known := e.Known[check.Name]; verdictOf(known, err) {
	case excused:
		t.Skipf("%s is known to fail: %s\n%v", e.Name, reason, err)
	case outdated:
		t.Errorf("%s passes now: take it out of Known (%s)", e.Name, reason)
	case wrong:
		t.Errorf("%s: %v\nright: %s", e.Name, err, c.Right)
	}
}

// errNoPartial ends a check that needs Engine.Partial.
var errNoPartial = errors.New("Engine.Partial is not set")

// verdict is what a check's outcome means.
type verdict int

const (
	right    verdict = iota
	wrong            // a failure that Known does not have
	excused          // a failure that Known has
	outdated         // Known has it, and it passes
)

func verdictOf(known bool, err error) verdict {
	switch {
	case known && err != nil:
		return excused
	case known:
		return outdated
	case err != nil:
		return wrong
	}
	return right
}
