package pitanga

import (
	"encoding/json"
	"net/http"
	"os"
	"testing"
	"time"
)

// vector is a webhook that every client of ours must judge alike; sdk/webhook-vectors.json.
type vector struct {
	Name    string
	Body    string
	Headers map[string]string
	Secret  string
	Now     int64
	Code    string
}

func TestEveryWebhookIsJudgedAsByTheOtherClients(t *testing.T) {
	text, err := os.ReadFile("../webhook-vectors.json")
	noError(t, err)
	var vectors []vector
	noError(t, json.Unmarshal(text, &vectors))
	for _, each := range vectors {
		header := http.Header{}
		for name, value := range each.Headers {
			header.Set(name, value)
		}
		_, err := VerifyWebhook([]byte(each.Body), header, each.Secret, WithNow(time.Unix(each.Now, 0)))
		if codeOf(err) != ErrorCode(each.Code) || (each.Code == "" && err != nil) {
			t.Errorf("%s: %v, not %q", each.Name, err, each.Code)
		}
	}
	if len(vectors) < 20 {
		t.Errorf("there are %d vectors", len(vectors))
	}
}

func TestSignMakesWhatVerifyProvesAndTheEventHasItsType(t *testing.T) {
	body := []byte(`{"id":"log_1","event":"payout.failed","apiVersion":2,"devMode":true,"data":{"withdraw":{"id":"tran_1","amount":500}}}`)
	header := SignWebhook(body, "whsec_c2hvcA==", "log_1")
	event, err := VerifyWebhook(body, header, "whsec_c2hvcA==")
	noError(t, err)
	data, isPayout := event.Data.(PayoutFailedData)
	if !isPayout || data.Withdraw.ID != "tran_1" || data.Withdraw.Amount != 500 || event.APIVersion != 2 {
		t.Errorf("the event is %#v", event)
	}
	if _, err := VerifyWebhook(body, header, ""); err == nil || codeOf(err) != "" {
		t.Errorf("no secret is %v", err)
	}
	if _, err := VerifyWebhook(body, header, "whsec_c2hvcA==", WithNow(time.Now().Add(2*time.Minute)), WithTolerance(time.Minute)); codeOf(err) != ErrorCodeSignatureExpired {
		t.Errorf("an older one is %v", err)
	}
}

func TestAnEventThatThisReleaseDoesNotKnowComesAsItIs(t *testing.T) {
	var event WebhookEvent
	noError(t, json.Unmarshal([]byte(`{"id":"log_1","event":"moon.landed","data":{"step":1}}`), &event))
	equal(t, "the data", string(event.Data.(json.RawMessage)), `{"step":1}`)
}
