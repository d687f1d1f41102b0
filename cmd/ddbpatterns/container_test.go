package main

import (
	"testing"
	"time"

	"github.com/testcontainers/testcontainers-go"
	"github.com/testcontainers/testcontainers-go/wait"
)

const (
	dynamoDBLocalImage = "amazon/dynamodb-local:3.3.1" // as in docker-compose.yml
	dynamoDBLocalPort  = "8000/tcp"
	dynamoDBLocalStart = time.Minute // a JVM on a slow machine
)

// dynamoDBLocalReady waits until it listens; it has no page for its health.
func dynamoDBLocalReady() wait.Strategy {
	return wait.ForListeningPort(dynamoDBLocalPort).WithStartupTimeout(dynamoDBLocalStart)
}

// TestGoldensOnDynamoDBLocal runs where Docker does. Ryuk, which removes the
// container when even this process is killed, is left on.
func TestGoldensOnDynamoDBLocal(t *testing.T) {
	testcontainers.SkipIfProviderIsNotHealthy(t)
	container, err := testcontainers.Run(t.Context(), dynamoDBLocalImage,
		testcontainers.WithCmd("-jar", "DynamoDBLocal.jar", "-inMemory", "-sharedDb"),
		testcontainers.WithExposedPorts(dynamoDBLocalPort),
		testcontainers.WithWaitStrategy(dynamoDBLocalReady()),
	)
	testcontainers.CleanupContainer(t, container)
	if err != nil {
		t.Fatal(err)
	}
	endpoint, err := container.PortEndpoint(t.Context(), dynamoDBLocalPort, "http")
	if err != nil {
		t.Fatal(err)
	}
	for _, number := range []string{"34", "35", "36", "37"} {
		t.Run(number, func(t *testing.T) { goldenOn(t, endpoint, number, "") })
	}
}
