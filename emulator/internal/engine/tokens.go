package engine

import (
	"bytes"
	"encoding/json"
	"sync"
	"time"

	"github.com/cespare/xxhash/v2"

	"github.com/ddbpatterns/ddbpatterns/emulator/internal/fault"
)

// tokenLife is how long a ClientRequestToken is remembered (API reference,
// TransactWriteItems).
const tokenLife = 10 * time.Minute

// tokens remembers the transactions that were done, so that one sent again
// under its token is not done again.
type tokens struct {
	now func() time.Time

	mu    sync.Mutex
	done  map[string]finished // guarded by mu
	order []string            // tokens by age; guarded by mu
}

// finished is a transaction that was done.
type finished struct {
	request uint64 // digest of its body
	answer  string
	at      time.Time
}

func newTokens(now func() time.Time) *tokens {
	if now == nil {
		now = time.Now
	}
	return &tokens{now: now, done: map[string]finished{}}
}

// once does the request unless its token was used; then it answers as before,
// or refuses a token that came with another request.
func (ts *tokens) once(q *request, out []byte, do func(out []byte) ([]byte, error)) ([]byte, error) {
	token := q.parts.token.string
	if token == "" {
		return do(out)
	}
	ts.mu.Lock()
	defer ts.mu.Unlock()
	ts.forgetLocked()
	hash := digest(q.body)
	if known, ok := ts.done[token]; ok {
		if known.request != hash {
			return out, &fault.Error{
				Code:    "IdempotentParameterMismatchException",
				Message: "An item with this request token already exists, but the parameters differ",
			}
		}
		return append(out, known.answer...), nil
	}
	start := len(out)
	out, err := do(out)
	if err == nil {
		ts.done[token] = finished{hash, string(out[start:]), ts.now()}
		ts.order = append(ts.order, token)
	}
	return out, err
}

// digest is a hash of a body's content. SDKs write the members of a map in any
// order, so the same request sent again may have other bytes.
func digest(body []byte) uint64 {
	var content any
	d := json.NewDecoder(bytes.NewReader(body))
	d.UseNumber()
	_ = d.Decode(&content)             // the body has been read before
	sorted, _ := json.Marshal(content) // what was decoded can be encoded
	return xxhash.Sum64(sorted)
}

func (ts *tokens) forgetLocked() {
	now := ts.now()
	for len(ts.order) > 0 && now.Sub(ts.done[ts.order[0]].at) >= tokenLife {
		delete(ts.done, ts.order[0])
		ts.order = ts.order[1:]
	}
}
