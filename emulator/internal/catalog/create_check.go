package catalog

import (
	"fmt"
	"slices"
	"strings"

	"github.com/ddbpatterns/ddbpatterns/emulator/internal/fault"
)

// The billing modes.
const (
	payPerRequest   = "PAY_PER_REQUEST"
	provisionedMode = "PROVISIONED"
)

// Indexes of one table (Developer Guide, "Quotas").
const (
	maxLocal  = 5
	maxGlobal = 20
)

// check checks all that can be told from the request alone, in DynamoDB's order.
func (q *createRequest) check() error {
	if q.TableName == nil {
		return fault.Validation("The parameter 'TableName' is required but was not present in the request")
	}
	var name constraints
	name.name(q.TableName, "tableName", 3)
	if err := name.Err(); err != nil {
		return err
	}
	if err := q.constraints(); err != nil {
		return err
	}
	for _, check := range []func() error{
		q.checkBilling, q.checkKeys, q.checkLocal, q.checkGlobal, q.checkUnused, q.checkStream,
		func() error { return checkClass(q.TableClass) },
		q.SSESpecification.check,
		func() error { return checkTags(q.Tags) },
	} {
		if err := check(); err != nil {
			return err
		}
	}
	return nil
}

func (q *createRequest) constraints() error {
	var c constraints
	if q.AttributeDefinitions == nil {
		c.NotNull("attributeDefinitions")
	}
	c.definitions(q.AttributeDefinitions)
	c.enum(q.BillingMode, "billingMode", provisionedMode, payPerRequest)
	c.provisioned(q.ProvisionedThroughput, "provisionedThroughput")
	c.keySchema(q.KeySchema, "keySchema")
	for i := range q.LocalSecondaryIndexes {
		c.index(&q.LocalSecondaryIndexes[i], fmt.Sprintf("localSecondaryIndexes.%d.member.", i+1))
	}
	for i := range q.GlobalSecondaryIndexes {
		c.index(&q.GlobalSecondaryIndexes[i], fmt.Sprintf("globalSecondaryIndexes.%d.member.", i+1))
	}
	c.stream(q.StreamSpecification)
	c.encryption(q.SSESpecification)
	return c.Err()
}

func (q *createRequest) checkBilling() error {
	switch {
	case q.demand() && q.ProvisionedThroughput != nil:
		return fault.Parameters("Neither ReadCapacityUnits nor WriteCapacityUnits can be specified when BillingMode is PAY_PER_REQUEST")
	case !q.demand() && q.ProvisionedThroughput == nil:
		return fault.Parameters("ReadCapacityUnits and WriteCapacityUnits must both be specified when BillingMode is PROVISIONED")
	}
	if err := q.ProvisionedThroughput.inBounds(); err != nil {
		return err
	}
	if err := q.OnDemandThroughput.check("table", q.demand(), false); err != nil {
		return err
	}
	return q.WarmThroughput.checkNew("table", q.demand(), q.ProvisionedThroughput)
}

func (q *createRequest) checkKeys() error {
	if len(q.KeySchema) > len(q.AttributeDefinitions) {
		return fault.Validation("Invalid KeySchema: Some index key attribute have no definition")
	}
	defined := definedNames(q.AttributeDefinitions)
	for i, name := range defined {
		if slices.Contains(defined[:i], name) {
			return fault.Validation("Attribute Name is duplicated: %s", name)
		}
	}
	if err := checkSchema(q.KeySchema, defined); err != nil {
		return err
	}
	if q.LocalSecondaryIndexes == nil && q.GlobalSecondaryIndexes == nil && len(q.KeySchema) != len(defined) {
		return fault.Parameters("Number of attributes in KeySchema does not exactly match number of attributes defined in AttributeDefinitions")
	}
	return nil
}

// checkSchema checks a key schema of one or two elements.
func checkSchema(keys []keyElement, defined []string) error {
	list := names(keys)
	if slices.ContainsFunc(list, func(k string) bool { return !slices.Contains(defined, k) }) {
		return fault.Parameters("Some index key attributes are not defined in AttributeDefinitions. Keys: [%s], AttributeDefinitions: [%s]",
			strings.Join(list, ", "), strings.Join(defined, ", "))
	}
	switch {
	case len(keys) == 2 && list[0] == list[1]:
		return fault.Validation("Both the Hash Key and the Range Key element in the KeySchema have the same name")
	case *keys[0].KeyType != "HASH":
		return fault.Validation("Invalid KeySchema: The first KeySchemaElement is not a HASH key type")
	case len(keys) == 2 && *keys[1].KeyType != "RANGE":
		return fault.Validation("Invalid KeySchema: The second KeySchemaElement is not a RANGE key type")
	}
	return nil
}

// checkUnused refuses an attribute that no key has.
func (q *createRequest) checkUnused() error {
	used := names(q.KeySchema)
	for _, x := range slices.Concat(q.LocalSecondaryIndexes, q.GlobalSecondaryIndexes) {
		for _, name := range names(x.KeySchema) {
			if !slices.Contains(used, name) {
				used = append(used, name)
			}
		}
	}
	defined := definedNames(q.AttributeDefinitions)
	if len(used) < len(defined) {
		return fault.Parameters("Some AttributeDefinitions are not used. AttributeDefinitions: [%s], keys used: [%s]",
			strings.Join(defined, ", "), strings.Join(used, ", "))
	}
	return nil
}

func (q *createRequest) checkStream() error {
	s := q.StreamSpecification
	switch {
	case s == nil:
	case *s.StreamEnabled && s.StreamViewType == nil:
		return fault.Parameters("Table is being created with a stream enabled, UpdateViewType is required")
	case !*s.StreamEnabled && s.StreamViewType != nil:
		return fault.Parameters("Table is being created with a stream disabled, UpdateViewType should not be specified")
	}
	return nil
}
