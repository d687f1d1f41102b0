package main

import (
	"errors"
	"net"

	"github.com/aws/smithy-go"

	"github.com/ddbpatterns/ddbpatterns/ddb"
	"github.com/ddbpatterns/ddbpatterns/patterns/caching"
	"github.com/ddbpatterns/ddbpatterns/patterns/sharding"
)

// hint is what to do about an error, to stand after it on its line; empty if
// nothing is known to help.
func hint(err error) string {
	if text := hintText(err); text != "" {
		return "; " + text
	}
	return ""
}

func hintText(err error) string {
	if _, ok := errors.AsType[*ddb.ForeignTableError](err); ok {
		return "--table-prefix gives this run's tables other names"
	}
	if _, ok := errors.AsType[*ddb.EndpointError](err); ok {
		return `is an engine running there? "ddbpatterns serve" starts one; without --endpoint-url none is needed`
	}
	if missing, ok := errors.AsType[*ddb.MissingError](err); ok {
		return missingHint(missing)
	}
	if _, ok := errors.AsType[*ddb.UnwrittenError](err); ok {
		return "the table takes no more for now: try again later, or write less"
	}
	if _, ok := errors.AsType[*inUseError](err); ok {
		return "--addr 127.0.0.1:0 takes a free one"
	}
	if down, ok := errors.AsType[*caching.RedisError](err); ok {
		return redisHint(down.Addr)
	}
	if _, ok := errors.AsType[*sharding.NoStreamError](err); ok {
		return "without --endpoint-url the embedded one runs it"
	}
	if api, ok := errors.AsType[smithy.APIError](err); ok {
		return codeHint(api.ErrorCode())
	}
	return ""
}

func redisHint(addr string) string {
	// The address has been checked.
	_, port, _ := net.SplitHostPort(addr)
	return `"redis-server --port ` + port + `" starts one, or --redis-addr names another`
}

func missingHint(missing *ddb.MissingError) string {
	switch {
	case missing.Region && missing.Credentials:
		return "--profile names a profile that has both, or leave out --aws to use the embedded engine"
	case missing.Region:
		return "--region names one"
	}
	return `"aws configure" sets them, --profile names a profile that has them`
}

func codeHint(code string) string {
	switch code {
	case "UnknownOperationException":
		return "this engine lacks the operation; without --endpoint-url the embedded one runs it"
	case "UnrecognizedClientException", "InvalidSignatureException", "ExpiredTokenException":
		return "the credentials are not valid; --profile names others"
	case "AccessDeniedException":
		return "the credentials do not allow this; --profile names others"
	}
	return ""
}
