package pitanga

import (
	"errors"
	"net/http"
	"time"
)

// ClientOption is an option of New.
type ClientOption interface{ ofClient(*client) }

// WriteOption is an option of a call that writes.
type WriteOption interface{ ofWrite(*call) }

// CallOption is an option of every call.
type CallOption interface {
	WriteOption
	ofCall(*call)
}

// Option is an option of New and, for that call alone, of every call.
type Option interface {
	ClientOption
	CallOption
}

// WithURL says where the installation is, without a path; http://127.0.0.1:8080 when left out.
func WithURL(url string) ClientOption {
	return clientOption(func(c *client) { c.url = url })
}

// WithHTTPClient takes the place of http.DefaultClient: for a proxy, certificates or limits of your own.
func WithHTTPClient(own *http.Client) ClientOption {
	return clientOption(func(c *client) {
		if own != nil {
			c.http = own
		}
	})
}

// WithTimeout says how long each attempt of a call may take, a stream until it answers; 30 seconds when left out. The
// context bounds the whole call.
func WithTimeout(timeout time.Duration) Option {
	return option(func(s *settings) { s.timeout = timeout })
}

// WithMaxRetries says how often a call is repeated that had no answer, or 408, 429 or 5xx; 2 when left out.
func WithMaxRetries(times int) Option {
	return option(func(s *settings) { s.maxRetries, s.hasMaxRetries = times, true })
}

// WithOnWarning takes each warning of an answer, such as of a field that the API does not know; test mode alone has
// most of them. When left out, standard error has each distinct sentence once; nil says none.
func WithOnWarning(handle func(sentence string)) Option {
	return option(func(s *settings) { s.onWarning = handle })
}

// WithIdempotencyKey gives the call a key of yours, 1 to 255 printable characters: within 72 hours a call with the same
// key and body does nothing new and has the same answer. Without it each call has a key of its own, which its retries
// keep.
func WithIdempotencyKey(key string) WriteOption {
	return writeOption(func(c *call) { c.key, c.hasKey = key, true })
}

// WithAnswer fills in what the last answer of the call says beside its record.
func WithAnswer(answer *Answer) CallOption {
	return callOption(func(c *call) { c.answer = answer })
}

// Answer is what an answer says beside its record.
type Answer struct {
	// Status is the status of HTTP.
	Status int
	// RequestID is what the operator of the installation asks for.
	RequestID string
	// Warnings are sentences such as of a field that the API does not know.
	Warnings []string
}

// settings are those of a client, which a call may change for itself.
type settings struct {
	timeout    time.Duration
	maxRetries int
	// A stream is repeated without an end, unless its own call bounds it.
	hasMaxRetries bool
	onWarning     func(sentence string)
}

func (s settings) check() error {
	if s.timeout <= 0 {
		return errors.New("pitanga: the timeout is more than 0")
	}
	if s.maxRetries < 0 {
		return errors.New("pitanga: the number of retries is 0 or more")
	}
	return nil
}

type client struct {
	settings
	url  string
	http *http.Client
}

type call struct {
	settings
	key    string
	hasKey bool
	answer *Answer
}

type clientOption func(*client)

func (o clientOption) ofClient(c *client) { o(c) }

type writeOption func(*call)

func (o writeOption) ofWrite(c *call) { o(c) }

type callOption func(*call)

func (o callOption) ofWrite(c *call) { o(c) }
func (o callOption) ofCall(c *call)  { o(c) }

type option func(*settings)

func (o option) ofClient(c *client) { o(&c.settings) }
func (o option) ofWrite(c *call)    { o(&c.settings) }
func (o option) ofCall(c *call)     { o(&c.settings) }
