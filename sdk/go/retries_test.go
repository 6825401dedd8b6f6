package pitanga

import (
	"context"
	"errors"
	"net/http"
	"testing"
	"time"
)

func TestACallWithoutAnAnswerIsRepeatedWithItsKey(t *testing.T) {
	s := serve(t, hangUp, refuse(503, "SERVICE_UNAVAILABLE"), answer(map[string]any{"id": "1"}))
	charge, err := s.client().Charges.Create(ctx, CreateCharge{Data: ChargeData{Amount: 100}})
	noError(t, err)
	equal(t, "the charge", charge.ID, "1")
	keys := s.keys()
	if len(keys) != 3 || keys[0] == "" || keys[0] != keys[1] || keys[1] != keys[2] {
		t.Errorf("the keys are %v", keys)
	}
	equal(t, "the waits", s.waits, []time.Duration{500 * time.Millisecond, time.Second})
}

func TestEachCallHasAKeyOfItsOwnAndOneThatIsGivenIsSent(t *testing.T) {
	s := serve(t, answer(map[string]any{}), answer(map[string]any{}), refuse(500, "INTERNAL"), answer(map[string]any{}))
	client := s.client()
	for _, options := range [][]WriteOption{nil, nil, {WithIdempotencyKey("order-7")}} {
		_, err := client.Charges.Create(ctx, CreateCharge{}, options...)
		noError(t, err)
	}
	keys := s.keys()
	if keys[0] == keys[1] {
		t.Error("two calls have one key")
	}
	equal(t, "the key given", keys[2:], []string{"order-7", "order-7"})
}

func TestARefusalIsRepeatedWhenItMayPass(t *testing.T) {
	for _, each := range []struct {
		status int
		code   string
		calls  int
	}{
		{400, "INVALID_REQUEST", 1},
		{401, "API_KEY_INVALID", 1},
		{404, "CHARGE_NOT_FOUND", 1},
		{422, "IDEMPOTENCY_KEY_REUSED", 1},
		{503, "PROVIDER_NOT_CONFIGURED", 1},
		{503, "STORE_NOT_CONFIGURED", 1},
		{409, "IDEMPOTENCY_KEY_IN_FLIGHT", 3},
		{408, "REQUEST_TIMEOUT", 3},
		{429, "RATE_LIMIT_EXCEEDED", 3},
		{500, "INTERNAL", 3},
		{503, "SERVICE_UNAVAILABLE", 3},
	} {
		s := serve(t, refuse(each.status, each.code), refuse(each.status, each.code), refuse(each.status, each.code))
		_, err := s.client().Charges.Get(ctx, "pix_char_1")
		equal(t, each.code, codeOf(err), ErrorCode(each.code))
		equal(t, "the calls after "+each.code, len(s.seen()), each.calls)
	}
}

func TestTheNumberOfRepeatsIsThatOfTheClientOrOfTheCall(t *testing.T) {
	for _, each := range []struct{ ofClient, ofCall, calls int }{{0, -1, 1}, {0, 1, 2}, {3, 0, 1}} {
		s := serve(t, hangUp, hangUp, hangUp, hangUp)
		var options []CallOption
		if each.ofCall >= 0 {
			options = append(options, WithMaxRetries(each.ofCall))
		}
		// A GET that the server hangs up on is sent again by net/http: a POST is not.
		_, err := s.client(WithMaxRetries(each.ofClient)).CardTokens.Create(ctx, CreateCardToken{}, options...)
		equal(t, "the code", codeOf(err), ErrorCodeConnectionFailed)
		equal(t, "the calls", len(s.seen()), each.calls)
	}
}

func TestRetryAfterIsWaitedForAndALongOneIsAnErrorAtOnce(t *testing.T) {
	s := serve(t, refuse(429, "RATE_LIMIT_EXCEEDED", "Retry-After", "3"), answer(map[string]any{}))
	_, err := s.client().Store.Get(ctx)
	noError(t, err)
	equal(t, "the waits", s.waits, []time.Duration{3500 * time.Millisecond})
	s = serve(t, refuse(429, "RATE_LIMIT_EXCEEDED", "Retry-After", "3600"))
	_, err = s.client().Store.Get(ctx)
	var refused *Error
	if !errors.As(err, &refused) || refused.RetryAfter != time.Hour || s.waits != nil {
		t.Errorf("%v after the waits %v", err, s.waits)
	}
}

func TestRetryAfterMayBeADate(t *testing.T) {
	now := time.Date(2026, 11, 24, 12, 0, 0, 0, time.UTC)
	for text, want := range map[string]time.Duration{"2": 2 * time.Second, "Tue, 24 Nov 2026 12:00:30 GMT": 30 * time.Second, "Tue, 24 Nov 2026 11:00:00 GMT": 0, "soon": 0, "": 0, "1e300": time.Duration(1<<31-1) * time.Second} {
		equal(t, text, retryAfter(http.Header{"Retry-After": {text}}, now), want)
	}
}

func TestWaitsAreByChanceUpToABoundThatDoublesToEightSeconds(t *testing.T) {
	err := &Error{Code: ErrorCodeConnectionFailed}
	for repeat, want := range map[int]time.Duration{0: 500, 1: 1000, 2: 2000, 3: 4000, 4: 8000, 5: 8000, 2000: 8000} {
		equal(t, "the wait", waitBefore(repeat, err, 1), want*time.Millisecond)
	}
	equal(t, "the shortest", waitBefore(3, err, 0), time.Duration(0))
}

func TestATimeOutIsOfOneAttemptAndTheContextOfTheWholeCall(t *testing.T) {
	silent := func(_ http.ResponseWriter, r *http.Request) { <-r.Context().Done() }
	s := serve(t, silent, silent)
	_, err := s.client().Store.Get(ctx, WithTimeout(10*time.Millisecond), WithMaxRetries(1))
	equal(t, "the code", codeOf(err), ErrorCodeTimedOut)
	equal(t, "the calls", len(s.seen()), 2)
	ending, cancel := context.WithCancelCause(ctx)
	enough := errors.New("enough")
	s = serve(t, func(w http.ResponseWriter, r *http.Request) {
		cancel(enough)
		<-r.Context().Done()
	})
	if _, err := s.client(WithMaxRetries(0)).Store.Get(ending); !errors.Is(err, enough) || codeOf(err) != "" {
		t.Errorf("the call ends with %v", err)
	}
	equal(t, "the calls", len(s.seen()), 1)
}
