package pitanga

import (
	"crypto/hmac"
	"crypto/sha256"
	"encoding/base64"
	"encoding/json"
	"errors"
	"net/http"
	"regexp"
	"strconv"
	"strings"
	"time"
)

// VerifyOption is an option of VerifyWebhook and SignWebhook.
type VerifyOption func(*verification)

type verification struct {
	tolerance time.Duration
	now       time.Time
}

// WithTolerance says how far the time of a webhook and the clock here may be apart, either way; five minutes when left
// out. An older one may be a recording.
func WithTolerance(tolerance time.Duration) VerifyOption {
	return func(v *verification) { v.tolerance = tolerance }
}

// WithNow takes the place of the clock here.
func WithNow(now time.Time) VerifyOption {
	return func(v *verification) { v.now = now }
}

var timestampPattern = regexp.MustCompile(`^[0-9]{1,12}$`)

// VerifyWebhook proves that a webhook comes from the platform and is fresh, and answers its event. While a secret
// rotates, both the old and the new one prove it.
//
// The body is as it came, before any parser. The secret is what Webhooks.Create answered (whsec_…), or the text that
// was given then. Its error is an *Error with ErrorCodeSignatureMissing, ErrorCodeSignatureInvalid or
// ErrorCodeSignatureExpired: answer such a request with 400.
func VerifyWebhook(body []byte, header http.Header, secret string, options ...VerifyOption) (WebhookEvent, error) {
	var event WebhookEvent
	if secret == "" {
		return event, errors.New("pitanga: a webhook is verified with its secret")
	}
	made := verificationOf(options)
	id, timestamp, signatures := header.Get("Webhook-Id"), header.Get("Webhook-Timestamp"), header.Get("Webhook-Signature")
	if id == "" || timestamp == "" || signatures == "" {
		return event, untrusted(ErrorCodeSignatureMissing, "The request has no signature of Standard Webhooks.")
	}
	if !timestampPattern.MatchString(timestamp) {
		return event, untrusted(ErrorCodeSignatureInvalid, "The webhook-timestamp is not a time in seconds.")
	}
	seconds, err := strconv.ParseInt(timestamp, 10, 64)
	if err != nil || made.now.Sub(time.Unix(seconds, 0)).Abs() > made.tolerance {
		return event, untrusted(ErrorCodeSignatureExpired, "The request was signed too long ago, or its time is ahead.")
	}
	expected := []byte(signature(body, id, timestamp, secret))
	for _, given := range strings.Fields(signatures) {
		if hmac.Equal([]byte(given), expected) {
			err := json.Unmarshal(body, &event)
			return event, err
		}
	}
	return event, untrusted(ErrorCodeSignatureInvalid, "No signature of the request is of this secret and body.")
}

// SignWebhook answers the headers of a webhook as the platform would send it, for tests of your server. The id is that
// of the webhook, log_….
func SignWebhook(body []byte, secret, id string, options ...VerifyOption) http.Header {
	timestamp := strconv.FormatInt(verificationOf(options).now.Unix(), 10)
	header := http.Header{}
	header.Set("Webhook-Id", id)
	header.Set("Webhook-Timestamp", timestamp)
	header.Set("Webhook-Signature", signature(body, id, timestamp, secret))
	return header
}

func verificationOf(options []VerifyOption) verification {
	made := verification{tolerance: 5 * time.Minute, now: time.Now()}
	for _, option := range options {
		option(&made)
	}
	return made
}

func untrusted(code ErrorCode, message string) *Error {
	return &Error{Code: code, Message: message}
}

// signature of `id.timestamp.body`, as the header has it.
func signature(body []byte, id, timestamp, secret string) string {
	mac := hmac.New(sha256.New, signingKey(secret))
	mac.Write([]byte(id + "." + timestamp + "."))
	mac.Write(body)
	return "v1," + base64.StdEncoding.EncodeToString(mac.Sum(nil))
}

var encodedSecret = regexp.MustCompile(`^whsec_([A-Za-z0-9+/]+)={0,2}$`)

// signingKey is what whsec_ and base64 encode, of any other text its own bytes.
func signingKey(secret string) []byte {
	found := encodedSecret.FindStringSubmatch(secret)
	if found == nil {
		return []byte(secret)
	}
	digits := found[1]
	// A single digit after the last four is less than a byte; padding is optional.
	if len(digits)%4 == 1 {
		digits = digits[:len(digits)-1]
	}
	key, err := base64.RawStdEncoding.DecodeString(digits)
	if err != nil {
		return []byte(secret)
	}
	return key
}
