//go:build race

package partition_test

// raceDetector tells that the tests run under the race detector.
const raceDetector = true
