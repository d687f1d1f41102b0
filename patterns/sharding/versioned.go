package sharding

import (
	"context"
	"fmt"
	"slices"
	"strconv"

	"github.com/ddbpatterns/ddbpatterns/patterns/gather"
)

// Version is one way in which a key was split: a number that stands in its keys
// and how many shards it has. It is a Sharder with a calculated suffix, safe for
// concurrent use. The zero Version is the key before it was split: one shard, no
// suffix.
type Version struct {
	number int
	shards int
}

// NewVersion returns version number of a key, split over so many shards. Version
// 0 is the key before it was split and has 1 shard.
func NewVersion(number, shards int) (Version, error) {
	if err := checkShards(shards); err != nil {
		return Version{}, err
	}
	switch {
	case number < 0:
		return Version{}, fmt.Errorf("a version is numbered from 0, got %d", number)
	case number == 0 && shards != 1:
		return Version{}, fmt.Errorf("version 0 is the key before it was split, with 1 shard, got %d", shards)
	}
	return Version{number: number, shards: shards}, nil
}

// Number is the number in the version's keys.
func (v Version) Number() int { return v.number }

// Shards is how many shards the version has.
func (v Version) Shards() int { return max(v.shards, 1) }

// Shard is the shard of id, always the same.
func (v Version) Shard(id string) int { return Calculated{shards: v.Shards()}.Shard(id) }

// Key is the partition key of one shard of base, as in EVENTS#2026-10-20#v2#7;
// base itself for version 0.
func (v Version) Key(base string, shard int) string {
	if v.number == 0 {
		return base
	}
	return Key(base+"#v"+strconv.Itoa(v.number), shard)
}

// Versioned is all versions that rows of a key may be found in. Rows are written
// in the newest and read in each, so that the number of shards can change while
// the table is in use. It is safe for concurrent use.
type Versioned struct {
	versions []Version // oldest first, at least one
}

// NewVersioned returns the given versions, in any order. It fails without any,
// and when two have the same number.
func NewVersioned(versions ...Version) (Versioned, error) {
	if len(versions) == 0 {
		return Versioned{}, fmt.Errorf("a key needs at least 1 version, got 0")
	}
	sorted := slices.SortedFunc(slices.Values(versions), func(a, b Version) int { return a.number - b.number })
	for i, v := range sorted[1:] {
		if v.number == sorted[i].number {
			return Versioned{}, fmt.Errorf("version %d comes twice", v.number)
		}
	}
	return Versioned{versions: sorted}, nil
}

// Current is the version to write in. The zero Versioned is a key never split.
func (v Versioned) Current() Version {
	if len(v.versions) == 0 {
		return Version{}
	}
	return v.versions[len(v.versions)-1]
}

// All is the versions to read, oldest first.
func (v Versioned) All() []Version {
	if len(v.versions) == 0 {
		return []Version{{}}
	}
	return slices.Clone(v.versions)
}

// Old is the versions that are read and no longer written.
func (v Versioned) Old() []Version {
	all := v.All()
	return all[:len(all)-1]
}

// Gather reads every shard of every version of base and returns how many items
// each version holds, oldest first. Each item is given to visit, which may be nil,
// with the number of its version; see gather.Each for the rest of its contract.
//
// The versions are read one after another, oldest first, the shards of each side
// by side. A row that is copied to a newer version and then deleted in its old one
// meanwhile is then seen at least once if q asks for consistent reads: if it is no
// longer in the old version, it is in the newer, which is read later. A row seen
// twice is visited twice.
func (v Versioned) Gather(ctx context.Context, q gather.Query, base string, visit func(version int, item gather.Item) error) ([]int, error) {
	counts := make([]int, 0, len(v.versions))
	for _, version := range v.All() {
		var each func(int, gather.Item) error
		if visit != nil {
			each = func(_ int, item gather.Item) error { return visit(version.number, item) }
		}
		perShard, err := Gather(ctx, q, base, version, each)
		if err != nil {
			return nil, fmt.Errorf("version %d: %w", version.number, err)
		}
		total := 0
		for _, n := range perShard {
			total += n
		}
		counts = append(counts, total)
	}
	return counts, nil
}
