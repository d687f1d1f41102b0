package trace

import (
	"maps"
	"slices"

	"github.com/aws/aws-sdk-go-v2/service/dynamodb"
	"github.com/aws/aws-sdk-go-v2/service/dynamodb/types"
)

// tables returns the lines of a batch or a transaction; none for other calls.
func (p printer) tables(in, out any) lines {
	switch in := in.(type) {
	case *dynamodb.BatchWriteItemInput:
		answer, _ := out.(*dynamodb.BatchWriteItemOutput)
		return batchWrite(in, answer)
	case *dynamodb.BatchGetItemInput:
		answer, _ := out.(*dynamodb.BatchGetItemOutput)
		return p.batchGet(in, answer)
	case *dynamodb.TransactWriteItemsInput:
		return p.transactWrite(in.TransactItems)
	case *dynamodb.TransactGetItemsInput:
		return p.transactGet(in.TransactItems)
	}
	return nil
}

// batchWrite returns a line for each table, and one more for what came back
// from it unprocessed. A nil answer left nothing behind.
func batchWrite(in *dynamodb.BatchWriteItemInput, answer *dynamodb.BatchWriteItemOutput) lines {
	var l lines
	for _, table := range slices.Sorted(maps.Keys(in.RequestItems)) {
		l.add(tableName(table), writes(in.RequestItems[table]))
		if answer != nil && len(answer.UnprocessedItems[table]) > 0 {
			l.add(tableName(table), "unprocessed "+writes(answer.UnprocessedItems[table]))
		}
	}
	return l
}

func writes(requests []types.WriteRequest) string {
	puts, deletes := 0, 0
	for _, r := range requests {
		if r.PutRequest != nil {
			puts++
		}
		if r.DeleteRequest != nil {
			deletes++
		}
	}
	return count(puts, "put") + ", " + count(deletes, "delete")
}

// batchGet returns lines like those of batchWrite.
func (p printer) batchGet(in *dynamodb.BatchGetItemInput, answer *dynamodb.BatchGetItemOutput) lines {
	var l lines
	for _, table := range slices.Sorted(maps.Keys(in.RequestItems)) {
		part := in.RequestItems[table]
		l.add(tableName(table), count(len(part.Keys), "key")+bracketed(p.parameters(fieldsOf(part))))
		if answer != nil && len(answer.UnprocessedKeys[table].Keys) > 0 {
			l.add(tableName(table), "unprocessed "+count(len(answer.UnprocessedKeys[table].Keys), "key"))
		}
	}
	return l
}

func (p printer) transactWrite(actions []types.TransactWriteItem) lines {
	var l lines
	for _, a := range actions {
		switch {
		case a.Put != nil:
			p.action(&l, "Put", fieldsOf(a.Put))
		case a.Update != nil:
			p.action(&l, "Update", fieldsOf(a.Update))
		case a.Delete != nil:
			p.action(&l, "Delete", fieldsOf(a.Delete))
		case a.ConditionCheck != nil:
			p.action(&l, "ConditionCheck", fieldsOf(a.ConditionCheck))
		default:
			l.add("(no table)", "no action")
		}
	}
	return l
}

func (p printer) transactGet(actions []types.TransactGetItem) lines {
	var l lines
	for _, a := range actions {
		p.action(&l, "Get", fieldsOf(a.Get))
	}
	return l
}

func (p printer) action(l *lines, name string, f fields) {
	l.add(f.table(), name+bracketed(p.parameters(f)))
}

func bracketed(l lines) string {
	if len(l) == 0 {
		return ""
	}
	return " (" + l.inline() + ")"
}

// statements returns the lines of a PartiQL batch or transaction, in its order.
func (p printer) statements(in any) lines {
	var l lines
	switch in := in.(type) {
	case *dynamodb.BatchExecuteStatementInput:
		for _, s := range in.Statements {
			l = append(l, p.parameters(fieldsOf(s))...)
		}
	case *dynamodb.ExecuteTransactionInput:
		for _, s := range in.TransactStatements {
			l = append(l, p.parameters(fieldsOf(s))...)
		}
	}
	return l
}
