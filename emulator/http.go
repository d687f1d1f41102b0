package emulator

import (
	"bytes"
	"compress/gzip"
	"errors"
	"hash/crc32"
	"io"
	"math/rand/v2"
	"net/http"
	"os"
	"slices"
	"strconv"
	"strings"
	"sync"

	"github.com/ddbpatterns/ddbpatterns/emulator/internal/fault"
)

// maxBody is the largest request that DynamoDB takes: a full batch.
const maxBody = 16 << 20

const requestIDHeader = "X-Amzn-Requestid"

var contentType = []string{"application/x-amz-json-1.0"}

// buffers are reused between requests; one that grew past keepBuffer is not.
var buffers = sync.Pool{New: func() any { return new(buffer) }}

type buffer struct{ in, out []byte }

const keepBuffer = 1 << 20

// ServeHTTP answers one request of the DynamoDB or DynamoDB Streams API. It
// refuses what a page in a browser could send: requests without the
// Authorization header, with an Origin, or under a host name that is not ours.
// The body may have 16 MB; how long it may take is for the http.Server to say.
func (s *Server) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	if refused := s.refuse(r); refused != nil {
		s.write(w, r, refused.HTTPStatus(), refused.AppendJSON(nil))
		return
	}
	if r.Method == http.MethodGet {
		_, _ = io.WriteString(w, "healthy: dynamodb."+s.Config().Region+".amazonaws.com ")
		return
	}
	b := buffers.Get().(*buffer)
	defer b.put()
	var err error
	if b.in, err = readBody(w, r, b.in[:0]); err != nil {
		f := bodyFault(err)
		s.write(w, r, f.HTTPStatus(), f.AppendJSON(nil))
		return
	}
	status, answer := s.answer(r.Header.Get("X-Amz-Target"), b.in, b.out[:0])
	b.out = answer
	s.write(w, r, status, answer)
}

func (b *buffer) put() {
	if cap(b.in) <= keepBuffer && cap(b.out) <= keepBuffer {
		buffers.Put(b)
	}
}

// readBody appends the body to in.
func readBody(w http.ResponseWriter, r *http.Request, in []byte) ([]byte, error) {
	if r.ContentLength > maxBody {
		return in, &http.MaxBytesError{Limit: maxBody}
	}
	// A short body is read in one go: net/http gives no more than was announced.
	// Room for a long one is made as it comes, not for what a client says.
	if n := int(r.ContentLength); n >= 0 && n <= 64<<10 {
		in = slices.Grow(in, n)[:n]
		_, err := io.ReadFull(r.Body, in)
		return in, err
	}
	body := http.MaxBytesReader(w, r.Body, maxBody)
	for {
		if len(in) == cap(in) {
			in = slices.Grow(in, 512)
		}
		n, err := body.Read(in[len(in):cap(in)])
		in = in[:len(in)+n]
		if err == io.EOF {
			return in, nil
		}
		if err != nil {
			return in, err
		}
	}
}

// bodyFault words what kept a body from being read.
func bodyFault(err error) *fault.Error {
	if _, ok := errors.AsType[*http.MaxBytesError](err); ok {
		return &fault.Error{Code: "RequestEntityTooLargeException", Message: "The request is larger than 16 MB", Status: http.StatusRequestEntityTooLarge}
	}
	if errors.Is(err, os.ErrDeadlineExceeded) {
		return &fault.Error{Code: "RequestTimeoutException", Message: "The request's body did not arrive in time", Status: http.StatusRequestTimeout}
	}
	return &fault.Error{Code: "SerializationException", Message: "The request's body did not arrive whole"}
}

// write sends an answer with its checksum, compressed where the client asks.
func (s *Server) write(w http.ResponseWriter, r *http.Request, status int, answer []byte) {
	h := w.Header()
	if len(answer) > 1024 && strings.Contains(r.Header.Get("Accept-Encoding"), "gzip") {
		answer = compress(answer)
		h.Set("Content-Encoding", "gzip")
	}
	// One array for all three values: they are set for each answer.
	values := &[3]string{newRequestID(), strconv.FormatUint(uint64(crc32.ChecksumIEEE(answer)), 10), strconv.Itoa(len(answer))}
	h["Content-Type"] = contentType
	h[requestIDHeader], h["X-Amz-Crc32"], h["Content-Length"] = values[0:1:1], values[1:2:2], values[2:3:3]
	w.WriteHeader(status)
	_, _ = w.Write(answer) // a client that has gone is no concern of ours
}

func compress(answer []byte) []byte {
	var out bytes.Buffer
	z, _ := gzip.NewWriterLevel(&out, gzip.BestSpeed) // the level is valid
	_, _ = z.Write(answer)                            // a bytes.Buffer takes all
	_ = z.Close()
	return out.Bytes()
}

const requestIDChars = "ABCDEFGHIJKLMNOPQRSTUVWXYZ012345"

// newRequestID is 52 random characters, as DynamoDB's are.
func newRequestID() string {
	var id [52]byte
	for i := 0; i < len(id); i += 12 {
		bits := rand.Uint64()
		for j := i; j < min(i+12, len(id)); j++ {
			id[j] = requestIDChars[bits&31]
			bits >>= 5
		}
	}
	return string(id[:])
}
