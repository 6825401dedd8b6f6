package main

import (
	"crypto/hmac"
	"crypto/sha256"
	"encoding/base64"
	"fmt"
	"io"
	"os"
	"strconv"
	"strings"
	"time"
)

const tolerance = 5 * time.Minute

// signingKey is what whsec_ and base64 encode, of any other text its own bytes.
func signingKey(secret string) []byte {
	if encoded, ok := strings.CutPrefix(secret, "whsec_"); ok {
		// Some libraries leave out the padding.
		if key, err := base64.RawStdEncoding.DecodeString(strings.TrimRight(encoded, "=")); err == nil {
			return key
		}
	}
	return []byte(secret)
}

// isValid takes the body as it came, before any parser.
func isValid(body []byte, id, timestamp, signatures, secret string, now time.Time) bool {
	seconds, err := strconv.ParseInt(timestamp, 10, 64)
	if err != nil || now.Sub(time.Unix(seconds, 0)).Abs() > tolerance {
		return false
	}
	mac := hmac.New(sha256.New, signingKey(secret))
	fmt.Fprintf(mac, "%s.%s.%s", id, timestamp, body)
	expected := []byte("v1," + base64.StdEncoding.EncodeToString(mac.Sum(nil)))
	// While a secret rotates, the header has a signature of each.
	for _, signature := range strings.Fields(signatures) {
		if hmac.Equal(expected, []byte(signature)) {
			return true
		}
	}
	return false
}

func main() {
	body, err := io.ReadAll(os.Stdin)
	if err != nil || !isValid(
		body,
		os.Getenv("WEBHOOK_ID"),
		os.Getenv("WEBHOOK_TIMESTAMP"),
		os.Getenv("WEBHOOK_SIGNATURE"),
		os.Getenv("WEBHOOK_SECRET"),
		time.Now(),
	) {
		fmt.Println("invalid")
		os.Exit(1)
	}
	fmt.Println("valid")
}
