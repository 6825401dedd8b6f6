import { setTimeout as delay } from 'node:timers/promises';
import type { AccountOwner } from '@pitanga/core';
import { createGuardedAgent } from '@pitanga/egress';
import { providerPolicy } from '@pitanga/provider-account';
import { createWaitingGate, type Log } from '@pitanga/runtime';
import Stripe from 'stripe';
import type { StripeConfig } from './stripe-config';
import {
  isPassing,
  isStripeError,
  keyTaken,
  toStripeRefusal,
  stripeBusy,
  stripeDenied,
  stripeRefused,
  stripeUnavailable,
} from './stripe-errors';
import { stripeLimits, type StripeLimits } from './stripe-limits';
import type { StripeMetrics } from './stripe-metrics';

/** The version of the API whose types the library has: a newer library changes both. */
const apiVersion = '2026-10-28.endive';
const backoffMs = 200;

export interface StripeClientDeps {
  readonly config: Pick<StripeConfig, 'secretKey' | 'apiBaseUrl'>;
  /** Whose the objects are that it makes. */
  readonly storeId: string;
  /** Whose the account is. */
  readonly owner?: AccountOwner | undefined;
  /** A child logger with the store. */
  readonly log: Log;
  readonly metrics: StripeMetrics;
  /** The private networks in which the API may be. */
  readonly providerRanges: readonly string[];
  /** @default stripeLimits */
  readonly limits?: StripeLimits;
}

/** A read, or a write whose idempotency key makes its repeats harmless. */
export interface StripeCall<T> {
  /** The name of the operation in metrics and logs. */
  readonly operation: string;
  /** Derived from our id of what is written; absent for a read. */
  readonly idempotencyKey?: string;
  /** Calls the library with the options given, which hold the key and the time-out. */
  readonly run: (stripe: Stripe, options: Stripe.RequestOptions) => Promise<T>;
}

export interface StripeClient {
  /** Whose the objects are that it makes. */
  readonly storeId: string;
  /** Whose the account is. */
  readonly owner: AccountOwner | undefined;
  /**
   * Runs a call within the limits and answers what Stripe answered.
   * @throws AppError UNAVAILABLE when the outcome is unknown or the key is refused, FAILED_PRECONDITION STRIPE_REFUSED
   * when Stripe refused the call and did nothing
   * @throws Stripe.errors.StripeCardError a card that was declined
   */
  request<T>(call: StripeCall<T>): Promise<T>;
  /** Ends idle connections. */
  close(): void;
}

/** Calls one Stripe account. Logs no parameters, bodies or keys. */
export function createStripeClient(deps: StripeClientDeps): StripeClient {
  const { config, limits = stripeLimits } = deps;
  const isPlain = new URL(config.apiBaseUrl).protocol === 'http:';
  const policy = providerPolicy(deps.providerRanges);
  const agent = createGuardedAgent(isPlain ? 'http:' : 'https:', { keepAlive: true, policy });
  const stripe = createLibrary(config, agent);
  const gate = createCallGate(limits);

  /** A socket's time-out does not end an answer that comes byte by byte; this does. */
  async function attempt<T>({ operation, idempotencyKey, run }: StripeCall<T>, timeoutMs: number): Promise<T> {
    const startMs = performance.now();
    const observe = (outcome: string): void => deps.metrics.called(operation, outcome, performance.now() - startMs);
    const end = new AbortController();
    const late = delay(timeoutMs + 50, undefined, { signal: end.signal }).then(() => {
      throw new Stripe.errors.StripeConnectionError({ message: 'no whole answer in time' });
    });
    const options = { timeout: Math.ceil(timeoutMs), ...(idempotencyKey !== undefined && { idempotencyKey }) };
    try {
      const answer = await Promise.race([run(stripe, options), late]);
      observe('2xx');
      return answer;
    } catch (error) {
      if (isStripeError(error)) observe(statusClass(error));
      throw error;
    } finally {
      late.catch(() => undefined);
      end.abort();
    }
  }

  async function repeat<T>(call: StripeCall<T>, endMs: number): Promise<T> {
    for (let repeats = 0; ; repeats += 1) {
      try {
        return await attempt(call, Math.max(1, Math.min(limits.attemptMs, endMs - performance.now())));
      } catch (error) {
        if (!isStripeError(error)) throw error;
        const waitMs = backoffMs * 2 ** repeats;
        const isOver = repeats >= limits.repeatsMax || performance.now() + waitMs + backoffMs >= endMs;
        if (isOver || !isPassing(error)) throw toAppError(deps, call.operation, error);
        await delay(waitMs);
      }
    }
  }

  return {
    storeId: deps.storeId,
    owner: deps.owner,
    request: (call) => {
      const endMs = performance.now() + limits.operationMs;
      return gate(() => repeat(call, endMs));
    },
    close: () => agent.destroy(),
  };
}

/** All calls of a client are of one account, and so of one group. */
function createCallGate({ concurrentMax: max, waitingMax, operationMs }: StripeLimits) {
  const limits = { max, groupMax: max, groupWaitingMax: waitingMax, waitMs: operationMs };
  const gate = createWaitingGate(limits, stripeBusy);
  return <T>(work: () => Promise<T>): Promise<T> => gate.run('', work);
}

function createLibrary(
  { apiBaseUrl, secretKey }: StripeClientDeps['config'],
  httpAgent: ReturnType<typeof createGuardedAgent>,
): Stripe {
  const { protocol, hostname: host, port } = new URL(apiBaseUrl);
  return new Stripe(secretKey, {
    apiVersion,
    protocol: protocol === 'http:' ? 'http' : 'https',
    host,
    ...(port !== '' && { port }),
    httpAgent,
    maxNetworkRetries: 0,
    telemetry: false,
  });
}

function toAppError({ log }: StripeClientDeps, operation: string, error: Stripe.errors.StripeError): Error {
  // A decline is an outcome, which the caller reads.
  if (error.type === 'StripeCardError') return error;
  const refusal = toStripeRefusal(error);
  const { requestId, type } = error;
  log.warn({ operation, ...refusal, type, requestId }, 'Stripe did not fulfil a request');
  // A request with this key and other parameters is known there, so what became of it is not known here.
  if (isPassing(error) || refusal.code === keyTaken) return stripeUnavailable(refusal);
  return refusal.status === 401 || refusal.status === 403 ? stripeDenied() : stripeRefused(refusal);
}

function statusClass({ statusCode }: Stripe.errors.StripeError): string {
  return statusCode === undefined ? 'no_answer' : `${String(Math.floor(statusCode / 100))}xx`;
}
