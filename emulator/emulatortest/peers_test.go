package emulatortest_test

import (
	"net/http"
	"testing"

	"github.com/ddbpatterns/ddbpatterns/emulator/emulatortest"
	"github.com/ddbpatterns/ddbpatterns/internal/peers"
)

// TestPeers runs the cases on other engines, by the type of an error alone: a
// case that all engines decide alike is one that this project did not invent.
func TestPeers(t *testing.T) {
	for _, c := range []struct {
		peer  peers.Program
		known map[string]string
	}{
		{peers.Dynoxide(), dynoxideFails()},
		{peers.Dynalite(), dynaliteFails()},
	} {
		t.Run(c.peer.Name, func(t *testing.T) {
			client := newServer(t).Client(at(c.peer.Start(t).URL(), http.DefaultClient))
			emulatortest.Run(t, emulatortest.Engine{Name: c.peer.Name, Client: client, Known: c.known, TypesOnly: true})
		})
	}
}

// reasons turns what fails by its reason into the reason by what fails.
func reasons(checks map[string][]string) map[string]string {
	known := map[string]string{}
	for reason, names := range checks {
		for _, name := range names {
			known[name] = reason
		}
	}
	return known
}

// dynoxideFails are the failures of dynoxide 1.2.1.
func dynoxideFails() map[string]string {
	return reasons(map[string][]string{
		"its page ends with the item that passes 1 MB": {
			"15/query",
			"15/backwards",
			"15/a filter that takes none",
			"15/a projection",
			"15/count only",
		},
		"bounds of a filter are not compared before items are": {
			"17/filter of a query",
			"17/numbers as numbers",
			"17/two types",
			"17/filter of a scan",
		},
		"a partition key's type and length are not checked in a key condition": {
			"18/a value of another type",
			"32/in a key condition",
		},
		"a negative Limit is a SerializationException": {
			"20/Limit -1",
		},
		"keys of a batch are compared as written, not as numbers": {
			"23/a repeated key",
		},
		"the gap before an element past a list's end is filled with nulls": {
			"37/past the end",
		},
		"elements are removed one after the other, by shifted places": {
			"38/elements removed by their old places",
		},
		"a filter is not checked before there is an item to match": {
			"39/value of a filter not given",
		},
		"what is wrong with one action cancels the transaction": {
			"39/in a transaction",
		},
		"UpdateTimeToLive takes any change": {
			"40/enabled twice",
			"40/disabled when off",
		},
	})
}

// dynaliteFails are the failures of dynalite 4.0.0.
func dynaliteFails() map[string]string {
	return reasons(map[string][]string{
		"no transactions: UnknownOperationException": {
			"9/the first fails",
			"9/the last fails",
			"9/with the item",
			"9/an update that does not fit",
			"9/one item twice",
			"9/all of it or nothing",
			"9/sent again with its token",
			"21/a transaction",
			"29/101 actions",
			"39/in a transaction",
		},
		"no TTL: UnknownOperationException": {
			"40/enabled twice",
			"40/enabled on another attribute",
			"40/disabled when off",
			"40/of no table",
			"41/read by its key",
			"41/with a filter",
			"41/written again",
		},
		"nesting has no limit": {
			"7/33 levels",
			"7/33 levels by an update",
		},
		"ConsistentRead is not looked at in a scan": {
			"20/a scan of a global index",
		},
		"BatchGetItem answers more than 16 MB": {
			"25/50 items of 400 KB",
		},
		"the 25 writes of a batch are counted for each table": {
			"29/26 writes to two tables",
		},
		"a sum may be larger than any number": {
			"31/a sum that does not fit",
		},
		"empty key values are looked for only in the table's key": {
			"32/in a key condition",
			"32/as a global index's key",
			"32/as a local index's key",
			"32/empty binary as an index's key",
		},
		"sizes are counted in characters": {
			"34/by characters of three bytes",
		},
		"two missing attributes are equal": {
			"35/absent = nothing",
		},
		"elements are removed one after the other, by shifted places": {
			"38/elements removed by their old places",
		},
	})
}
