package main

import (
	"fmt"

	"github.com/ddbpatterns/ddbpatterns/load"
	"github.com/ddbpatterns/ddbpatterns/partition"
)

// On-demand prices in hundredths of a cent for a million request units: table class Standard, US East (N. Virginia), since
// 1 November 2024 ("New – Amazon DynamoDB lowers pricing for on-demand throughput", AWS News Blog). Other regions cost up to
// about half as much again.
const (
	writePrice = 6250
	readPrice  = 1250
)

// agreeToCost prints what a load uses on AWS, and fails unless --yes was given.
func (a *app) agreeToCost(f *loadFlags, plan *load.Plan) error {
	writes, reads := plan.RequestUnits()
	cost := costText(writes, reads)
	if !f.yes {
		return misused("--real --aws costs money, so it needs --yes: %s", cost)
	}
	a.note("%s", cost)
	return nil
}

// costText says what request units cost; the sum is rounded up to a cent.
func costText(writes, reads partition.Units) string {
	units := int64(partition.Unit)
	w, r := (int64(writes)+units-1)/units, (int64(reads)+units-1)/units
	const cent, million = 100, 1_000_000
	cents := (w*writePrice + r*readPrice + cent*million - 1) / (cent * million)
	return fmt.Sprintf("up to %s write and %s read request units, an estimated $%d.%02d on-demand in us-east-1 at the prices of November 2024, "+
		"if none is throttled; provisioned capacity is billed by the hour instead", load.Thousands(w), load.Thousands(r), cents/100, cents%100)
}
