import { createWaitingGate, type Log } from '@pitanga/runtime';
import { createProviderHttp, isNoAnswer, type ProviderRequest, type ProviderResponse } from '../provider-http';
import { repeatPassing, type RepeatableCall } from '../repeat';
import type { AsaasBudget, AsaasUse } from './asaas-budget';
import { asaasBaseUrl, type AsaasConfig } from './asaas-config';
import { toAsaasForm, type AsaasFile } from './asaas-form';
import { asaasBusy, asaasDenied, asaasErrorCode, asaasRefused, asaasUnavailable, readDenial } from './asaas-errors';

/** Asaas has no keys of idempotency: what creates is never repeatable. */
export interface AsaasCall extends RepeatableCall {
  /** The name of the operation in metrics and logs; Asaas counts its limits by route. */
  readonly operation: string;
  readonly method: 'GET' | 'POST' | 'PUT' | 'DELETE';
  /** Relative to the base, e.g. `/payments`. */
  readonly path: string;
  readonly body?: object;
  /** Sent as a form, without a body. */
  readonly files?: readonly AsaasFile[];
}

export interface AsaasAnswer {
  readonly status: number;
  /** Parsed JSON; undefined when it is none: some errors have no body. */
  readonly body: unknown;
  /** Asaas's own time, where it says it. */
  readonly date: Date | undefined;
}

/** Times in milliseconds. */
export interface AsaasLimits {
  /** Until the TLS handshake is finished. */
  readonly connectMs: number;
  /** Of one try, connect to last byte. */
  readonly attemptMs: number;
  /** The same of a call with files, and of its operation. */
  readonly uploadMs: number;
  /** Of one operation with its repeats and its wait for a place. */
  readonly operationMs: number;
  readonly repeatsMax: number;
  /** Calls of one account at once; Asaas allows 50 reads. */
  readonly concurrentMax: number;
  /** Further calls that may wait for a place. */
  readonly waitingMax: number;
}

export const asaasLimits: AsaasLimits = {
  connectMs: 5_000,
  attemptMs: 6_000,
  uploadMs: 30_000,
  operationMs: 11_000,
  repeatsMax: 3,
  concurrentMax: 20,
  waitingMax: 100,
};

export interface AsaasClientDeps {
  readonly config: AsaasConfig;
  /** A child logger with the store. */
  readonly log: Log;
  /** @param outcome the status class, or why there was no answer */
  readonly observe: (operation: string, outcome: string, durationMs: number) => void;
  /** The private networks in which the API may be. */
  readonly providerRanges: readonly string[];
  /** Of the account; absent where its calls are not counted. */
  readonly budget?: AsaasBudget | undefined;
  /** @default asaasLimits */
  readonly limits?: AsaasLimits;
}

export interface AsaasClient {
  /**
   * The answer, refusals (400 and the like) included; see {@link AsaasClient.accepted}.
   * @throws AppError UNAVAILABLE: ASAAS_UNAVAILABLE when the outcome is unknown; ASAAS_BUSY and ASAAS_DENIED when
   * nothing was done
   */
  ask(call: AsaasCall): Promise<AsaasAnswer>;
  /** The body of a success. @throws AppError also FAILED_PRECONDITION ASAAS_REFUSED with its `providerCode` */
  accepted(call: AsaasCall): Promise<unknown>;
  /** Undefined for 404. */
  found(call: AsaasCall): Promise<unknown>;
  /** The same client for another use than PAYMENT, which is its own: such calls wait (ASAAS_BUSY) when few are left. */
  within(use: AsaasUse): AsaasClient;
  /** The same client, whose calls all {@link AsaasCall.givesWay}. */
  givingWay(): AsaasClient;
  /** By how much listing is to be rarer: 1 unless few calls are left. */
  slowness(): number;
  /** Ends the connections. */
  close(): void;
}

const backoffMs = 200;
/** Asaas refuses root accounts without one since 2024. */
const userAgent = 'Pitanga';
/** How long a route rests at most after a 429: the reset of a long quota may be hours away, and a person may raise it. */
const restMsMax = 300_000;

/** Calls one Asaas account. Logs no addresses, bodies or headers. */
export function createAsaasClient(deps: AsaasClientDeps): AsaasClient {
  const { config, limits = asaasLimits } = deps;
  const http = createProviderHttp({ ca: config.ca }, deps.providerRanges, limits.connectMs);
  const { concurrentMax: max, waitingMax: groupWaitingMax, operationMs: waitMs } = limits;
  const gate = createWaitingGate({ max, groupMax: max, groupWaitingMax, waitMs }, asaasBusy);
  const rests = new Map<string, number>();

  async function attempt(call: AsaasCall, use: AsaasUse, timeoutMs: number): Promise<AsaasAnswer> {
    if ((rests.get(call.operation) ?? 0) > performance.now()) throw asaasBusy();
    if ((await deps.budget?.take(use)) === false) throw asaasBusy();
    const startMs = performance.now();
    const observe = (outcome: string): void => deps.observe(call.operation, outcome, performance.now() - startMs);
    try {
      const response = await http.send(toRequest(config, call, timeoutMs));
      observe(`${String(Math.floor(response.status / 100))}xx`);
      return readAnswer(deps, rests, call.operation, response);
    } catch (error) {
      if (!isNoAnswer(error)) throw error;
      observe(error.code.toLowerCase());
      deps.log.warn({ operation: call.operation, code: error.code }, 'Asaas gave no usable answer');
      throw asaasUnavailable(error);
    }
  }

  const ask: Ask = (call, use) => {
    const endMs = performance.now() + (call.files ? limits.uploadMs : limits.operationMs);
    const mostMs = call.files ? limits.uploadMs : limits.attemptMs;
    const repeats = { passingReason: 'ASAAS_UNAVAILABLE', repeatsMax: limits.repeatsMax, backoffMs, endMs };
    return gate.run('', () =>
      repeatPassing(call, repeats, () => attempt(call, use, Math.max(1, Math.min(mostMs, endMs - performance.now())))),
    );
  };
  return clientFor('PAYMENT', ask, { slowness: () => deps.budget?.slowness() ?? 1, close: () => http.close() });
}

type Ask = (call: AsaasCall, use: AsaasUse) => Promise<AsaasAnswer>;

function clientFor(use: AsaasUse, ask: Ask, more: Pick<AsaasClient, 'slowness' | 'close'>): AsaasClient {
  const readSuccess = ({ status, body }: AsaasAnswer): unknown => {
    if (status >= 200 && status < 300) return body;
    // Without a code of Asaas's own it may be of something in front of it: then the outcome is unknown.
    throw status === 404 || asaasErrorCode(body) !== undefined ? asaasRefused(body) : asaasUnavailable();
  };
  return {
    ask: (call) => ask(call, use),
    accepted: async (call) => readSuccess(await ask(call, use)),
    found: async (call) => {
      const answer = await ask(call, use);
      return answer.status === 404 ? undefined : readSuccess(answer);
    },
    within: (other) => clientFor(other, ask, more),
    givingWay: () => clientFor(use, (call, of) => ask({ ...call, givesWay: true }, of), more),
    ...more,
  };
}

/** A GET has no body and says no content type: the edge refuses it with one. */
function toRequest(config: AsaasConfig, call: AsaasCall, timeoutMs: number): ProviderRequest {
  const { method, path } = call;
  const content = toContent(call);
  return {
    method,
    url: `${asaasBaseUrl(config)}${path}`,
    headers: {
      accept: 'application/json',
      access_token: config.apiKey,
      'user-agent': userAgent,
      ...(content && { 'content-type': content.type }),
    },
    body: content?.body,
    timeoutMs,
  };
}

function toContent({ body, files }: AsaasCall): { readonly type: string; readonly body: string | Buffer } | undefined {
  if (files) return toAsaasForm(files);
  return body && { type: 'application/json', body: JSON.stringify(body) };
}

/** 5xx: the outcome is unknown. 429, 401 and 403: nothing was done. */
function readAnswer(
  { log }: AsaasClientDeps,
  rests: Map<string, number>,
  operation: string,
  { status, body: text, date, resetSeconds }: ProviderResponse,
): AsaasAnswer {
  const body = parseJson(text);
  if (status >= 400) log.warn({ operation, status, code: asaasErrorCode(body) }, 'Asaas did not fulfil a request');
  if (status === 429) {
    rests.set(operation, performance.now() + Math.min((resetSeconds ?? 1) * 1_000, restMsMax));
    throw asaasBusy();
  }
  if (status === 401 || status === 403) throw asaasDenied(readDenial({ status, body }));
  if (status >= 500 || (status >= 300 && status < 400)) throw asaasUnavailable();
  // A page of something in front of it is no answer of Asaas; a 404 may be without a body.
  if (body === undefined && status !== 404) throw asaasUnavailable(new Error('an answer that is no JSON'));
  return { status, body, date };
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
