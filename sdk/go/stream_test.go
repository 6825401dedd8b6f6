package pitanga

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"net/http"
	"testing"
	"time"
)

// stream writes pieces, and ends or breaks the connection after them.
func stream(breaks bool, pieces ...string) http.HandlerFunc {
	return func(w http.ResponseWriter, r *http.Request) {
		w.Header().Set("Content-Type", "text/event-stream")
		for _, piece := range pieces {
			fmt.Fprint(w, piece)
			w.(http.Flusher).Flush()
		}
		if breaks {
			hangUp(w, r)
		}
	}
}

func streamed(id string) string {
	body, _ := json.Marshal(map[string]any{"id": id, "event": "transfer.completed", "data": map[string]any{}})
	return fmt.Sprintf("id: %s\nevent: transfer.completed\ndata: %s\n\n", id, body)
}

func listed(after string, ids ...string) http.HandlerFunc {
	return func(w http.ResponseWriter, r *http.Request) {
		pageOf(ids, after, "")(w, r)
	}
}

// take is the first events of a stream, until there are enough.
func take(t *testing.T, s *server, count int, fields StreamEventsQuery, options ...CallOption) ([]string, error) {
	t.Helper()
	var ids []string
	for event, err := range s.client().Events.Stream(ctx, fields, options...) {
		if err != nil {
			return ids, err
		}
		ids = append(ids, event.ID)
		if len(ids) == count {
			break
		}
	}
	return ids, nil
}

func TestAConnectionThatEndsOrBreaksIsTakenUpWhereItWas(t *testing.T) {
	s := serve(t, stream(false, ": hello\r\n\r\nretry: 2000\n\n", streamed("evt_1")), stream(true, streamed("evt_2"), streamed("evt_3")[:20]), stream(false, streamed("evt_3")))
	ids, err := take(t, s, 3, StreamEventsQuery{After: "evt_0"})
	noError(t, err)
	equal(t, "the events", ids, []string{"evt_1", "evt_2", "evt_3"})
	equal(t, "the queries", queries(s), []string{"after=evt_0", "after=evt_1", "after=evt_2"})
	equal(t, "the waits", s.waits, []time.Duration{2 * time.Second, 2 * time.Second})
}

func TestWhatFailsForAMomentIsTriedAgainWithoutAnEndUnlessBounded(t *testing.T) {
	var failures []http.HandlerFunc
	for range 10 {
		failures = append(failures, refuse(503, "SERVICE_UNAVAILABLE"))
	}
	ids, err := take(t, serve(t, append(failures, stream(false, streamed("evt_1")))...), 1, StreamEventsQuery{LastEventID: "evt_0"})
	noError(t, err)
	equal(t, "the events", ids, []string{"evt_1"})
	s := serve(t, failures[:3]...)
	_, err = take(t, s, 1, StreamEventsQuery{After: "evt_0"}, WithMaxRetries(2))
	equal(t, "the code", codeOf(err), ErrorCodeServiceUnavailable)
	_, err = take(t, serve(t, refuse(400, "EVENT_NOT_KEPT")), 1, StreamEventsQuery{After: "evt_0"})
	equal(t, "the code of a refusal", codeOf(err), ErrorCodeEventNotKept)
}

func TestAStreamWithoutABeginningGoesOnAfterTheNewestEvent(t *testing.T) {
	s := serve(t, listed("", "evt_3"), stream(false, streamed("evt_4")))
	ids, err := take(t, s, 1, StreamEventsQuery{})
	noError(t, err)
	equal(t, "the events", ids, []string{"evt_4"})
	equal(t, "the queries", queries(s), []string{"limit=1", "after=evt_3"})
}

func TestAStoreThatHadNoEventHasItsFirstOnesAll(t *testing.T) {
	s := serve(t, listed(""), listed("evt_2", "evt_3", "evt_2"), listed("", "evt_1"), stream(false, streamed("evt_4")))
	ids, err := take(t, s, 4, StreamEventsQuery{})
	noError(t, err)
	equal(t, "the events", ids, []string{"evt_1", "evt_2", "evt_3", "evt_4"})
	equal(t, "the last query", queries(s)[3], "after=evt_3")
}

func TestASilentConnectionIsDeadAndTheContextEndsTheStream(t *testing.T) {
	quiet := func(w http.ResponseWriter, r *http.Request) {
		w.(http.Flusher).Flush()
		<-r.Context().Done()
	}
	ending, cancel := context.WithCancelCause(ctx)
	enough := errors.New("enough")
	s := serve(t, quiet, func(w http.ResponseWriter, r *http.Request) {
		stream(false, streamed("evt_1"))(w, r)
		<-r.Context().Done()
	}, func(w http.ResponseWriter, r *http.Request) {
		stream(false, ": hello\n\n")(w, r)
		cancel(enough)
		<-r.Context().Done()
	})
	client := s.client()
	client.transport.silence = 20 * time.Millisecond
	var ids []string
	for event, err := range client.Events.Stream(ending, StreamEventsQuery{After: "evt_0"}) {
		if err != nil {
			if !errors.Is(err, enough) {
				t.Errorf("it ends with %v", err)
			}
			break
		}
		ids = append(ids, event.ID)
	}
	equal(t, "the events", ids, []string{"evt_1"})
}
