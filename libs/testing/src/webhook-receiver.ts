import { createServer, type IncomingMessage, type RequestListener, type ServerResponse } from 'node:http';
import { createServer as createTlsServer } from 'node:https';
import type { AddressInfo } from 'node:net';
import { setTimeout as delay } from 'node:timers/promises';
import { misbehave, type Misbehaviour } from './misbehaviour';
import { checkDeliveredBody } from './published-events';
import { receiverTls, type ReceiverCertificate } from './certificates';

/** A request that the receiver got, with its body byte for byte. */
export interface SeenRequest {
  readonly method: string;
  readonly path: string;
  readonly headers: IncomingMessage['headers'];
  readonly body: string;
  readonly receivedAt: Date;
}

export interface ReceiverAnswer {
  readonly status: number;
  readonly body?: string | Buffer;
  readonly headers?: Readonly<Record<string, string>>;
  /** Milliseconds before the answer. */
  readonly delayMs?: number;
  /** Answers no sooner than this is settled. */
  readonly until?: Promise<unknown>;
}

/** What the receiver does with one request: a status, a whole answer, or something worse. */
export type Behaviour = number | ReceiverAnswer | Misbehaviour;

/** By request (`index` counts from 0), or one for each call in turn, of which the last is for all that follow. */
export type ReceiverPlan = ((request: SeenRequest, index: number) => Behaviour) | readonly [Behaviour, ...Behaviour[]];

export interface ReceiverOptions {
  /** Speaks https with this certificate. */
  readonly certificate?: ReceiverCertificate;
  /** False where an earlier version delivers too: its bodies lack what was added since. Default true. */
  readonly isHeldToDocuments?: boolean;
}

export interface WebhookReceiver {
  readonly url: string;
  readonly seen: readonly SeenRequest[];
  /** The authority of its certificate (PEM); undefined over plain http. */
  readonly ca: string | undefined;
  /** Throws when a delivery that came was not what the API documents publish. */
  close(): Promise<void>;
}

/**
 * A real HTTP endpoint on the loopback interface that records what it gets and behaves as planned. Without a plan
 * everything is answered 200.
 */
export async function webhookReceiver(
  plan: ReceiverPlan = [200],
  options: ReceiverOptions = {},
): Promise<WebhookReceiver> {
  const seen: SeenRequest[] = [];
  const stopping = new AbortController();
  const tls = options.certificate && receiverTls(options.certificate);
  const listener: RequestListener = (request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      const entry = toSeenRequest(request, Buffer.concat(chunks));
      seen.push(entry);
      const index = seen.length - 1;
      behave(chooseBehaviour(plan, entry, index), response, stopping.signal);
    });
  };
  const server = tls ? createTlsServer(tls, listener) : createServer(listener);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  return {
    url: `${tls ? 'https' : 'http'}://127.0.0.1:${String(port)}`,
    seen,
    ca: tls?.ca,
    close: async () => {
      stopping.abort();
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
      if (options.isHeldToDocuments === false) return;
      for (const { headers, body } of seen) if (headers['webhook-id'] !== undefined) checkDeliveredBody(body);
    },
  };
}

function toSeenRequest(request: IncomingMessage, body: Buffer): SeenRequest {
  return {
    method: request.method ?? '',
    path: request.url ?? '',
    headers: request.headers,
    body: body.toString('utf8'),
    receivedAt: new Date(),
  };
}

function chooseBehaviour(plan: ReceiverPlan, entry: SeenRequest, index: number): Behaviour {
  if (typeof plan === 'function') return plan(entry, index);
  return plan[Math.min(index, plan.length - 1)] ?? 200;
}

function behave(behaviour: Behaviour, response: ServerResponse, stopping: AbortSignal): void {
  if (typeof behaviour === 'string') {
    misbehave(behaviour, response);
    return;
  }
  const answer = typeof behaviour === 'number' ? { status: behaviour } : behaviour;
  const { status, headers = {}, body = '', delayMs = 0, until } = answer;
  const send = (): void => void response.writeHead(status, headers).end(body);
  if (until) void until.then(send, () => response.destroy());
  else if (delayMs === 0) send();
  else delay(delayMs, undefined, { signal: stopping }).then(send, () => response.destroy());
}
