import { createHmac, createSecretKey } from 'node:crypto';
import { signingKey } from '../endpoints/webhook-secret';

export interface SignedDelivery {
  /** Log id: the same on every attempt. */
  readonly id: string;
  readonly body: string;
  /** Start of the attempt, real time. */
  readonly at: Date;
  /** The webhook's secrets, newest first; two while one rotates. */
  readonly secrets: readonly string[];
  /** The operator's key for X-Webhook-Signature; undefined for the webhook's secret. */
  readonly signatureKey: string | undefined;
}

/**
 * The signature headers of one attempt (docs/behaviour/webhooks.md#signatures): those of Standard Webhooks over
 * `id.timestamp.body`, and X-Webhook-Signature over the body with the text of the secret as the key.
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
    'webhook-signature': secrets.map((secret) => `v1,${hmacBase64(signingKey(secret), content)}`).join(' '),
    'x-webhook-signature': hmacBase64(Buffer.from(delivery.signatureKey ?? newest, 'utf8'), body),
  };
}

function hmacBase64(key: Buffer, content: string): string {
  // A key object: signing with a key in bytes takes Node three times as long.
  return createHmac('sha256', createSecretKey(key)).update(content, 'utf8').digest('base64');
}
