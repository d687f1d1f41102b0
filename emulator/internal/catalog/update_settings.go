package catalog

import (
	"time"

	"github.com/ddbpatterns/ddbpatterns/emulator/internal/fault"
	"github.com/ddbpatterns/ddbpatterns/emulator/internal/streams"
)

// planStream plans to enable or disable the stream. A stream's view can not be
// changed, and each time that one is enabled it is a new one.
func (t *Table) planStream(q *updateRequest, _ time.Time) ([]step, error) {
	s := q.StreamSpecification
	switch {
	case s == nil:
		return nil, nil
	case *s.StreamEnabled && t.stream != nil:
		return nil, fault.Validation("Table already has an enabled stream: TableName: %s", t.Name)
	case *s.StreamEnabled:
		return []step{func() { t.enableStream(streams.View(*s.StreamViewType)) }}, nil
	case t.stream == nil:
		return nil, fault.Validation("Table has no stream to disable: TableName: %s", t.Name)
	}
	return []step{t.disableStream}, nil
}

// planSettings plans encryption, class and deletion protection.
func (t *Table) planSettings(q *updateRequest, now time.Time) (todo []step, err error) {
	if s := q.SSESpecification; s != nil {
		wanted := s.settings(t.catalog.opts.Region)
		switch {
		case wanted == nil && t.encryption == nil:
			return nil, fault.Parameters("Table is already encrypted by default")
		case wanted != nil && t.encryption != nil && *wanted == *t.encryption:
			return nil, fault.Parameters("Table is already encrypted with given KMSMasterKeyId. " +
				"Use KMSMasterKeyId parameter if you want to change Master Key")
		}
		todo = append(todo, func() { t.encryption = wanted })
	}
	if name := text(q.TableClass); name != "" && name != t.class.name && (name != "STANDARD" || t.class.name != "") {
		todo = append(todo, func() { t.class = tableClass{name, now} })
	}
	if on := q.DeletionProtectionEnabled; on != nil {
		todo = append(todo, func() { t.protected = *on })
	}
	return todo, nil
}
