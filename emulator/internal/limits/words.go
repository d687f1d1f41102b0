package limits

import (
	"github.com/ddbpatterns/ddbpatterns/emulator/internal/fault"
	"github.com/ddbpatterns/ddbpatterns/partition"
)

// DynamoDB's messages, as its API reference and Developer Guide give them. None
// is published for one partition's limit on a provisioned table; it gets the
// one that tells of a hot key.
const (
	tableProvisioned = "The level of configured provisioned throughput for the table was exceeded. " +
		"Consider increasing your provisioning level with the UpdateTable API."
	indexProvisioned = "The level of configured provisioned throughput for one or more global secondary indexes of the table was exceeded. " +
		"Consider increasing your provisioning level for the under-provisioned global secondary indexes with the UpdateTable API"
	tableHot = "Throughput exceeds the current capacity of your table or index. DynamoDB is automatically scaling your table or index " +
		"so please try again shortly. If exceptions persist, check if you have a hot key: " +
		"https://docs.aws.amazon.com/amazondynamodb/latest/developerguide/bp-partition-key-design.html."
	indexHot = "Throughput exceeds the current capacity for one or more global secondary indexes. " +
		"DynamoDB is automatically scaling your index so please try again shortly."
	maxOnDemand = "Throughput exceeds the maximum OnDemandThroughput configured on table or index"
	account     = "Throughput exceeds the current throughput limit for your account. " +
		"To request a limit increase, contact AWS Support at https://aws.amazon.com/support"
)

// worded turns a refusal into the exception that DynamoDB answers with.
func (g *Gate) worded(v partition.Verdict) *fault.Error {
	if v.Admitted() {
		return nil
	}
	resource := g.arn
	if v.Index != "" {
		resource += "/index/" + v.Index
	}
	code, message := exception(v)
	return &fault.Error{
		Code: code, Message: message,
		Throttling: []fault.Throttled{{Reason: v.Reason.String(), Resource: resource}},
	}
}

// exception is which exception goes with which limit: Developer Guide, "Error
// handling" and "Throttling".
func exception(v partition.Verdict) (code, message string) {
	index := v.Index != ""
	switch r := v.Reason; {
	case r.Provisioned() && index:
		return "ProvisionedThroughputExceededException", indexProvisioned
	case r.Provisioned():
		return "ProvisionedThroughputExceededException", tableProvisioned
	case r.MaxOnDemand():
		return "ThrottlingException", maxOnDemand
	case r.AccountLimit():
		return "RequestLimitExceeded", account
	case index:
		return "ThrottlingException", indexHot
	}
	return "ThrottlingException", tableHot
}
