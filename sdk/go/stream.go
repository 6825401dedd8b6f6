package pitanga

import (
	"bufio"
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"iter"
	"net/http"
	"net/url"
	"slices"
	"strconv"
	"strings"
	"time"
)

// The platform sends a comment every 15 seconds: a stream that says nothing for three of them is dead.
const silence = 45 * time.Second

// eventStream is the events of a store, over as many connections as it takes.
type eventStream struct {
	transport *transport
	path      string
	call      call
	// The last event that was handed over, or that the caller has.
	after string
	// The store had no event when the stream began: all that it has later are new.
	isFromFirst bool
	// Between two connections; the platform may change it.
	pause time.Duration
}

// errStopped says that the caller has left the loop.
var errStopped = errors.New("stopped")

// readStream yields events without an end; what fails for a moment is tried again without one, unless WithMaxRetries
// bounds how often in a row.
func readStream(ctx context.Context, t *transport, path string, fields StreamEventsQuery, options []CallOption) iter.Seq2[WebhookEvent, error] {
	return func(yield func(WebhookEvent, error) bool) {
		made := call{settings: t.settings}
		made.hasMaxRetries = false
		for _, option := range options {
			option.ofCall(&made)
		}
		stream := &eventStream{transport: t, path: path, call: made, pause: time.Second}
		stream.after = fields.LastEventID
		if stream.after == "" {
			stream.after = fields.After
		}
		hand := func(event WebhookEvent) error {
			// Before it is handed over: who leaves the loop has had it.
			stream.after = event.ID
			if !yield(event, nil) {
				return errStopped
			}
			return nil
		}
		if err := stream.run(ctx, hand); !errors.Is(err, errStopped) {
			yield(WebhookEvent{}, err)
		}
	}
}

func (s *eventStream) run(ctx context.Context, hand func(WebhookEvent) error) error {
	if err := s.call.check(); err != nil {
		return err
	}
	failures := 0
	for {
		succeed := func() { failures = 0 }
		var err error
		if s.after == "" {
			err = s.beforeConnection(ctx, succeed, hand)
		} else {
			err = s.ofConnection(ctx, succeed, hand)
		}
		if err == nil {
			continue
		}
		if (s.call.hasMaxRetries && failures >= s.call.maxRetries) || !isTransient(err) {
			return err
		}
		if err := s.transport.sleep(ctx, waitBefore(failures, err, s.transport.random())); err != nil {
			return err
		}
		failures++
	}
}

// beforeConnection finds the event to go on after, and hands over the first events of a store that had none. A
// connection without one has only what happens once it is open: what happens before would be lost.
func (s *eventStream) beforeConnection(ctx context.Context, succeed func(), hand func(WebhookEvent) error) error {
	limit := 1
	if s.isFromFirst {
		limit = 100
	}
	made := s.call
	made.maxRetries = 0
	newest, err := page[Event](ctx, s.transport, "/v2/events/list", url.Values{"limit": {strconv.Itoa(limit)}}, made)
	if err != nil {
		return err
	}
	succeed()
	if len(newest.Data) == 0 {
		s.isFromFirst = true
		return s.transport.sleep(ctx, s.pause)
	}
	if !s.isFromFirst {
		s.after = newest.Data[0].ID
		return nil
	}
	var events []Event
	for event, err := range newest.All(ctx) {
		if err != nil {
			return err
		}
		events = append(events, event)
	}
	for _, event := range slices.Backward(events) {
		found := WebhookEvent{ID: event.ID, Event: event.Event, APIVersion: event.APIVersion, DevMode: event.DevMode, Data: event.Data}
		if err := hand(found); err != nil {
			return err
		}
	}
	return nil
}

// ofConnection hands over the events of one connection, until it ends, breaks or falls silent.
func (s *eventStream) ofConnection(ctx context.Context, succeed func(), hand func(WebhookEvent) error) error {
	t := s.transport
	within, cancel := context.WithCancel(ctx)
	defer cancel()
	timer := time.AfterFunc(s.call.timeout, cancel)
	defer timer.Stop()
	asked := request{method: http.MethodGet, path: s.path, query: url.Values{"after": {s.after}}}
	answered, err := t.open(within, asked, "")
	if err != nil {
		return t.unanswered(ctx, within, err, s.call.timeout)
	}
	defer answered.Body.Close()
	if answered.StatusCode != http.StatusOK {
		_, err := t.receive(answered, s.call)
		var refused *Error
		if err != nil && !errors.As(err, &refused) {
			return t.unanswered(ctx, within, err, s.call.timeout)
		}
		return err
	}
	t.begin(answered, s.call)
	succeed()
	timer.Reset(t.silence)
	if err := s.readEvents(bufio.NewReader(answered.Body), func() { timer.Reset(t.silence) }, hand); err != nil {
		return err
	}
	if ctx.Err() != nil {
		return context.Cause(ctx)
	}
	return t.sleep(ctx, s.pause)
}

// readEvents reads server-sent events until the connection ends or breaks.
func (s *eventStream) readEvents(from *bufio.Reader, seen func(), hand func(WebhookEvent) error) error {
	var id string
	var data [][]byte
	for {
		text, err := from.ReadBytes('\n')
		if err != nil {
			// An event is whole with the empty line after it alone.
			return nil
		}
		seen()
		line := bytes.TrimRight(text, "\r\n")
		name, value, _ := strings.Cut(string(line), ":")
		value = strings.TrimPrefix(value, " ")
		switch {
		case len(line) == 0 && len(data) > 0:
			var event WebhookEvent
			if err := json.Unmarshal(bytes.Join(data, []byte("\n")), &event); err != nil {
				return &Error{Code: ErrorCodeUnreadableAnswer, Message: "The stream has an event that is none.", Status: http.StatusOK, Err: err}
			}
			data = nil
			if id != "" {
				event.ID = id
			}
			if err := hand(event); err != nil {
				return err
			}
		case name == "id":
			id = value
		case name == "data":
			data = append(data, []byte(value))
		case name == "retry":
			if ms, err := strconv.Atoi(value); err == nil && ms >= 0 {
				s.pause = time.Duration(ms) * time.Millisecond
			}
		}
	}
}
