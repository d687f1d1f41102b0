package ddb

import (
	"context"
	"errors"
	"strings"
	"time"

	"github.com/aws/aws-sdk-go-v2/aws"
	"github.com/aws/aws-sdk-go-v2/config"
	"github.com/aws/aws-sdk-go-v2/credentials/ec2rolecreds"
	"github.com/aws/aws-sdk-go-v2/feature/ec2/imds"
	"github.com/aws/aws-sdk-go-v2/service/dynamodb"
	"github.com/aws/smithy-go"
)

// metadataLimit bounds one question to the instance metadata service. Finding
// credentials takes two, so 2 s in all.
const metadataLimit = time.Second

// MissingError says what the AWS configuration lacks.
type MissingError struct {
	Region      bool  // no region is set
	Credentials bool  // no credentials were found
	Err         error // why there are no credentials, as the SDK returned it; may be nil
}

// Error names what is missing.
func (e *MissingError) Error() string {
	var missing []string
	if e.Region {
		missing = append(missing, "no AWS region is set")
	}
	if e.Credentials {
		missing = append(missing, "no AWS credentials were found"+e.because())
	}
	return strings.Join(missing, " and ")
}

// because is empty when the chain simply came to its end, which is at the
// instance metadata service.
func (e *MissingError) because() string {
	op, ok := errors.AsType[*smithy.OperationError](e.Err)
	if e.Err == nil || errors.Is(e.Err, errNoMetadata) || ok && op.ServiceID == "ec2imds" {
		return ""
	}
	return " (" + reason(e.Err) + ")"
}

// Unwrap returns why there are no credentials.
func (e *MissingError) Unwrap() error { return e.Err }

func openAWS(ctx context.Context, o Options, optFns []func(*dynamodb.Options)) (*Conn, error) {
	cfg, err := config.LoadDefaultConfig(ctx, awsChain(o, metadataLimit)...)
	if err != nil {
		return nil, &CallError{Op: "load AWS configuration", Err: err}
	}
	if err := complete(ctx, cfg); err != nil {
		return nil, err
	}
	conn := connect(cfg, o, optFns)
	conn.Engine, conn.Tagged = "AWS "+cfg.Region, true
	return conn, nil
}

func awsChain(o Options, limit time.Duration) []func(*config.LoadOptions) error {
	chain := []func(*config.LoadOptions) error{
		config.WithEC2RoleCredentialOptions(func(ec2 *ec2rolecreds.Options) {
			ec2.Client = metadata{client: imds.New(imds.Options{Retryer: aws.NopRetryer{}}), limit: limit}
		}),
	}
	if o.Region != "" {
		chain = append(chain, config.WithRegion(o.Region))
	}
	if o.Profile != "" {
		chain = append(chain, config.WithSharedConfigProfile(o.Profile))
	}
	return chain
}

// complete finds what is missing before the first call would, and all of it at
// once.
func complete(ctx context.Context, cfg aws.Config) error {
	missing := MissingError{Region: cfg.Region == ""}
	if cfg.Credentials == nil {
		missing.Credentials = true
	} else if _, err := cfg.Credentials.Retrieve(ctx); err != nil {
		if ctx.Err() != nil {
			return context.Cause(ctx)
		}
		missing.Credentials, missing.Err = true, err
	}
	if missing.Region || missing.Credentials {
		return &missing
	}
	return nil
}

// metadata asks the instance metadata service within a limit. The SDK waits 5 s
// for each of up to three attempts, which is long where no such service is.
type metadata struct {
	client ec2rolecreds.GetMetadataAPIClient
	limit  time.Duration
}

var errNoMetadata = errors.New("no instance metadata service answers")

// GetMetadata is the SDK's question, with our time limit.
func (m metadata) GetMetadata(
	ctx context.Context, in *imds.GetMetadataInput, optFns ...func(*imds.Options),
) (*imds.GetMetadataOutput, error) {
	limited, cancel := context.WithTimeoutCause(ctx, m.limit, errNoMetadata)
	defer cancel()
	out, err := m.client.GetMetadata(limited, in, optFns...)
	if err != nil && limited.Err() != nil {
		return nil, context.Cause(limited)
	}
	return out, err
}
