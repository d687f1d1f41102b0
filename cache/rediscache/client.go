package rediscache

import (
	"context"
	"net"
	"time"

	"github.com/redis/go-redis/v9"
	"github.com/redis/go-redis/v9/maintnotifications"
)

// ClientOptions is how a client for a Cache should be made: each command and each
// dial is tried once and takes at most timeout, for the table is the second try;
// nothing beyond the commands asked for is sent. dial may be nil, which means TCP.
func ClientOptions(address string, timeout time.Duration, dial func(ctx context.Context, network, address string) (net.Conn, error)) *redis.Options {
	return &redis.Options{
		Addr:                     address,
		Dialer:                   dial,
		Protocol:                 2,
		MaxRetries:               -1,
		DialerRetries:            1,
		DialTimeout:              timeout,
		ReadTimeout:              timeout,
		WriteTimeout:             timeout,
		PoolTimeout:              timeout,
		ContextTimeoutEnabled:    true,
		DisableIdentity:          true,
		MaintNotificationsConfig: &maintnotifications.Config{Mode: maintnotifications.ModeDisabled},
	}
}
