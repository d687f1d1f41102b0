package catalog

import (
	"slices"

	"github.com/ddbpatterns/ddbpatterns/emulator/internal/fault"
)

func (q *createRequest) checkLocal() error {
	if q.LocalSecondaryIndexes == nil {
		return nil
	}
	if len(q.LocalSecondaryIndexes) == 0 {
		return fault.Parameters("List of LocalSecondaryIndexes is empty")
	}
	if len(q.KeySchema) != 2 {
		return fault.Parameters("Table KeySchema does not have a range key, which is required when specifying a LocalSecondaryIndex")
	}
	defined := definedNames(q.AttributeDefinitions)
	for i := range q.LocalSecondaryIndexes {
		x := &q.LocalSecondaryIndexes[i]
		if err := checkSchema(x.KeySchema, defined); err != nil {
			return err
		}
		if len(x.KeySchema) != 2 {
			return fault.Parameters("Index KeySchema does not have a range key for index: %s", *x.IndexName)
		}
		if hash, table := *x.KeySchema[0].AttributeName, *q.KeySchema[0].AttributeName; hash != table {
			return fault.Parameters("Index KeySchema does not have the same leading hash key as table KeySchema for index: %s. "+
				"index hash key: %s, table hash key: %s", *x.IndexName, hash, table)
		}
		if err := x.Projection.check(); err != nil {
			return err
		}
		if named(q.LocalSecondaryIndexes[:i], *x.IndexName) {
			return fault.Parameters("Duplicate index name: %s", *x.IndexName)
		}
	}
	if len(q.LocalSecondaryIndexes) > maxLocal {
		return fault.Parameters("Number of LocalSecondaryIndexes exceeds per-table limit of %d", maxLocal)
	}
	return nil
}

func (q *createRequest) checkGlobal() error {
	if q.GlobalSecondaryIndexes == nil {
		return nil
	}
	if len(q.GlobalSecondaryIndexes) == 0 {
		return fault.Parameters("List of GlobalSecondaryIndexes is empty")
	}
	defined := definedNames(q.AttributeDefinitions)
	for i := range q.GlobalSecondaryIndexes {
		x := &q.GlobalSecondaryIndexes[i]
		if err := x.checkGlobal(defined, q.demand()); err != nil {
			return err
		}
		if named(q.LocalSecondaryIndexes, *x.IndexName) || named(q.GlobalSecondaryIndexes[:i], *x.IndexName) {
			return fault.Parameters("Duplicate index name: %s", *x.IndexName)
		}
	}
	if len(q.GlobalSecondaryIndexes) > maxGlobal {
		return fault.Parameters("GlobalSecondaryIndex count exceeds the per-table limit of %d", maxGlobal)
	}
	return nil
}

// checkGlobal checks a global index to be made with its table or later.
func (x *indexRequest) checkGlobal(defined []string, demand bool) error {
	if err := checkSchema(x.KeySchema, defined); err != nil {
		return err
	}
	if err := x.Projection.check(); err != nil {
		return err
	}
	switch {
	case demand && x.ProvisionedThroughput != nil:
		return fault.Parameters("ProvisionedThroughput should not be specified for index: %s when BillingMode is PAY_PER_REQUEST", *x.IndexName)
	case !demand && x.ProvisionedThroughput == nil:
		return fault.Parameters("ProvisionedThroughput is not specified for index: %s", *x.IndexName)
	}
	if err := x.ProvisionedThroughput.inBounds(); err != nil {
		return err
	}
	if err := x.OnDemandThroughput.check("index : "+*x.IndexName, demand, false); err != nil {
		return err
	}
	return x.WarmThroughput.checkNew("index "+*x.IndexName, demand, x.ProvisionedThroughput)
}

func named(list []indexRequest, name string) bool {
	return slices.ContainsFunc(list, func(x indexRequest) bool { return *x.IndexName == name })
}

func (p *projection) check() error {
	switch {
	case p.ProjectionType == nil:
		return fault.Parameters("Unknown ProjectionType: null")
	case *p.ProjectionType != "INCLUDE" && p.NonKeyAttributes != nil:
		return fault.Parameters("ProjectionType is %s, but NonKeyAttributes is specified", *p.ProjectionType)
	case *p.ProjectionType == "INCLUDE" && p.NonKeyAttributes == nil:
		return fault.Parameters("ProjectionType is INCLUDE, but NonKeyAttributes is not specified")
	}
	for i, name := range p.NonKeyAttributes {
		if slices.Contains(p.NonKeyAttributes[:i], name) {
			return fault.Parameters("Duplicate element in NonKeyAttributes: %s", name)
		}
	}
	return nil
}
