package emulator

import (
	"net"
	"net/http"
	"strconv"
	"strings"

	"github.com/ddbpatterns/ddbpatterns/emulator/internal/fault"
)

// refuse says why a request is not for us to answer, or nil.
func (s *Server) refuse(r *http.Request) *fault.Error {
	switch {
	case !s.knows(r.Host):
		return forbidden("Host " + strconv.Quote(r.Host) + " is not this server's name")
	case r.Method == http.MethodGet && r.URL.Path == "/" && r.Header.Get("X-Amz-Target") == "":
		return nil
	case r.Method != http.MethodPost || r.URL.Path != "/":
		return &fault.Error{Code: "UnknownOperationException", Status: http.StatusNotFound}
	case r.Header.Get("Origin") != "" || r.Header.Get("Sec-Fetch-Site") != "":
		return forbidden("Requests from a browser page are not answered")
	case r.Header.Get("Authorization") == "":
		return &fault.Error{Code: "MissingAuthenticationTokenException", Message: "Request is missing Authentication Token"}
	}
	return nil
}

func forbidden(message string) *fault.Error {
	return &fault.Error{Code: "AccessDeniedException", Message: message, Status: http.StatusForbidden}
}

// knows reports whether the Host header names this machine: another name may
// be one that a page pointed here.
func (s *Server) knows(host string) bool {
	name := host
	if h, _, err := net.SplitHostPort(host); err == nil {
		name = h
	}
	name = strings.ToLower(strings.Trim(name, "[]"))
	if name == "localhost" || strings.HasSuffix(name, ".localhost") || net.ParseIP(name) != nil {
		return true
	}
	for _, known := range s.opts.Hosts {
		if strings.EqualFold(name, known) {
			return true
		}
	}
	return false
}
