package partition_test

import (
	"testing"
	"time"

	"github.com/ddbpatterns/ddbpatterns/partition"
)

func TestPublished(t *testing.T) {
	for _, e := range partition.Published() {
		s := time.Now()
		for _, f := range e.Run() {
			t.Logf("%s | %s | %s | %d | [%d %d] %v", e.ID, f.What, f.Published, f.Modelled, f.Low, f.High, f.Met())
		}
		t.Log(time.Since(s))
	}
}
