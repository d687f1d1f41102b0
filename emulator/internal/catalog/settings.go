package catalog

import (
	"fmt"
	"strings"
	"time"

	"github.com/ddbpatterns/ddbpatterns/emulator/internal/fault"
)

// tableClass is a table's class: "" where none was ever set, which is STANDARD.
type tableClass struct {
	name    string
	changed time.Time
}

func checkClass(class *string) error {
	switch text(class) {
	case "STANDARD", "STANDARD_INFREQUENT_ACCESS":
		return nil
	}
	if class == nil {
		return nil
	}
	return fault.Validation("Invalid table-class parameter provided. Please try again with a valid table-class value: [STANDARD, STANDARD_INFREQUENT_ACCESS].")
}

// encryption is a table's, where it is by a key of KMS. Nothing is encrypted
// here: it is kept to be described.
type encryption struct{ key string }

func (s *sseSpec) check() error {
	if s == nil {
		return nil
	}
	off := s.Enabled != nil && !*s.Enabled
	switch {
	case off && s.SSEType != nil:
		return fault.Parameters("SSEType can not be specified if Enabled is false")
	case off && s.KMSMasterKeyId != nil:
		return fault.Parameters("KMSMasterKeyId can not be specified if Enabled is false")
	case text(s.SSEType) == "AES256":
		return fault.Parameters("SSEType AES256 is not supported")
	case s.SSEType == nil && s.KMSMasterKeyId != nil:
		return fault.Parameters("SSEType KMS is required if KMSMasterKeyId is specified")
	}
	return nil
}

// settings is the encryption that was asked for; nil for DynamoDB's own key.
func (s *sseSpec) settings(region string) *encryption {
	if s == nil || s.SSEType == nil && (s.Enabled == nil || !*s.Enabled) {
		return nil
	}
	key := text(s.KMSMasterKeyId)
	switch {
	case key == "":
		key = "alias/aws/dynamodb"
	case strings.HasPrefix(key, "arn:"):
		return &encryption{key}
	}
	if !strings.HasPrefix(key, "alias/") {
		key = "key/" + key
	}
	return &encryption{fmt.Sprintf("arn:aws:kms:%s:%s:%s", region, account, key)}
}
