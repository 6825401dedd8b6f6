import type { Clock } from '@pitanga/core';
import {
  createProviderHttp,
  isNoAnswer,
  repeatPassing,
  type ProviderRequest,
  type ProviderResponse,
  type RepeatableCall,
} from '@pitanga/provider-account';
import { createTokenSource, readToken, type BankLimits, type FetchedToken } from '@pitanga/provider-account/bank';
import type { Log } from '@pitanga/runtime';
import type { PixMetrics } from '../bacen-pix/pix-metrics';
import { efiBusy, efiDenied, efiErrorCode, efiFailure, efiUnavailable } from './efi-errors';
import { efiFields, type EfiFields } from './efi-values';

/** The access of one store to the API of charges at Efí: the credentials are those of its Pix. */
export interface EfiConfig {
  readonly chargesBaseUrl: string;
  readonly clientId: string;
  readonly clientSecret: string;
  /** PEM of the authorities for the certificate of that address. */
  readonly ca?: string | undefined;
}

/** Efí has no keys of idempotency: what creates is never repeatable. */
export interface EfiCall extends RepeatableCall {
  /** The name of the operation in metrics and logs. */
  readonly operation: string;
  readonly method: 'GET' | 'POST' | 'PUT';
  /** With its version, e.g. `/v1/charge`. */
  readonly path: string;
  readonly body?: object;
}

export interface EfiAnswer {
  readonly status: number;
  readonly body: unknown;
  /** Efí's own time, where it says it. */
  readonly date: Date | undefined;
}

export interface EfiClientDeps {
  readonly config: EfiConfig;
  readonly clock: Clock;
  /** A child logger with the store. */
  readonly log: Log;
  readonly metrics: Pick<PixMetrics, 'called'>;
  /** The private networks in which the API may be. */
  readonly providerRanges: readonly string[];
  readonly limits: BankLimits;
}

export interface EfiClient {
  /**
   * The answer, refusals included; see {@link EfiClient.accepted}.
   * @throws AppError UNAVAILABLE: EFI_UNAVAILABLE when the outcome is unknown; EFI_BUSY and EFI_DENIED when nothing was done
   */
  ask(call: EfiCall): Promise<EfiAnswer>;
  /** The `data` of a success. @throws AppError also FAILED_PRECONDITION EFI_REFUSED with its `providerCode` */
  accepted(call: EfiCall): Promise<unknown>;
  /** Undefined for what Efí does not have. */
  found(call: EfiCall): Promise<unknown>;
  /** Ends the connections. */
  close(): void;
}

const backoffMs = 150;

/** Calls one Efí account. Logs no addresses, bodies or headers. */
export function createEfiClient(deps: EfiClientDeps): EfiClient {
  const { config, limits } = deps;
  const http = createProviderHttp({ ca: config.ca }, deps.providerRanges, limits.connectMs);
  const send = (operation: string, request: ProviderRequest) => attempt(deps, operation, () => http.send(request));
  const tokens = createTokenSource(deps.clock, () => fetchToken(config, limits, send));

  async function once(call: EfiCall, endMs: number): Promise<EfiAnswer> {
    const timeoutMs = Math.max(1, Math.min(limits.attemptMs, endMs - performance.now()));
    const sendWith = (token: string) => send(call.operation, toRequest(config, call, token, timeoutMs));
    const token = await tokens.current();
    const first = await sendWith(token);
    // After a 401 nothing was done, so even a request that must not be repeated is sent again with a new token.
    const answer = first.status === 401 ? await sendWith(await tokens.after(token)) : first;
    if (answer.status === 401 || answer.status === 403) throw efiDenied('CALL');
    return { status: answer.status, body: parseJson(answer.body), date: answer.date };
  }

  function ask(call: EfiCall): Promise<EfiAnswer> {
    const endMs = performance.now() + limits.operationMs;
    const repeats = { passingReason: 'EFI_UNAVAILABLE', repeatsMax: limits.repeatsMax, backoffMs, endMs };
    return repeatPassing(call, repeats, () => once(call, endMs));
  }

  return {
    ask,
    accepted: async (call) => readData(await ask(call)),
    found: async (call) => {
      const answer = await ask(call);
      return isMissing(answer) ? undefined : readData(answer);
    },
    close: () => http.close(),
  };
}

function toRequest(
  { chargesBaseUrl }: EfiConfig,
  { method, path, body }: EfiCall,
  token: string,
  timeoutMs: number,
): ProviderRequest {
  return {
    method,
    url: `${chargesBaseUrl}${path}`,
    headers: {
      accept: 'application/json',
      authorization: `Bearer ${token}`,
      ...(body === undefined ? {} : { 'content-type': 'application/json' }),
    },
    body: body && JSON.stringify(body),
    timeoutMs,
  };
}

/** One attempt. A status of 500 or more, and a redirect, count as no response: the outcome is unknown. */
async function attempt(
  { metrics, log }: EfiClientDeps,
  operation: string,
  send: () => Promise<ProviderResponse>,
): Promise<ProviderResponse> {
  const startMs = performance.now();
  const observe = (outcome: string): void => metrics.called(operation, outcome, performance.now() - startMs);
  try {
    const response = await send();
    const { status, body } = response;
    observe(`${String(Math.floor(status / 100))}xx`);
    if (status >= 400) log.warn({ operation, status, code: efiErrorCode(parseJson(body)) }, 'Efí refused a request');
    if (status === 429) throw efiBusy();
    if (status >= 500 || (status >= 300 && status < 400)) throw efiUnavailable();
    return response;
  } catch (error) {
    if (!isNoAnswer(error)) throw error;
    observe(error.code.toLowerCase());
    log.warn({ operation, code: error.code }, 'Efí gave no usable answer');
    throw efiUnavailable(error);
  }
}

async function fetchToken(
  { chargesBaseUrl, clientId, clientSecret }: EfiConfig,
  { attemptMs: timeoutMs }: BankLimits,
  send: (operation: string, request: ProviderRequest) => Promise<ProviderResponse>,
): Promise<FetchedToken> {
  const { status, body } = await send('charges_token', {
    method: 'POST',
    url: `${chargesBaseUrl}/v1/authorize`,
    headers: {
      accept: 'application/json',
      authorization: `Basic ${Buffer.from(`${clientId}:${clientSecret}`).toString('base64')}`,
      'content-type': 'application/json',
    },
    body: JSON.stringify({ grant_type: 'client_credentials' }),
    timeoutMs,
  });
  const token = status < 300 ? readToken(parseJson(body)) : undefined;
  if (!token) throw efiDenied('TOKEN');
  return token;
}

/** A 404 in Efí's own form; one of something in front of it proves nothing. */
function isMissing({ status, body }: EfiAnswer): boolean {
  return status === 404 && efiErrorCode(body) !== undefined;
}

function readData({ status, body }: EfiAnswer): unknown {
  if (status >= 400) throw efiFailure(body);
  const { data, ...others }: EfiFields = efiFields(body);
  // A page of something in front of it is no answer of Efí; what only says that it was done has no data.
  if (data === undefined && others['code'] !== 200) throw efiUnavailable(new Error('an answer of another form'));
  return data;
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
