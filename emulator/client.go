package emulator

import (
	"bytes"
	"context"
	"errors"
	"io"
	"net/http"
	"strconv"

	"github.com/aws/aws-sdk-go-v2/aws"
	"github.com/aws/aws-sdk-go-v2/service/dynamodb"
	"github.com/aws/aws-sdk-go-v2/service/dynamodbstreams"
)

// Config returns an SDK configuration whose HTTP client calls the engine. It
// has fixed credentials and reads nothing from the environment.
func (s *Server) Config() aws.Config {
	region := s.opts.Region
	if region == "" {
		region = "us-east-1"
	}
	keys := aws.Credentials{AccessKeyID: "embedded", SecretAccessKey: "embedded", Source: "emulator"}
	return aws.Config{
		Region:       region,
		Credentials:  aws.CredentialsProviderFunc(func(context.Context) (aws.Credentials, error) { return keys, nil }),
		HTTPClient:   inProcess{s},
		BaseEndpoint: aws.String("http://embedded.invalid"),
	}
}

// Client returns a DynamoDB client of this engine.
func (s *Server) Client(optFns ...func(*dynamodb.Options)) *dynamodb.Client {
	return dynamodb.NewFromConfig(s.Config(), optFns...)
}

// StreamsClient returns a DynamoDB Streams client of this engine.
func (s *Server) StreamsClient(optFns ...func(*dynamodbstreams.Options)) *dynamodbstreams.Client {
	return dynamodbstreams.NewFromConfig(s.Config(), optFns...)
}

// inProcess is the SDK's HTTP client that calls the engine.
type inProcess struct{ server *Server }

// Do answers the request as DynamoDB's endpoint would.
func (c inProcess) Do(r *http.Request) (*http.Response, error) {
	if err := r.Context().Err(); err != nil {
		return nil, err
	}
	body, err := whole(r)
	if err != nil {
		return nil, err
	}
	status, answer := c.server.answer(r.Header.Get("X-Amz-Target"), body, nil)
	return &http.Response{
		StatusCode: status,
		Status:     strconv.Itoa(status) + " " + http.StatusText(status),
		Proto:      "HTTP/1.1", ProtoMajor: 1, ProtoMinor: 1,
		Header:        http.Header{"Content-Type": contentType, requestIDHeader: {newRequestID()}},
		Body:          io.NopCloser(bytes.NewReader(answer)),
		ContentLength: int64(len(answer)),
		Request:       r,
	}, nil
}

// whole reads and closes the body. The SDK says how long it is; a client's request
// may leave it at 0 for "not known".
func whole(r *http.Request) (body []byte, err error) {
	if r.Body == nil {
		return nil, nil
	}
	if r.ContentLength > 0 {
		body = make([]byte, r.ContentLength)
		_, err = io.ReadFull(r.Body, body)
	} else {
		body, err = io.ReadAll(r.Body)
	}
	return body, errors.Join(err, r.Body.Close())
}
