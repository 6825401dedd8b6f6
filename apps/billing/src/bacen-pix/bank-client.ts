import { setTimeout as delay } from 'node:timers/promises';
import type { AccountOwner, Clock, IdSource } from '@pitanga/core';
import { isNoAnswer, type ProviderHttp, type ProviderRequest, type ProviderResponse } from '@pitanga/provider-account';
import type { Log } from '@pitanga/runtime';
import type { PixDialect } from '@pitanga/core/pix-banks';
import { findBank, type BacenPixConfig } from './bacen-config';
import { bankDenied, bankRefused, bankUnavailable, parseProblem } from './bacen-errors';
import { callAddress, dialectHeaders } from './bank-calls';
import type { BankLimits } from './bank-limits';
import type { PixMetrics } from './pix-metrics';
import { readToken, tokenRequest } from './token-request';
import { createTokenSource, type FetchedToken } from './token-source';

export interface BankCall {
  /** The name of the operation in metrics and logs. */
  readonly operation: string;
  readonly method: ProviderRequest['method'];
  /** Relative to the base address of the account, e.g. `/cob/…`. */
  readonly path: string;
  readonly body?: object;
  /** Of this call alone. */
  readonly headers?: Readonly<Record<string, string>>;
  /** Whether the bank answers a repeat like the first request. */
  readonly isRepeatable: boolean;
}

export interface BankAnswer {
  /** Below 500. */
  readonly status: number;
  /** Parsed JSON; undefined when it is none. */
  readonly body: unknown;
  /** The bank's own time, where it says it. */
  readonly date?: Date | undefined;
}

export function isSuccess({ status }: BankAnswer): boolean {
  return status >= 200 && status < 300;
}

export interface BankClientDeps {
  /** Whose the account is. */
  readonly owner?: AccountOwner | undefined;
  readonly http: ProviderHttp;
  readonly config: BacenPixConfig;
  readonly limits: BankLimits;
  readonly clock: Clock;
  readonly ids: IdSource;
  /** A child logger with the store. */
  readonly log: Log;
  readonly metrics: PixMetrics;
}

export interface BankClient {
  /** Whose the account is. */
  readonly owner: AccountOwner | undefined;
  /** What this bank asks for beside the standard. */
  readonly dialect: PixDialect;
  /**
   * The response of the bank, including refusals; see {@link BankClient.accepted}.
   * @throws AppError UNAVAILABLE without a response within the limits, or with wrong credentials
   */
  ask(call: BankCall): Promise<BankAnswer>;
  /** The body of a success. @throws AppError FAILED_PRECONDITION for a refusal */
  accepted(call: BankCall): Promise<unknown>;
}

const backoffMs = 150;

/** Calls the bank of one account: token, time limits, retries, metrics. Logs no addresses, bodies or headers. */
export function createBankClient(deps: BankClientDeps): BankClient {
  const { config, limits } = deps;
  const { dialect } = findBank(config);
  const tokens = createTokenSource(deps.clock, () => fetchToken(deps));

  async function send(call: BankCall, endMs: number): Promise<ProviderResponse> {
    const sendWith = (token: string): Promise<ProviderResponse> =>
      attempt(deps, call.operation, {
        method: call.method,
        url: callAddress(config, dialect, call),
        headers: {
          ...dialectHeaders(config, dialect, deps.ids),
          ...config.headers,
          ...call.headers,
          accept: 'application/json',
          authorization: `Bearer ${token}`,
          ...(call.body === undefined ? {} : { 'content-type': 'application/json' }),
        },
        body: call.body && JSON.stringify(call.body),
        timeoutMs: Math.max(1, Math.min(limits.attemptMs, endMs - performance.now())),
      });
    const token = await tokens.current();
    const response = await sendWith(token);
    // After a 401 nothing was done, so even a request that must not be repeated is sent again with a new token.
    return response.status === 401 ? sendWith(await tokens.after(token)) : response;
  }

  async function ask(call: BankCall): Promise<BankAnswer> {
    const endMs = performance.now() + limits.operationMs;
    for (let retries = 0; ; retries += 1) {
      try {
        const { status, body, date } = await send(call, endMs);
        if (status === 401 || status === 403) throw bankDenied('CALL');
        return { status, body: parseJson(body), date };
      } catch (error) {
        const waitMs = backoffMs * 2 ** retries;
        const isOver = retries >= limits.repeatsMax || performance.now() + waitMs + backoffMs >= endMs;
        if (!call.isRepeatable || isOver || !isUnavailable(error)) throw error;
        await delay(waitMs);
      }
    }
  }

  return {
    owner: deps.owner,
    dialect,
    ask,
    accepted: async (call) => {
      const { status, body } = await ask(call);
      if (status < 200 || status >= 300) throw bankRefused(parseProblem(body));
      return body;
    },
  };
}

/** One attempt. A status of 500 or more counts as no response: the outcome is unknown. */
async function attempt(
  { http, metrics, log }: BankClientDeps,
  operation: string,
  request: ProviderRequest,
): Promise<ProviderResponse> {
  const startMs = performance.now();
  const observe = (outcome: string): void => metrics.called(operation, outcome, performance.now() - startMs);
  try {
    const response = await http.send(request);
    observe(`${String(Math.floor(response.status / 100))}xx`);
    if (response.status >= 400) logProblem(log, operation, response);
    if (response.status >= 500 || response.status === 429) throw bankUnavailable();
    return response;
  } catch (error) {
    if (!isNoAnswer(error)) throw error;
    observe(error.code.toLowerCase());
    log.warn({ operation, code: error.code }, 'the bank gave no usable answer');
    throw bankUnavailable(error);
  }
}

function logProblem(log: Log, operation: string, { status, body }: ProviderResponse): void {
  const { type, correlationId } = parseProblem(parseJson(body));
  log.warn({ operation, status, problem: type, correlationId }, 'the bank did not fulfil a request');
}

async function fetchToken(deps: BankClientDeps): Promise<FetchedToken> {
  const { config, limits } = deps;
  const request = { ...tokenRequest(config, findBank(config).dialect), timeoutMs: limits.attemptMs };
  const { status, body } = await attempt(deps, 'token', request);
  const token = status < 300 ? readToken(parseJson(body)) : undefined;
  if (!token) throw bankDenied('TOKEN');
  return token;
}

function isUnavailable(error: unknown): boolean {
  return (error as { reason?: unknown }).reason === 'PIX_PROVIDER_UNAVAILABLE';
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
