package pitanga

import (
	"context"
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"sync"
	"testing"
	"time"
)

// asked is a request as the server had it.
type asked struct {
	method string
	path   string
	query  string
	header http.Header
	body   string
}

// server answers the calls of a client one after the other, and keeps them and the waits between them.
type server struct {
	t       *testing.T
	mutex   sync.Mutex
	answers []http.HandlerFunc
	calls   []asked
	waits   []time.Duration
	url     string
}

func serve(t *testing.T, answers ...http.HandlerFunc) *server {
	t.Helper()
	s := &server{t: t, answers: answers}
	listening := httptest.NewServer(s)
	t.Cleanup(listening.Close)
	s.url = listening.URL
	return s
}

func (s *server) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	body, _ := io.ReadAll(r.Body)
	s.mutex.Lock()
	s.calls = append(s.calls, asked{r.Method, r.URL.Path, r.URL.RawQuery, r.Header, string(body)})
	if len(s.answers) == 0 {
		s.mutex.Unlock()
		s.t.Errorf("there is no answer left for %s %s", r.Method, r.URL)
		return
	}
	answer := s.answers[0]
	s.answers = s.answers[1:]
	s.mutex.Unlock()
	answer(w, r)
}

// client waits in no time: what it would wait is kept.
func (s *server) client(options ...ClientOption) *Client {
	s.t.Helper()
	made, err := New("pit_dev_1", append([]ClientOption{WithURL(s.url + "/"), WithOnWarning(nil)}, options...)...)
	if err != nil {
		s.t.Fatal(err)
	}
	made.transport.random = func() float64 { return 1 }
	made.transport.sleep = func(ctx context.Context, wait time.Duration) error {
		s.waits = append(s.waits, wait)
		return context.Cause(ctx)
	}
	return made
}

// seen is what came until now, also of calls that did not wait for their answer.
func (s *server) seen() []asked {
	s.mutex.Lock()
	defer s.mutex.Unlock()
	return s.calls
}

func (s *server) keys() []string {
	var keys []string
	for _, call := range s.seen() {
		keys = append(keys, call.header.Get("Idempotency-Key"))
	}
	return keys
}

func answer(data any, headers ...string) http.HandlerFunc {
	return answerJSON(200, map[string]any{"data": data, "success": true, "error": nil}, headers...)
}

func refuse(status int, code string, headers ...string) http.HandlerFunc {
	body := map[string]any{"success": false, "error": "The sentence of " + code + ".", "code": code, "docs": "https://pay.example/docs"}
	return answerJSON(status, body, headers...)
}

func answerJSON(status int, body any, headers ...string) http.HandlerFunc {
	return func(w http.ResponseWriter, _ *http.Request) {
		w.Header().Set("Content-Type", "application/json")
		for i := 0; i < len(headers); i += 2 {
			w.Header().Add(headers[i], headers[i+1])
		}
		w.WriteHeader(status)
		_ = json.NewEncoder(w).Encode(body)
	}
}

// hangUp closes the connection without an answer.
func hangUp(w http.ResponseWriter, _ *http.Request) {
	panic(http.ErrAbortHandler)
}

func equal(t *testing.T, what string, got, want any) {
	t.Helper()
	if fmt.Sprintf("%#v", got) != fmt.Sprintf("%#v", want) {
		t.Errorf("%s is %#v, not %#v", what, got, want)
	}
}

func noError(t *testing.T, err error) {
	t.Helper()
	if err != nil {
		t.Fatal(err)
	}
}
