package partition

// Experiment is a published measurement of DynamoDB that can be repeated on the model.
type Experiment struct {
	ID      string // "L1"; joined by commas if they were made on one table, one after the other
	Setting string // the table and the client
	Source  string
	run     func() []Figure
}

// Figure is one measured figure: as it was published and as the model gives it.
type Figure struct {
	What      string // with its unit, such as "writes accepted a second"
	Published string
	Low, High int64 // the tolerance, both ends included
	Modelled  int64
	Note      string // what the simulated client assumes, or what the figure was fitted to
	Unmet     string // why the figure is known to lie outside its tolerance; empty if it should be inside
}

// Met tells whether the modelled figure is inside the tolerance.
func (f Figure) Met() bool { return f.Low <= f.Modelled && f.Modelled <= f.High }

// Run plays the experiment on a fresh model with simulated clients. It takes up to some seconds and gives the same figures
// each time.
func (e Experiment) Run() []Figure { return e.run() }

// Published returns the experiments that the model is calibrated to.
func Published() []Experiment {
	const (
		scaling1 = "AWS Database Blog, Scaling DynamoDB, part 1"
		scaling2 = "AWS Database Blog, Scaling DynamoDB, part 2"
		stone    = "andrestone/dynamodb-load-test (2020)"
		jiang    = "qyjohn/AWS_Tutorials, ForcePartitionSplit (2020)"
		workshop = "AWS workshop, DynamoDB design patterns, exercise 1"
	)
	return []Experiment{
		{"L1", "new on-demand table, one partition key, rows in order", scaling1, constantKey},
		{"L2", "new on-demand table, key = first octet, rows in order", scaling1, octetsInOrder},
		{"L3", "new on-demand table, key = first octet, rows shuffled", scaling1, octetsShuffled},
		{"L4", "provisioned with 10,000 WCU, key = first octet, rows shuffled", scaling1, provisionedShuffled},
		{"Q1", "on-demand, one partition key, eventually consistent queries as fast as they go", scaling2, oneKeyQueries},
		{"S1", "one partition key, filled at 900 WCU for 10 min, then 20 readers", stone, stoneOne},
		{"S2, S3", "new table, filled in the same way, then 33 readers, then 42", stone, stoneTwo},
		{"S8", "new partition key, 4,000 WCU offered for 80 min", stone, stoneWrites},
		{"J1, J2", "new on-demand table, 10 partition keys, random sort keys, 128 threads for an hour, then 256", jiang, tenKeys},
		{"W1, W2, W3", "provisioned table and index of 5 R/5 W, one thread; then both 100 R/100 W", workshop, tinyTable},
		{"W4", "table of 1,000 R/1,000 W, index of 1 R/1 W, two batch writers", workshop, tinyIndex},
	}
}
