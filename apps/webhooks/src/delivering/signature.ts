import { createHmac, createSecretKey } from 'node:crypto';
import { signingKeyOf } from '../endpoints/webhook-secret';

export interface SignedDelivery {
  /** Log id: the same on every attempt. */
  readonly id: string;
  readonly body: string;
  /** Of this attempt, real time. */
  readonly at: Date;
  /** The webhook's secrets, newest first; two while one rotates. */
  readonly secrets: readonly string[];
  /** The operator's one key for X-Webhook-Signature, if there is one. */
  readonly signatureKey: string | undefined;
}

/**
 * The signature headers of one attempt: Standard Webhooks (`id.timestamp.body`, keys decoded from
 * `whsec_` secrets), and X-Webhook-Signature over the body alone, keyed with the text of the secret as
 * the merchant sees it (docs/behaviour/webhooks.md#signatures).
 */
export function signatureHeaders(delivery: SignedDelivery): Record<string, string> {
  const { id, body, secrets } = delivery;
  const timestamp = String(Math.floor(delivery.at.getTime() / 1000));
  const content = `${id}.${timestamp}.${body}`;
  const [newest] = secrets;
  if (newest === undefined) throw new TypeError(`the webhook of ${id} has no secret`);
  return {
    'webhook-id': id,
    'webhook-timestamp': timestamp,
    'webhook-signature': secrets.map((secret) => `v1,${hmacBase64(signingKeyOf(secret), content)}`).join(' '),
    'x-webhook-signature': hmacBase64(Buffer.from(delivery.signatureKey ?? newest, 'utf8'), body),
  };
}

function hmacBase64(key: Buffer, content: string): string {
  // A key object, for Node takes three times as long to use a key that it gets as bytes.
  return createHmac('sha256', createSecretKey(key)).update(content, 'utf8').digest('base64');
}
