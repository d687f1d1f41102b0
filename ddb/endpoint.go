package ddb

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"net/http"
	"net/url"
	"strings"
	"time"

	"github.com/aws/aws-sdk-go-v2/aws"
	"github.com/aws/aws-sdk-go-v2/aws/retry"
	awshttp "github.com/aws/aws-sdk-go-v2/aws/transport/http"
	"github.com/aws/aws-sdk-go-v2/credentials"
	"github.com/aws/aws-sdk-go-v2/service/dynamodb"
	"github.com/aws/smithy-go"
)

// probeLimit bounds the first call to an endpoint; an engine that is up answers
// in milliseconds, and one that starts in a second or two.
const probeLimit = 5 * time.Second

// EndpointError is an endpoint that cannot be used.
type EndpointError struct {
	URL string // without user information
	Err error
}

// Error names the endpoint and says what is wrong with it.
func (e *EndpointError) Error() string { return "endpoint " + e.URL + ": " + reason(e.Err) }

// Unwrap returns what went wrong, as the SDK returned it.
func (e *EndpointError) Unwrap() error { return e.Err }

// CheckURL reports why s cannot be an endpoint's URL: a scheme other than http
// and https, no host, user information, a query or a fragment. The error never
// prints what may be a password.
func CheckURL(s string) error {
	u, err := url.Parse(s)
	switch {
	case strings.Contains(s, "@"):
		return errors.New("user information is not allowed in it")
	case !strings.HasPrefix(s, "http://") && !strings.HasPrefix(s, "https://"):
		return fmt.Errorf("%q must start with http:// or https://", s)
	case err != nil:
		return fmt.Errorf("%q is not a URL", s)
	case u.Hostname() == "":
		return fmt.Errorf("%q names no host", s)
	case u.RawQuery != "" || u.Fragment != "":
		return fmt.Errorf("%q must end after the host, port and path", s)
	}
	return nil
}

func openEndpoint(ctx context.Context, o Options, optFns []func(*dynamodb.Options)) (*Conn, error) {
	if err := CheckURL(o.EndpointURL); err != nil {
		return nil, fmt.Errorf("endpoint URL: %w", err)
	}
	client := direct()
	cfg := aws.Config{
		Region:       cmp.Or(o.Region, DefaultRegion),
		Credentials:  credentials.NewStaticCredentialsProvider("ddbpatterns", "ddbpatterns", ""),
		BaseEndpoint: aws.String(o.EndpointURL),
		HTTPClient:   client,
	}
	// The probe has a client of its own, so that it is not traced.
	if err := probe(ctx, dynamodb.NewFromConfig(cfg, oneAttempt)); err != nil {
		client.CloseIdleConnections()
		return nil, &EndpointError{URL: o.EndpointURL, Err: err}
	}
	conn := connect(cfg, o, optFns)
	conn.Engine = o.EndpointURL
	conn.close = func() error {
		client.CloseIdleConnections()
		return nil
	}
	return conn, nil
}

// direct is an HTTP client that reaches the host it is given and no other: no
// proxy of the environment, no redirect.
func direct() *http.Client {
	transport := awshttp.NewBuildableClient().GetTransport()
	transport.Proxy = nil
	return &http.Client{
		Transport:     transport,
		CheckRedirect: func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse },
	}
}

// probe asks for one table name. Any error with a code is DynamoDB's way of
// saying no, so there is an engine, and the run may go on to what it may do.
func probe(ctx context.Context, client *dynamodb.Client) error {
	limited, cancel := context.WithTimeoutCause(ctx, probeLimit, errSilent)
	defer cancel()
	_, err := client.ListTables(limited, &dynamodb.ListTablesInput{Limit: aws.Int32(1)})
	if err == nil {
		return nil
	}
	if ctx.Err() == nil && limited.Err() != nil {
		return context.Cause(limited)
	}
	api, ok := errors.AsType[smithy.APIError](err)
	if ok && api.ErrorCode() != unknown && !is5xx(err) {
		return nil
	}
	return err
}

var errSilent = fmt.Errorf("no answer in %v", probeLimit)

func is5xx(err error) bool {
	resp, ok := errors.AsType[*awshttp.ResponseError](err)
	return ok && resp.HTTPStatusCode() >= http.StatusInternalServerError
}

func oneAttempt(o *dynamodb.Options) {
	o.Retryer = retry.AddWithMaxAttempts(retry.NewStandard(), 1)
}
