import type { Agent, IncomingMessage } from 'node:http';
import { request as httpsRequest } from 'node:https';
import { createGuardedAgent, EgressError, type EgressPolicy } from '@pitanga/egress';

export interface ProviderRequest {
  readonly method: 'GET' | 'PUT' | 'PATCH' | 'POST' | 'DELETE';
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: string | Buffer | undefined;
  /** From connect to last byte. */
  readonly timeoutMs: number;
}

export interface ProviderResponse {
  readonly status: number;
  /** UTF-8, at most 1 MiB. */
  readonly body: string;
  /** The provider's own time, where it says it. */
  readonly date: Date | undefined;
  /** In how many seconds it takes calls again, where it says it (`Retry-After`, `RateLimit-Reset`). */
  readonly resetSeconds: number | undefined;
}

export interface ProviderHttp {
  /** @throws Error of {@link isNoAnswer} when the provider was not reached or did not answer in time */
  send(request: ProviderRequest): Promise<ProviderResponse>;
  /** Ends the connections that are open. */
  close(): void;
}

/** The store's own certificate, where there is one, and who may sign the provider's. All PEM. */
export interface ProviderIdentity {
  readonly certificate?: string | undefined;
  readonly privateKey?: string | undefined;
  readonly passphrase?: string | undefined;
  readonly ca?: string | undefined;
}

const bodyBytesMax = 1_048_576;
/** Shorter than what providers and their proxies keep, so that a request seldom meets a closing connection. */
const idleMs = 20_000;
const socketsMax = 32;

/**
 * HTTPS over kept connections. Follows no redirect.
 * @param allowedRanges the private networks that the operator lets providers be in; elsewhere only public addresses
 * are called, because the address is a merchant's (libs/egress)
 * @param connectMs the most until the TLS handshake is finished; absent: only the request's own time counts
 */
export function createProviderHttp(
  identity: ProviderIdentity,
  allowedRanges: readonly string[],
  connectMs?: number,
): ProviderHttp {
  const agent = createGuardedAgent('https:', {
    policy: providerPolicy(allowedRanges),
    keepAlive: true,
    maxSockets: socketsMax,
    timeout: idleMs,
    cert: identity.certificate,
    key: identity.privateKey,
    passphrase: identity.passphrase,
    ca: identity.ca,
    minVersion: 'TLSv1.2',
  });
  return {
    send: (request) => send(agent, connectMs, request),
    close: () => agent.destroy(),
  };
}

/** The addresses at which a store's provider may be. */
export function providerPolicy(allowedRanges: readonly string[]): EgressPolicy {
  return { allowLoopback: false, requireHttps: true, allowedRanges };
}

function send(agent: Agent, connectMs: number | undefined, request: ProviderRequest): Promise<ProviderResponse> {
  const { method, url, body, timeoutMs } = request;
  const headers = { ...request.headers, ...(body === undefined ? {} : { 'content-length': Buffer.byteLength(body) }) };
  return new Promise((resolve, reject) => {
    const call = httpsRequest(url, { method, agent, headers }, (response) => {
      readBody(response, new URL(url).host).then((text) => resolve(toResponse(response, text)), fail);
    });
    const fail = (error: Error): void => {
      call.destroy();
      reject(isNoAnswer(error) ? error : noAnswer(errorCode(error), new URL(url).host));
    };
    const total = setTimeout(() => fail(noAnswer('TIMEOUT', new URL(url).host)), timeoutMs);
    call.once('socket', (socket) => {
      if (connectMs === undefined || call.reusedSocket || !socket.connecting) return;
      const connecting = setTimeout(() => fail(noAnswer('CONNECT_TIMEOUT', new URL(url).host)), connectMs);
      socket.once('secureConnect', () => clearTimeout(connecting));
      call.once('close', () => clearTimeout(connecting));
    });
    call.once('close', () => clearTimeout(total));
    call.on('error', fail);
    call.end(body);
  });
}

async function readBody(response: IncomingMessage, host: string): Promise<string> {
  const chunks: Buffer[] = [];
  let bytes = 0;
  for await (const chunk of response as AsyncIterable<Buffer>) {
    bytes += chunk.length;
    if (bytes > bodyBytesMax) throw noAnswer('BODY_TOO_LARGE', host);
    chunks.push(chunk);
  }
  return Buffer.concat(chunks).toString('utf8');
}

function toResponse(response: IncomingMessage, body: string): ProviderResponse {
  const { statusCode: status = 0, headers } = response;
  const reset = headers['retry-after'] ?? headers['ratelimit-reset'];
  const resetSeconds = typeof reset === 'string' && /^\d{1,9}$/.test(reset) ? Number(reset) : undefined;
  return { status, body, date: readDate(response), resetSeconds };
}

function readDate({ headers }: IncomingMessage): Date | undefined {
  const at = new Date(headers.date ?? NaN);
  return Number.isNaN(at.getTime()) ? undefined : at;
}

function errorCode(error: Error): string {
  if (error instanceof EgressError) return error.outcome.toUpperCase();
  return (error as NodeJS.ErrnoException).code ?? 'UNKNOWN';
}

/** Only the code and the host are passed on: the errors of TLS and sockets may carry certificates and addresses. */
function noAnswer(code: string, host: string): Error {
  const error = new Error(`no usable answer from the provider (${code})`);
  error.name = 'NoAnswer';
  return Object.assign(error, { code, host });
}

/** Why there was no answer, and whose. */
export type NoAnswer = Error & { readonly code: string; readonly host: string | undefined };

/** What a connection ends with that was never made. */
const unreachedCodes: ReadonlySet<string> = new Set(['ECONNREFUSED', 'EHOSTUNREACH', 'ENETUNREACH', 'DNS']);

/** @param error what a client made of there being no answer, with that as its cause */
export function isUnreached({ cause }: { readonly cause?: unknown }): boolean {
  return isNoAnswer(cause) && unreachedCodes.has(cause.code);
}

/** What the provider did with the request is unknown. */
export function isNoAnswer(error: unknown): error is NoAnswer {
  return error instanceof Error && error.name === 'NoAnswer';
}
