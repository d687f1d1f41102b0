package ddb

import (
	"context"
	"errors"

	"github.com/aws/aws-sdk-go-v2/aws"
	"github.com/aws/aws-sdk-go-v2/service/dynamodb"
	"github.com/aws/aws-sdk-go-v2/service/dynamodbstreams"

	"github.com/ddbpatterns/ddbpatterns/emulator"
)

// DefaultRegion is the region of every engine but AWS, where none is given.
const DefaultRegion = "us-east-1"

// ErrTwoEngines is returned by [Open] when both an endpoint and AWS are asked for.
var ErrTwoEngines = errors.New("an endpoint URL and AWS cannot both be used")

// ErrProfileWithoutAWS is returned by [Open] when a profile is named for an
// engine that has none.
var ErrProfileWithoutAWS = errors.New("a profile is of use only with AWS")

// Options says which engine to open. The zero value is the embedded emulator.
type Options struct {
	// EndpointURL is where an engine answers, http:// or https:// and a host.
	// It gets fixed dummy credentials: neither the environment nor any file
	// is read, and no proxy is used.
	EndpointURL string

	// AWS means DynamoDB itself, by the SDK's own chain of credentials, region
	// and profile. Not together with EndpointURL.
	AWS bool

	// Region overrides the chain's region with AWS; elsewhere it is part of
	// the signature and empty means DefaultRegion.
	Region string

	// Profile is a profile of the AWS configuration files; only with AWS.
	Profile string

	// Emulator is the embedded engine to use; nil means a new one, which
	// Conn.Close then stops.
	Emulator *emulator.Server

	// Limits are those of the embedded engine that Open makes; nil means none.
	Limits *emulator.Limits

	// Streams are applied to the streams client.
	Streams []func(*dynamodbstreams.Options)
}

// Conn is an open engine.
type Conn struct {
	DynamoDB *dynamodb.Client
	Streams  *dynamodbstreams.Client

	// Engine says in a few words what answers: "embedded engine",
	// "http://127.0.0.1:8000", "AWS eu-west-1".
	Engine string

	// Tagged is whether tables are known as ours by a tag: true on AWS.
	Tagged bool

	close func() error
}

// Close stops an embedded engine that Open made. The clients are of no use
// after it. It may be called more than once.
func (c *Conn) Close() error { return c.close() }

// Open returns clients of the engine that o names, with optFns applied to the
// DynamoDB client. An endpoint is asked for one table name, so that one that
// refuses, or is something else than a DynamoDB engine, is found at once: an
// [*EndpointError]. With AWS, a missing region or missing credentials are a
// [*MissingError].
func Open(ctx context.Context, o Options, optFns ...func(*dynamodb.Options)) (*Conn, error) {
	switch {
	case o.AWS && o.EndpointURL != "":
		return nil, ErrTwoEngines
	case o.Profile != "" && !o.AWS:
		return nil, ErrProfileWithoutAWS
	case o.AWS:
		return openAWS(ctx, o, optFns)
	case o.EndpointURL != "":
		return openEndpoint(ctx, o, optFns)
	}
	return openEmbedded(o, optFns), nil
}

func openEmbedded(o Options, optFns []func(*dynamodb.Options)) *Conn {
	stop := func() error { return nil }
	engine := o.Emulator
	if engine == nil {
		engine = emulator.New(emulator.Options{Limits: o.Limits})
		stop = engine.Close
	}
	cfg := engine.Config()
	if o.Region != "" {
		cfg.Region = o.Region
	}
	conn := connect(cfg, o, optFns)
	conn.Engine, conn.close = "embedded engine", stop
	return conn
}

func connect(cfg aws.Config, o Options, optFns []func(*dynamodb.Options)) *Conn {
	return &Conn{
		DynamoDB: dynamodb.NewFromConfig(cfg, optFns...),
		Streams:  dynamodbstreams.NewFromConfig(cfg, o.Streams...),
		close:    func() error { return nil },
	}
}
