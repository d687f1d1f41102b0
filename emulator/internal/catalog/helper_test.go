package catalog_test

import (
	"encoding/json"
	"fmt"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/ddbpatterns/ddbpatterns/emulator/internal/catalog"
	"github.com/ddbpatterns/ddbpatterns/emulator/internal/value"
	"github.com/ddbpatterns/ddbpatterns/emulator/internal/wire"
)

// clock is a clock that a test moves.
type clock struct {
	mu sync.Mutex
	at time.Time
}

func newClock() *clock { return &clock{at: time.Date(2026, 10, 20, 12, 0, 0, 0, time.UTC)} }

func (c *clock) Now() time.Time {
	c.mu.Lock()
	defer c.mu.Unlock()
	return c.at
}

func (c *clock) Advance(d time.Duration) {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.at = c.at.Add(d)
}

// fixture is a catalog, its clock and the test that it is for.
type fixture struct {
	*testing.T
	*catalog.Catalog
	*clock
}

// newFixture returns an empty catalog that is checked when the test ends.
func newFixture(t *testing.T, o catalog.Options) *fixture {
	t.Helper()
	f := &fixture{T: t, clock: newClock()}
	o.Now = f.Now
	f.Catalog = catalog.New(o)
	t.Cleanup(func() {
		if err := f.Check(); err != nil {
			t.Error(err)
		}
	})
	return f
}

// do calls an operation and returns its answer as decoded JSON.
func (f *fixture) do(op, body string) map[string]any {
	f.Helper()
	answer, err := f.try(op, body)
	if err != nil {
		f.Fatalf("%s %s: %v", op, body, err)
	}
	return answer
}

func (f *fixture) try(op, body string) (map[string]any, error) {
	f.Helper()
	answer, handled, err := f.Call(op, []byte(body))
	if !handled {
		f.Fatalf("%s is not handled", op)
	}
	if err != nil {
		return nil, err
	}
	text, err := json.Marshal(answer)
	if err != nil {
		f.Fatal(err)
	}
	var m map[string]any
	if err := json.Unmarshal(text, &m); err != nil {
		f.Fatal(err)
	}
	return m, nil
}

// fails checks that a call ends in exactly this error: its code, a colon, its message.
func (f *fixture) fails(op, body, want string) {
	f.Helper()
	if _, err := f.try(op, body); err == nil || err.Error() != want {
		f.Errorf("%s %s\n got %v\nwant %s", op, body, err, want)
	}
}

// create makes a table with the key pk, and more members of the request.
func (f *fixture) create(name string, members ...string) {
	f.Helper()
	f.do("CreateTable", simple(name, members...))
}

func simple(name string, members ...string) string {
	return fmt.Sprintf(`{"TableName":%q,"AttributeDefinitions":[{"AttributeName":"pk","AttributeType":"S"}],
		"KeySchema":[{"AttributeName":"pk","KeyType":"HASH"}],"BillingMode":"PAY_PER_REQUEST"%s}`,
		name, strings.Join(append([]string{""}, members...), ","))
}

// status is the table's, by DescribeTable.
func (f *fixture) status(name string) string {
	f.Helper()
	return f.table(name)["TableStatus"].(string)
}

func (f *fixture) table(name string) map[string]any {
	f.Helper()
	return f.do("DescribeTable", fmt.Sprintf(`{"TableName":%q}`, name))["Table"].(map[string]any)
}

// put stores an item as the engine does.
func (f *fixture) put(table, item string) {
	f.Helper()
	t, err := f.Open(table)
	if err != nil {
		f.Fatal(err)
	}
	it := parse(f.T, item)
	t.Mu.Lock()
	defer t.Mu.Unlock()
	k, ok := t.Data.Keys.Of(it)
	if !ok {
		f.Fatalf("%s has no key of %s", item, table)
	}
	var before value.Item
	old := t.Data.Tree.Get(k)
	if old != nil {
		before = old.Item()
	}
	t.Data.Put(old, k, it, it.Size(), t.Data.Changes(before, it))
	t.Record(before, it, false)
}

// remove deletes the item with the key.
func (f *fixture) remove(table, key string) {
	f.Helper()
	t, err := f.Open(table)
	if err != nil {
		f.Fatal(err)
	}
	t.Mu.Lock()
	defer t.Mu.Unlock()
	k, _ := t.Data.Keys.Of(parse(f.T, key))
	if r := t.Data.Tree.Get(k); r != nil {
		t.Data.Delete(r, t.Data.Changes(r.Item(), ""))
		t.Record(r.Item(), "", false)
	}
}

// count is the number of items in a table.
func (f *fixture) count(table string) int {
	f.Helper()
	t, err := f.Open(table)
	if err != nil {
		f.Fatal(err)
	}
	t.Mu.RLock()
	defer t.Mu.RUnlock()
	return t.Data.Tree.Count()
}

func parse(t testing.TB, item string) value.Item {
	t.Helper()
	var d value.Decoder
	it, invalid, err := d.Item(wire.NewReader([]byte(item)))
	if err != nil || invalid != nil {
		t.Fatal(item, err, invalid)
	}
	return it
}
