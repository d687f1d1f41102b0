staticcheck := "honnef.co/go/tools/cmd/staticcheck@v0.7.0"

# show the recipes
default:
    @just --list

# run a pattern or another command: just run 35 --shards 20
run *args:
    @go run ./cmd/ddbpatterns {{ args }}

# run all tests
test *args:
    go test ./... {{ args }}

# the gate: format, vet, staticcheck, tests with the race detector
check:
    test -z "$(gofmt -l $(git ls-files '*.go') | tee /dev/stderr)"
    go vet ./...
    go run {{ staticcheck }} ./...
    go test -race ./...

# rewrite the golden files and the scripts' files; read the diff
golden:
    go test ./cmd/... -update
    git diff --stat -- testdata

# serve the embedded engine on 127.0.0.1:8000
serve *args:
    @go run ./cmd/ddbpatterns serve {{ args }}

# start DynamoDB Local on 127.0.0.1:8000 and wait until it answers
up:
    docker compose up --detach --wait

# stop DynamoDB Local
down:
    docker compose down
