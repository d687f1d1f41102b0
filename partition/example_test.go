package partition_test

import (
	"fmt"
	"time"

	"github.com/ddbpatterns/ddbpatterns/partition"
)

// Ten seconds of 3,000 writes a second: to one key, and to the same key with one of ten suffixes.
func Example() {
	for _, shards := range []int{1, 10} {
		table := partition.New(partition.Options{})
		accepted := 0
		for i := range 30_000 {
			at := time.Duration(i) * time.Second / 3000
			key := partition.Key{Partition: fmt.Sprintf("EVENTS#2026-10-20#%d", i%shards)}
			verdict := table.Write(at, partition.Write{Key: key, Units: partition.WriteUnits(0, 300, partition.Strong)})
			if verdict.Admitted() {
				accepted++
			}
		}
		fmt.Printf("%d shards: %d writes a second accepted\n", shards, accepted/10)
		for _, p := range table.Snapshot(10 * time.Second).Table.Partitions {
			fmt.Printf("  partition %d: %v units written, %d requests throttled\n", p.ID, p.Load.Write, p.Load.Throttled)
		}
	}
	// Output:
	// 1 shards: 1000 writes a second accepted
	//   partition 1: 0 units written, 0 requests throttled
	//   partition 2: 0 units written, 0 requests throttled
	//   partition 3: 10000 units written, 20000 requests throttled
	//   partition 4: 0 units written, 0 requests throttled
	// 10 shards: 2500 writes a second accepted
	//   partition 1: 6000 units written, 0 requests throttled
	//   partition 2: 6000 units written, 0 requests throttled
	//   partition 3: 10000 units written, 5000 requests throttled
	//   partition 4: 3000 units written, 0 requests throttled
}

func ExampleReadUnits() {
	fmt.Println(partition.ReadUnits(3000, partition.Eventual), partition.ReadUnits(5000, partition.Strong))
	// Output: 0.5 2
}

// A throttled request says which limit it met.
func ExampleTable_Read() {
	table := partition.New(partition.Options{Throughput: partition.Throughput{Read: 1, Write: 1}})
	read := partition.Read{Key: partition.Key{Partition: "PRODUCT#1"}, Units: partition.Unit}
	fmt.Println(table.Read(0, read).Reason)
	fmt.Println(table.Read(0, read).Reason)
	// Output:
	// None
	// TableReadProvisionedThroughputExceeded
}

func ExampleTable_Throttled() {
	table := partition.New(partition.Options{})
	for i := range 2000 {
		key := partition.Key{Partition: "TENANT#large"}
		if i%10 == 0 {
			key.Partition = fmt.Sprintf("TENANT#%d", i)
		}
		table.Write(0, partition.Write{Key: key, Units: partition.Unit})
	}
	for _, k := range table.Throttled("", 1) {
		fmt.Println(k.Partition, k.Count)
	}
	// Output:
	// TENANT#large 827
}
