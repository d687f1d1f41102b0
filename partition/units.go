package partition

import "strconv"

// Units counts capacity units in halves, so that the half unit of an eventually consistent read is exact: Units(1) is
// half a unit and prints "0.5". Read and write units are both counted so; they are never added to each other.
type Units int64

// Unit is one capacity unit.
const Unit Units = 2

// String gives the number of units in decimal, such as "0.5" or "12".
func (u Units) String() string {
	if u%2 == 0 {
		return strconv.FormatInt(int64(u/2), 10)
	}
	sign := ""
	if u < 0 {
		sign, u = "-", -u
	}
	return sign + strconv.FormatInt(int64(u/2), 10) + ".5"
}

// Float gives the number of units as a number that holds halves exactly, as ConsumedCapacity reports them.
func (u Units) Float() float64 { return float64(u) / 2 }

// Consistency is how a read or write is done, as far as its price depends on it.
type Consistency uint8

// The kinds of read. Writes know only Transactional; every other value is a plain write.
const (
	Eventual      Consistency = iota // half a unit for each 4 KB
	Strong                           // one unit for each 4 KB
	Transactional                    // two units for each 4 KB read or 1 KB written: prepare and commit
)

const (
	readBlock  = 4 << 10
	writeBlock = 1 << 10
)

// ReadUnits is the price of reading size bytes: rounded up to 4 KB, at least one block even if nothing is there.
// For GetItem, BatchGetItem and TransactGetItems size is that of one item, and the prices of several are summed; for Query
// and Scan it is the sum of the sizes of all items evaluated, before any filter. (Developer Guide, "Read and write
// operations".) Negative sizes count as zero.
func ReadUnits(size int, c Consistency) Units {
	n := blocks(size, readBlock)
	switch c {
	case Eventual:
		return n
	case Transactional:
		return 4 * n
	default:
		return 2 * n
	}
}

// WriteUnits is the price of a write that changes an item of oldSize bytes into one of newSize: the larger of the two,
// rounded up to 1 KB, at least one unit. An item that is absent before or after has size zero. A write whose condition
// fails costs the same. (Developer Guide, "Read and write operations"; for a delete of a missing item the minimum is
// customary, not documented.)
func WriteUnits(oldSize, newSize int, c Consistency) Units {
	n := 2 * blocks(max(oldSize, newSize), writeBlock)
	if c == Transactional {
		return 2 * n
	}
	return n
}

// IndexChange is what a write to an item does to its entry in one index.
type IndexChange uint8

// The changes of an index entry.
const (
	NoChange IndexChange = iota // no entry before or after, or nothing that is projected changed
	Added                       // no entry before, one after
	Updated                     // same key, other projected attributes
	Moved                       // another index key: the old entry is deleted and a new one put
	Removed                     // an entry before, none after
)

// IndexWriteUnits is the price of a change to an index entry of oldSize bytes that has newSize bytes afterwards, split
// into what is charged at the old key (a delete) and at the new key (a put). Each is rounded up to 1 KB of entry.
// An update costs the larger of both sizes. Transactional writes pay twice, as on the table. A global index pays with its
// own capacity, a local one with the table's. (Developer Guide, "Global secondary indexes" and "Local secondary indexes".)
func IndexWriteUnits(change IndexChange, oldSize, newSize int, c Consistency) (atOld, atNew Units) {
	switch change {
	case Added:
		return 0, WriteUnits(0, newSize, c)
	case Updated:
		return 0, WriteUnits(oldSize, newSize, c)
	case Moved:
		return WriteUnits(oldSize, 0, c), WriteUnits(0, newSize, c)
	case Removed:
		return WriteUnits(oldSize, 0, c), 0
	default:
		return 0, 0
	}
}

func blocks(size, block int) Units {
	return Units(max(1, (max(size, 0)-1)/block+1))
}
