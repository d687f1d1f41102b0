package sharding

import (
	"bytes"
	"encoding/base64"
	"encoding/json"
	"fmt"
	"unicode/utf8"
)

// cursorVersion is the form of the cursors that are made; others are refused.
const cursorVersion = 1

// maxCursor is more than a cursor of ours over maxShards shards with sort keys of
// 1,024 bytes, the most that DynamoDB allows, can come to in practice; a longer
// one is not decoded.
const maxCursor = 1 << 24

// CursorError says why a cursor was refused.
type CursorError struct {
	Reason string // "it is for 10 shards, the feed has 16"
}

// Error says what is wrong with the cursor, never what is in it.
func (e *CursorError) Error() string { return "cursor: " + e.Reason }

// position is how far a feed has come in one shard.
type position struct {
	After string `json:"a,omitempty"` // the sort key to go on from; empty before the first page
	Shown bool   `json:"s,omitempty"` // the item with that sort key was shown
	Over  bool   `json:"o,omitempty"` // all of the shard was shown
}

// advance moves a shard up to where its page ended, at the sort key last of some
// shard: what comes into this one above it is too new for the pages that follow.
func (p *position) advance(last string) {
	if p.After == "" || p.After > last {
		*p = position{After: last, Over: p.Over}
	}
}

// cursorText is a cursor before it is encoded.
type cursorText struct {
	Version int        `json:"v"`
	Base    string     `json:"b"`
	At      []position `json:"at"` // one for each shard
}

// cursor returns the cursor of the page after at; empty when all shards are over.
func (f Feed) cursor(at []position) string {
	over := true
	for _, p := range at {
		over = over && p.Over
	}
	if over {
		return ""
	}
	// Strings, numbers and booleans always have a JSON form.
	text, _ := json.Marshal(cursorText{Version: cursorVersion, Base: f.Base, At: at})
	return base64.RawURLEncoding.EncodeToString(text)
}

// positions reads a cursor; an empty one is before the newest item of each shard.
func (f Feed) positions(cursor string) ([]position, error) {
	if cursor == "" {
		return make([]position, f.Sharder.Shards()), nil
	}
	c, ok := decodeCursor(cursor)
	switch shards := f.Sharder.Shards(); {
	case !ok:
		return nil, &CursorError{"it is not one of a feed's"}
	case c.Version != cursorVersion:
		return nil, &CursorError{fmt.Sprintf("it is of version %d, this program reads version %d", c.Version, cursorVersion)}
	case c.Base != f.Base:
		return nil, &CursorError{"it is for another feed"}
	case len(c.At) != shards:
		return nil, &CursorError{fmt.Sprintf("it is for %d shards, the feed has %d", len(c.At), shards)}
	}
	for _, p := range c.At {
		if len(p.After) > maxSortKey || !utf8.ValidString(p.After) {
			return nil, &CursorError{"it holds a position that no item can have"}
		}
	}
	return c.At, nil
}

// maxSortKey is the longest sort key that DynamoDB allows, in bytes (Developer
// Guide, "Constraints", partition keys and sort keys).
const maxSortKey = 1024

func decodeCursor(cursor string) (c cursorText, ok bool) {
	if len(cursor) > maxCursor {
		return c, false
	}
	text, err := base64.RawURLEncoding.Strict().DecodeString(cursor)
	if err != nil {
		return c, false
	}
	decoder := json.NewDecoder(bytes.NewReader(text))
	decoder.DisallowUnknownFields()
	if err := decoder.Decode(&c); err != nil {
		return c, false
	}
	return c, !decoder.More()
}
