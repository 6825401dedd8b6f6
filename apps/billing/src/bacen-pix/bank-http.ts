import { Agent, request as httpsRequest } from 'node:https';
import type { IncomingMessage } from 'node:http';
import type { BacenPixConfig } from './bacen-config';

/** How long calls may take. */
export interface BankLimits {
  /** To a finished TLS handshake. */
  readonly connectMs: number;
  /** Of one try, connect to last byte. */
  readonly attemptMs: number;
  /** Of one operation with its retries and its token. */
  readonly operationMs: number;
}

/** One try leaves room for a second one within the operation. */
export const bankLimits: BankLimits = { connectMs: 5_000, attemptMs: 5_000, operationMs: 10_000 };

export interface BankRequest {
  readonly method: 'GET' | 'PUT' | 'PATCH' | 'POST' | 'DELETE';
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: string | undefined;
  readonly timeoutMs: number;
}

export interface BankResponse {
  readonly status: number;
  /** UTF-8, at most 1 MiB. */
  readonly body: string;
}

export interface BankHttp {
  /** @throws Error of {@link isNoAnswer} when the bank was not reached or did not answer in time */
  send(request: BankRequest): Promise<BankResponse>;
  /** Ends the connections that are open. */
  close(): void;
}

const bodyBytesMax = 1_048_576;
/** Shorter than what banks and their proxies keep, so that a request seldom meets a closing connection. */
const idleMs = 20_000;
const socketsMax = 32;

/** HTTPS with the receiver's client certificate over kept connections. Follows no redirect. */
export function createBankHttp(config: BacenPixConfig, { connectMs }: BankLimits): BankHttp {
  const agent = new Agent({
    keepAlive: true,
    maxSockets: socketsMax,
    timeout: idleMs,
    cert: config.certificate,
    key: config.privateKey,
    passphrase: config.passphrase,
    ca: config.ca,
    minVersion: 'TLSv1.2',
  });
  return {
    send: (request) => send(agent, connectMs, request),
    close: () => agent.destroy(),
  };
}

function send(agent: Agent, connectMs: number, request: BankRequest): Promise<BankResponse> {
  const { method, url, body, timeoutMs } = request;
  const headers = { ...request.headers, ...(body === undefined ? {} : { 'content-length': Buffer.byteLength(body) }) };
  return new Promise((resolve, reject) => {
    const call = httpsRequest(url, { method, agent, headers }, (response) => {
      readBody(response).then((text) => resolve({ status: response.statusCode ?? 0, body: text }), fail);
    });
    const fail = (error: Error): void => {
      call.destroy();
      reject(isNoAnswer(error) ? error : noAnswer((error as NodeJS.ErrnoException).code ?? 'UNKNOWN'));
    };
    const total = setTimeout(() => fail(noAnswer('TIMEOUT')), timeoutMs);
    call.once('socket', (socket) => {
      if (call.reusedSocket || !socket.connecting) return;
      const connecting = setTimeout(() => fail(noAnswer('CONNECT_TIMEOUT')), connectMs);
      socket.once('secureConnect', () => clearTimeout(connecting));
      call.once('close', () => clearTimeout(connecting));
    });
    call.once('close', () => clearTimeout(total));
    call.on('error', fail);
    call.end(body);
  });
}

async function readBody(response: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = [];
  let bytes = 0;
  for await (const chunk of response as AsyncIterable<Buffer>) {
    bytes += chunk.length;
    if (bytes > bodyBytesMax) throw noAnswer('BODY_TOO_LARGE');
    chunks.push(chunk);
  }
  return Buffer.concat(chunks).toString('utf8');
}

/** Only the code goes on: the errors of TLS and sockets may carry certificates and addresses. */
function noAnswer(code: string): Error {
  const error = new Error(`no usable answer from the bank (${code})`);
  error.name = 'NoAnswer';
  return Object.assign(error, { code });
}

/** What the bank did with the request is unknown. */
export function isNoAnswer(error: unknown): error is Error & { readonly code: string } {
  return error instanceof Error && error.name === 'NoAnswer';
}
