package pitanga

import (
	"bytes"
	"context"
	"crypto/rand"
	"errors"
	"fmt"
	"io"
	"net/http"
	"net/url"
	"regexp"
	"time"
)

// transport sends calls and repeats them.
type transport struct {
	// A function, which no format of fmt shows.
	key      func() string
	url      string
	http     *http.Client
	settings settings
	silence  time.Duration
	sleep    func(ctx context.Context, wait time.Duration) error
	random   func() float64
}

type request struct {
	method  string
	path    string
	query   url.Values
	body    []byte
	isKeyed bool
}

type response struct {
	Answer
	header http.Header
	body   []byte
}

var idempotencyKeyPattern = regexp.MustCompile(`^[ -~]{1,255}$`)

// send sends a call, and again with the same Idempotency-Key while that is worth it.
func (t *transport) send(ctx context.Context, asked request, made call) (*response, error) {
	if err := made.check(); err != nil {
		return nil, err
	}
	key := made.key
	if asked.isKeyed && !made.hasKey {
		key = rand.Text()
	}
	if asked.isKeyed && !idempotencyKeyPattern.MatchString(key) {
		return nil, errors.New("pitanga: an idempotency key has 1 to 255 characters, from the space to the tilde of ASCII")
	}
	for repeat := 0; ; repeat++ {
		got, err := t.attempt(ctx, asked, made, key)
		if err == nil {
			return got, nil
		}
		if repeat >= made.maxRetries || !isTransient(err) {
			return nil, err
		}
		if err := t.sleep(ctx, waitBefore(repeat, err, t.random())); err != nil {
			return nil, err
		}
	}
}

// attempt sends a call once; its time-out is for the whole answer.
func (t *transport) attempt(ctx context.Context, asked request, made call, key string) (*response, error) {
	within, cancel := context.WithTimeout(ctx, made.timeout)
	defer cancel()
	answered, err := t.open(within, asked, key)
	if err != nil {
		return nil, t.unanswered(ctx, within, err, made.timeout)
	}
	defer answered.Body.Close()
	got, err := t.receive(answered, made)
	var refused *Error
	if err != nil && !errors.As(err, &refused) {
		return nil, t.unanswered(ctx, within, err, made.timeout)
	}
	return got, err
}

// open sends a request and answers as soon as the headers of the answer are there.
func (t *transport) open(ctx context.Context, asked request, key string) (*http.Response, error) {
	address := t.url + asked.path
	if len(asked.query) > 0 {
		address += "?" + asked.query.Encode()
	}
	sent, err := http.NewRequestWithContext(ctx, asked.method, address, bytes.NewReader(asked.body))
	if err != nil {
		return nil, err
	}
	sent.Header.Set("Authorization", "Bearer "+t.key())
	sent.Header.Set("User-Agent", "pitanga-go/"+Version)
	if asked.method == http.MethodPost {
		sent.Header.Set("Content-Type", "application/json")
	}
	if asked.isKeyed {
		sent.Header.Set("Idempotency-Key", key)
	}
	return t.http.Do(sent)
}

// receive reads an answer to its end, and tells of its warnings.
func (t *transport) receive(answered *http.Response, made call) (*response, error) {
	got := t.begin(answered, made)
	body, err := io.ReadAll(answered.Body)
	if err != nil {
		return nil, err
	}
	got.body = body
	if got.Status < 200 || got.Status > 299 {
		return nil, refusal(got)
	}
	return got, nil
}

// begin reads the headers of an answer.
func (t *transport) begin(answered *http.Response, made call) *response {
	got := &response{
		Answer: Answer{
			Status:    answered.StatusCode,
			RequestID: answered.Header.Get("X-Request-Id"),
			Warnings:  warningsOf(answered.Header),
		},
		header: answered.Header,
	}
	if made.answer != nil {
		*made.answer = got.Answer
	}
	if made.onWarning != nil {
		for _, sentence := range got.Warnings {
			made.onWarning(sentence)
		}
	}
	return got
}

// unanswered is the error for a call that had no answer: that of the caller's context, where it has ended.
func (t *transport) unanswered(ctx, within context.Context, err error, timeout time.Duration) error {
	if ctx.Err() != nil {
		return context.Cause(ctx)
	}
	if within.Err() != nil {
		return &Error{Code: ErrorCodeTimedOut, Message: fmt.Sprintf("%s did not answer within %s.", t.url, timeout), Err: err}
	}
	return &Error{Code: ErrorCodeConnectionFailed, Message: t.url + " cannot be reached.", Err: err}
}
