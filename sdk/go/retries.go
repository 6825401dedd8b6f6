package pitanga

import (
	"context"
	"errors"
	"time"
)

const (
	// The wait before the first retry is up to this, and doubles with each.
	firstWait   = 500 * time.Millisecond
	longestWait = 8 * time.Second
	// A caller that should wait longer than this gets the error at once.
	longestRetryAfter = time.Minute
)

// isTransient tells whether the same call may have another answer in a moment. One that is still being processed is our
// own attempt that timed out: its repeat gets its answer.
func isTransient(err error) bool {
	var found *Error
	if !errors.As(err, &found) || found.RetryAfter > longestRetryAfter {
		return false
	}
	switch found.Code {
	case ErrorCodeProviderNotConfigured, ErrorCodeStoreNotConfigured:
		// Answers of 503 that no repeat changes.
		return false
	case ErrorCodeConnectionFailed, ErrorCodeTimedOut, ErrorCodeIdempotencyKeyInFlight:
		return true
	}
	return found.Status == 408 || found.Status == 429 || found.Status >= 500
}

// waitBefore is how long to wait before a repeat, 0 for the first: what the platform asks for, and by chance up to a
// bound that doubles, so that many clients do not come back at once.
func waitBefore(repeat int, err error, random float64) time.Duration {
	bound := min(longestWait, firstWait<<min(repeat, 10))
	wait := time.Duration(random * float64(bound))
	var found *Error
	if errors.As(err, &found) {
		wait += found.RetryAfter
	}
	return wait
}

func sleep(ctx context.Context, wait time.Duration) error {
	timer := time.NewTimer(wait)
	defer timer.Stop()
	select {
	case <-timer.C:
		return nil
	case <-ctx.Done():
		return context.Cause(ctx)
	}
}
