import type { AccountOwner, AppError, Clock, IdSource } from '@pitanga/core';
import type { PixDialect } from '@pitanga/core/pix-banks';
import type { Log } from '@pitanga/runtime';
import { isNoAnswer, type ProviderHttp, type ProviderRequest, type ProviderResponse } from '../provider-http';
import { repeatPassing, type RepeatableCall } from '../repeat';
import { findBank, type BankAccess } from './bank-access';
import { callAddress, dialectHeaders } from './bank-calls';
import type { BankLimits } from './bank-limits';
import { parseProblem } from './error-forms';
import { readToken, tokenRequest } from './token-request';
import { createTokenSource, type FetchedToken } from './token-source';

/** Repeatable where the bank answers a repeat like the first request. */
export interface BankCall extends RepeatableCall {
  /** The name of the operation in metrics and logs. */
  readonly operation: string;
  readonly method: ProviderRequest['method'];
  /** Relative to the base address of the account, e.g. `/cob/…`. */
  readonly path: string;
  /** Instead of the base address: of an API of the bank that is not the Pix API. */
  readonly base?: string | undefined;
  readonly body?: object;
  /** Of this call alone. */
  readonly headers?: Readonly<Record<string, string>>;
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

/** What a caller is answered about a bank that did not do it, in the words of what the caller does there. */
export interface BankFaults {
  /** The outcome is unknown, or the bank is unavailable. */
  unavailable(cause?: unknown): AppError;
  /** Wrong credentials, a revoked certificate or a missing scope. */
  denied(stage: 'TOKEN' | 'CALL'): AppError;
  /** The bank understood and refused. */
  refused(answer: Pick<BankAnswer, 'status' | 'body'>): AppError;
}

export interface BankClientDeps {
  /** Whose the account is. */
  readonly owner?: AccountOwner | undefined;
  readonly http: ProviderHttp;
  readonly config: BankAccess;
  /** What a token is for, where the settings do not say it. */
  readonly scopes: string;
  readonly limits: BankLimits;
  readonly clock: Clock;
  readonly ids: IdSource;
  /** A child logger with the store. */
  readonly log: Log;
  /** @param outcome the status class, or the reason for no response */
  readonly observe: (operation: string, outcome: string, durationMs: number) => void;
  readonly faults: BankFaults;
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
/** The longest that an operation rests because its bank said that it takes no more. */
const restMsMax = 300_000;

/** Calls the bank of one account: token, time limits, retries, metrics. Logs no addresses, bodies or headers. */
export function createBankClient(deps: BankClientDeps): BankClient {
  const { config, limits, faults } = deps;
  const { dialect } = findBank(config);
  const repeats = { passingReason: faults.unavailable().reason, repeatsMax: limits.repeatsMax, backoffMs };
  /** Of operations of which the bank takes no more until then. */
  const rests = new Map<string, number>();
  const tokens = createTokenSource(deps.clock, () => fetchToken(deps, rests));

  async function send(call: BankCall, endMs: number): Promise<ProviderResponse> {
    if ((rests.get(call.operation) ?? 0) > deps.clock.real().getTime()) throw faults.unavailable();
    const sendWith = (token: string): Promise<ProviderResponse> =>
      attempt(deps, rests, call.operation, {
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

  function ask(call: BankCall): Promise<BankAnswer> {
    const endMs = performance.now() + limits.operationMs;
    return repeatPassing(call, { ...repeats, endMs }, async () => {
      const { status, body, date } = await send(call, endMs);
      if (status === 401 || status === 403) throw faults.denied('CALL');
      return { status, body: parseJson(body), date };
    });
  }

  return {
    owner: deps.owner,
    dialect,
    ask,
    accepted: async (call) => {
      const answer = await ask(call);
      if (!isSuccess(answer)) throw faults.refused(answer);
      return answer.body;
    },
  };
}

/** One attempt. A status of 500 or more counts as no response: the outcome is unknown. */
async function attempt(
  { http, observe: report, log, clock, faults }: BankClientDeps,
  rests: Map<string, number>,
  operation: string,
  request: ProviderRequest,
): Promise<ProviderResponse> {
  const startMs = performance.now();
  const observe = (outcome: string): void => report(operation, outcome, performance.now() - startMs);
  try {
    const response = await http.send(request);
    observe(`${String(Math.floor(response.status / 100))}xx`);
    if (response.status >= 400) logProblem(log, operation, response);
    if (response.status === 429) {
      const restMs = Math.min((response.resetSeconds ?? 0) * 1_000, restMsMax);
      rests.set(operation, clock.real().getTime() + restMs);
    }
    if (response.status >= 500 || response.status === 429) throw faults.unavailable();
    return response;
  } catch (error) {
    if (!isNoAnswer(error)) throw error;
    observe(error.code.toLowerCase());
    log.warn({ operation, code: error.code }, 'the bank gave no usable answer');
    throw faults.unavailable(error);
  }
}

function logProblem(log: Log, operation: string, { status, body }: ProviderResponse): void {
  const { type, correlationId } = parseProblem(parseJson(body));
  log.warn({ operation, status, problem: type, correlationId }, 'the bank did not fulfil a request');
}

async function fetchToken(deps: BankClientDeps, rests: Map<string, number>): Promise<FetchedToken> {
  const { config, limits, faults } = deps;
  const request = { ...tokenRequest(config, findBank(config).dialect, deps.scopes), timeoutMs: limits.attemptMs };
  const { status, body } = await attempt(deps, rests, 'token', request);
  const token = status < 300 ? readToken(parseJson(body)) : undefined;
  if (!token) throw faults.denied('TOKEN');
  return token;
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
