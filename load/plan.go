package load

import (
	"fmt"
	"strings"
	"time"

	"github.com/ddbpatterns/ddbpatterns/partition"
)

// Plan is a pattern's designs and the traffic that each of them is offered.
type Plan struct {
	Pattern int    // its number in the guide
	Unit    string // what a request is, in the plural: "writes" or "reads"
	Options Options
	Designs []*Design

	population int
}

// profile is what a pattern's load is by default and how its designs are made.
type profile struct {
	pattern    int
	unit       string
	rate       int64
	duration   time.Duration
	population int // customers, users, products or sensors
	designs    func(Options) ([]*Design, error)
}

func profiles() []profile {
	return []profile{
		{34, writes, 1800, 5 * time.Minute, customers, orderDesigns},
		{35, writes, 3000, 15 * time.Minute, users, eventDesigns},
		{36, reads, 10_000, 2 * time.Minute, products, productDesigns},
		{37, writes, 3000, 15 * time.Minute, sensors, readingDesigns},
	}
}

const (
	writes = "writes"
	reads  = "reads"
)

func profileOf(pattern int) (profile, error) {
	var known []string
	for _, p := range profiles() {
		if p.pattern == pattern {
			return p, nil
		}
		known = append(known, fmt.Sprint(p.pattern))
	}
	return profile{}, fmt.Errorf("there is no load for pattern %d, only for %s", pattern, strings.Join(known, ", "))
}

// NewPlan returns the plan of a pattern's load, with its defaults filled in. Bad options are an error that names the flag.
func NewPlan(pattern int, o Options) (*Plan, error) {
	if err := o.Validate(pattern); err != nil {
		return nil, err
	}
	p, err := profileOf(pattern)
	if err != nil {
		return nil, err
	}
	o = o.withDefaults(p)
	designs, err := p.designs(o)
	if err != nil {
		return nil, err
	}
	return &Plan{Pattern: pattern, Unit: p.unit, Options: o, Designs: designs, population: p.population}, nil
}

// Requests is about how many requests each design is offered; with arrivals at random it differs a little.
func (p *Plan) Requests() int64 {
	n := p.Options.requests()
	if p.Options.Arrivals == Spike {
		n += n / 10 * (spikeFactor - 1)
	}
	return n
}

// RequestUnits is what all designs together use if each request is accepted at once: of the tables and the indexes, and to
// make the items that are read.
func (p *Plan) RequestUnits() (writes, reads partition.Units) {
	for _, d := range p.Designs {
		units := d.perRequest * partition.Units(p.Requests())
		switch {
		case d.Cached:
			// Each item is read once in each TTL.
			reads += d.perRequest * partition.Units(len(d.keys)) * partition.Units(p.Options.For/p.Options.TTL+1)
		case d.Reads:
			reads += units
		default:
			writes += units
		}
		if d.Reads {
			writes += partition.WriteUnits(0, p.Options.ItemSize, partition.Eventual) * partition.Units(len(d.keys))
		}
		if d.Index != "" {
			writes += entryUnits * partition.Units(p.Requests())
		}
	}
	return writes, reads
}
