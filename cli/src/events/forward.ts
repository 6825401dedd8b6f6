import { createHmac } from 'node:crypto';
import { request as requestHttp } from 'node:http';
import { request as requestHttps } from 'node:https';
import { webhooks, type WebhookEvent } from '@pitanga-pay/sdk';

/** As in production: an endpoint that answers later has failed. */
const deadlineMs = 30_000;

export interface Endpoint {
  readonly url: URL;
  readonly secret: string;
  /** Accept a certificate of an unknown authority. */
  readonly skipVerify: boolean;
}

export interface Forwarded {
  /** Of the endpoint's answer; null when there was none. */
  readonly status: number | null;
  /** Why there was none: `ECONNREFUSED`. */
  readonly problem: string | null;
  readonly ms: number;
}

/** Posts an event as the platform would: the same body, headers and signatures, no redirect followed. */
export async function forward(event: WebhookEvent, endpoint: Endpoint, signal: AbortSignal): Promise<Forwarded> {
  const body = JSON.stringify(event);
  const headers = {
    'content-type': 'application/json',
    'user-agent': 'Pitanga-Webhooks/cli',
    ...(await webhooks.sign(body, endpoint.secret, { id: event.id })),
    'x-webhook-signature': createHmac('sha256', endpoint.secret).update(body).digest('base64'),
  };
  const startedAt = performance.now();
  const outcome = await post(endpoint, body, headers, AbortSignal.any([signal, AbortSignal.timeout(deadlineMs)]));
  return { ...outcome, ms: Math.round(performance.now() - startedAt) };
}

type Outcome = Pick<Forwarded, 'status' | 'problem'>;

function post(
  endpoint: Endpoint,
  body: string,
  headers: Record<string, string>,
  signal: AbortSignal,
): Promise<Outcome> {
  const { url, skipVerify } = endpoint;
  const request = url.protocol === 'https:' ? requestHttps : requestHttp;
  return new Promise((resolve) => {
    const failed = (error: NodeJS.ErrnoException): void => {
      const problem = signal.aborted ? 'no answer in 30 seconds' : (error.code ?? error.message);
      resolve({ status: null, problem });
    };
    const options = { method: 'POST', headers, signal, rejectUnauthorized: !skipVerify };
    const sent = request(url, options, (answer) => {
      answer.resume();
      answer.on('error', failed);
      answer.on('end', () => {
        resolve({ status: answer.statusCode ?? null, problem: null });
      });
    });
    sent.on('error', failed);
    sent.end(body);
  });
}
