import type { WebhookEvent } from './gen/schemas';
import { PitangaError } from './pitanga-error';

/** The headers of a request: of the web, or of Node and its frameworks. */
export type WebhookHeaders = Headers | Readonly<Record<string, string | readonly string[] | undefined>>;

export interface VerifyOptions {
  /** Milliseconds that the clocks of both sides may differ; 300,000 when left out. */
  readonly toleranceMs?: number;
  /** Milliseconds since the epoch; the time now when left out. */
  readonly now?: number;
}

const encoder = new TextEncoder();

/**
 * Proves that a webhook comes from the platform and is fresh, and answers its event, a union by `event`. While a secret
 * rotates, both the old and the new one prove it.
 * @param rawBody the body as it came: what was parsed and written again has another signature
 * @param secret of the webhook, as `webhooks.create` answered it (`whsec_…`) or as it was given then
 * @throws PitangaError SIGNATURE_MISSING, SIGNATURE_INVALID or SIGNATURE_EXPIRED: answer such a request with 400
 */
async function verify(
  rawBody: string | Uint8Array,
  headers: WebhookHeaders,
  secret: string,
  { toleranceMs = 300_000, now = Date.now() }: VerifyOptions = {},
): Promise<WebhookEvent> {
  if (typeof rawBody !== 'string' && !(rawBody instanceof Uint8Array))
    throw new TypeError('webhooks.verify needs the raw body, text or bytes as they came, not what was parsed from it.');
  const id = readHeader(headers, 'webhook-id');
  const timestamp = readHeader(headers, 'webhook-timestamp');
  const signatures = readHeader(headers, 'webhook-signature');
  if (!id || !timestamp || !signatures)
    throw new PitangaError('SIGNATURE_MISSING', 'The request has no signature of Standard Webhooks.');

  if (!/^\d{1,12}$/.test(timestamp))
    throw new PitangaError('SIGNATURE_INVALID', 'The time of the signature is not a number of seconds.');
  // Before anything that costs.
  if (!(Math.abs(Number(timestamp) * 1000 - now) <= toleranceMs))
    throw new PitangaError('SIGNATURE_EXPIRED', 'The request was signed too long ago, or its time is ahead.');
  const expected = await signMessage(id, timestamp, rawBody, secret);
  if (!signatures.split(' ').some((signature) => isSame(signature, expected)))
    throw new PitangaError('SIGNATURE_INVALID', 'No signature of the request is of this secret and body.');
  return JSON.parse(typeof rawBody === 'string' ? rawBody : new TextDecoder().decode(rawBody)) as WebhookEvent;
}

/** Of the delivery that is signed. */
export interface SignOptions {
  /** The id in the body: `log_…`. */
  readonly id: string;
  /** Milliseconds since the epoch; the time now when left out. */
  readonly now?: number;
}

/** Signs a body as the platform does: what a test of one's own endpoint sends. Answers the three headers. */
async function sign(
  rawBody: string | Uint8Array,
  secret: string,
  { id, now = Date.now() }: SignOptions,
): Promise<Record<'webhook-id' | 'webhook-timestamp' | 'webhook-signature', string>> {
  const timestamp = String(Math.floor(now / 1000));
  const signature = await signMessage(id, timestamp, rawBody, secret);
  return { 'webhook-id': id, 'webhook-timestamp': timestamp, 'webhook-signature': signature };
}

export const webhooks = { verify, sign };

function readHeader(headers: WebhookHeaders, name: string): string | undefined {
  if (isHeaders(headers)) return headers.get(name) ?? undefined;
  const [, value] = Object.entries(headers).find(([key]) => key.toLowerCase() === name) ?? [];
  return typeof value === 'string' ? value : value?.join(' ');
}

function isHeaders(headers: WebhookHeaders): headers is Headers {
  return typeof headers.get === 'function';
}

/** Of `id.timestamp.body`, as the header has it. */
async function signMessage(
  id: string,
  timestamp: string,
  rawBody: string | Uint8Array,
  secret: string,
): Promise<string> {
  const body = typeof rawBody === 'string' ? encoder.encode(rawBody) : rawBody;
  const head = encoder.encode(`${id}.${timestamp}.`);
  const content = new Uint8Array(head.length + body.length);
  content.set(head);
  content.set(body, head.length);
  const algorithm = { name: 'HMAC', hash: 'SHA-256' };
  const key = await crypto.subtle.importKey('raw', decodeSecret(secret), algorithm, false, ['sign']);
  const signature = new Uint8Array(await crypto.subtle.sign('HMAC', key, content));
  return `v1,${btoa(String.fromCharCode(...signature))}`;
}

/** Takes as long for a signature that is nearly right. */
function isSame(given: string, expected: string): boolean {
  if (given.length !== expected.length) return false;
  let differences = 0;
  for (let index = 0; index < expected.length; index += 1)
    differences |= given.charCodeAt(index) ^ expected.charCodeAt(index);
  return differences === 0;
}

/** A secret of the form `whsec_` and base64 is decoded, any other counts as its bytes. */
function decodeSecret(secret: string): Uint8Array<ArrayBuffer> {
  if (typeof secret !== 'string' || secret === '') throw new TypeError('A webhook is verified with its secret.');
  const [, base64] = /^whsec_([A-Za-z0-9+/]+={0,2})$/.exec(secret) ?? [];
  return base64 === undefined ? encoder.encode(secret) : bytesOfBase64(base64);
}

/** Takes base64 with and without its padding, and of any length, as the platform does. */
function bytesOfBase64(text: string): Uint8Array<ArrayBuffer> {
  const [digits = ''] = /^[A-Za-z0-9+/]*/.exec(text) ?? [];
  // One digit alone after the last four is less than a byte.
  const whole = digits.length % 4 === 1 ? digits.slice(0, -1) : digits;
  return Uint8Array.from(atob(whole), (character) => character.charCodeAt(0));
}
