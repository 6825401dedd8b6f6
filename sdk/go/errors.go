package pitanga

import (
	"encoding/json"
	"fmt"
	"math"
	"net/http"
	"strconv"
	"time"
)

// What the client itself finds, beside the codes of the API.
const (
	// ErrorCodeConnectionFailed: nothing answers at the url.
	ErrorCodeConnectionFailed ErrorCode = "CONNECTION_FAILED"
	// ErrorCodeTimedOut: no answer within the time-out.
	ErrorCodeTimedOut ErrorCode = "TIMED_OUT"
	// ErrorCodeUnreadableAnswer: something between here and the platform answered.
	ErrorCodeUnreadableAnswer ErrorCode = "UNREADABLE_ANSWER"
	// ErrorCodeSignatureMissing: a webhook has no signature.
	ErrorCodeSignatureMissing ErrorCode = "SIGNATURE_MISSING"
	// ErrorCodeSignatureInvalid: no signature of a webhook is of its body and secret.
	ErrorCodeSignatureInvalid ErrorCode = "SIGNATURE_INVALID"
	// ErrorCodeSignatureExpired: the time of a webhook is too far from now.
	ErrorCodeSignatureExpired ErrorCode = "SIGNATURE_EXPIRED"
)

// Error is a call that the API refused or did not answer, or a webhook that is not to be trusted. errors.As finds it.
type Error struct {
	// Code is the reason for programs, one that /docs/errors lists or one of the client: compare this, not Message.
	Code ErrorCode
	// Message is one sentence that says why.
	Message string
	// Status is the status of HTTP; 0 when there was no answer.
	Status int
	// RequestID is what the operator of the installation asks for.
	RequestID string
	// RetryAfter is when the platform asks to try again.
	RetryAfter time.Duration
	// Docs is the address of the page that explains the code; with a dev key.
	Docs string
	// Warnings of the answer.
	Warnings []string
	// Err is what the network said, where there was no answer.
	Err error
}

// Error is the sentence and the code.
func (e *Error) Error() string {
	return fmt.Sprintf("%s (%s)", e.Message, e.Code)
}

// Unwrap is what the network said.
func (e *Error) Unwrap() error {
	return e.Err
}

// refusal is the error that an answer means.
func refusal(got *response) *Error {
	read := struct {
		Error string    `json:"error"`
		Code  ErrorCode `json:"code"`
		Docs  string    `json:"docs"`
	}{}
	// A proxy between here and the API answers with a page of its own.
	if json.Unmarshal(got.body, &read) != nil || read.Error == "" || read.Code == "" {
		return unreadable(got, fmt.Sprintf("The answer has status %d and no error of Pitanga.", got.Status), nil)
	}
	return &Error{
		Code:       read.Code,
		Message:    read.Error,
		Status:     got.Status,
		RequestID:  got.RequestID,
		RetryAfter: retryAfter(got.header, time.Now()),
		Docs:       read.Docs,
		Warnings:   got.Warnings,
	}
}

func unreadable(got *response, message string, err error) *Error {
	return &Error{
		Code:       ErrorCodeUnreadableAnswer,
		Message:    message,
		Status:     got.Status,
		RequestID:  got.RequestID,
		RetryAfter: retryAfter(got.header, time.Now()),
		Warnings:   got.Warnings,
		Err:        err,
	}
}

// retryAfter reads Retry-After, seconds or a date; 0 when it says neither.
func retryAfter(header http.Header, now time.Time) time.Duration {
	text := header.Get("Retry-After")
	if seconds, err := strconv.ParseFloat(text, 64); err == nil {
		return time.Duration(min(max(seconds, 0), math.MaxInt32) * float64(time.Second))
	}
	at, err := http.ParseTime(text)
	if err != nil {
		return 0
	}
	return max(at.Sub(now), 0)
}
