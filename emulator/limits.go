package emulator

import (
	"github.com/ddbpatterns/ddbpatterns/emulator/internal/limits"
	"github.com/ddbpatterns/ddbpatterns/partition"
)

// Limits says how tables are held to what DynamoDB's partitions serve. The zero
// value takes the published figures; docs/partitions.md has them.
type Limits struct {
	// Split says when a hot partition is split; the zero value after 5 to 12
	// minutes near its limit.
	Split partition.SplitPolicy

	// Queue is how many units of index writes may wait before a table refuses
	// writes; 0 means 180,000.
	Queue partition.Units

	// EventualHeadroom lets a partition serve 4,500 eventually consistent read
	// units a second, as once measured, instead of the documented 3,000.
	EventualHeadroom bool

	// SharedLimit makes a partition's reads and writes share one budget.
	SharedLimit bool

	// Quotas holds each table and index to DynamoDB's default quota of 40,000
	// units a second.
	Quotas bool

	// Seed feeds what is irregular, such as the moment of a split.
	Seed uint64
}

func (l *Limits) options() *limits.Options {
	if l == nil {
		return nil
	}
	o := &limits.Options{Model: partition.Options{
		Split: l.Split, Queue: l.Queue, Seed: l.Seed,
		EventualHeadroom: l.EventualHeadroom, SharedLimit: l.SharedLimit,
	}}
	if l.Quotas {
		o.Model.ReadQuota, o.Model.WriteQuota = partition.TableQuota, partition.TableQuota
	}
	return o
}

// Partitions is the state of a table's partitions as Limits holds them: ranges,
// load, throttles and splits. ok is false without Limits or without the table.
func (s *Server) Partitions(table string) (state partition.Snapshot, ok bool) {
	return s.engine.Partitions(table)
}
