import { setTimeout as delay } from 'node:timers/promises';
import { isAppError, systemClock } from '@pitanga/core';
import { outcomeUnknown } from '@pitanga/database';
import { durationHistogram, noteEffect, type Log, type Metrics } from '@pitanga/runtime';
import { useChannel, type Channel } from './channel';
import { deadlineExceeded, measuredCode, unavailableService } from './error-status';
import { Unanswered, type CallContext, type OutgoingCall } from './outgoing-call';
import type { RpcTls } from './rpc-tls';
import { createSecondReads } from './second-read';
import {
  encodeMessage,
  isReadMethod,
  methodPath,
  type MethodDefinition,
  type RequestOf,
  type ResponseOf,
  type ServiceDefinition,
} from './service-definition';

export type RpcClient<D extends ServiceDefinition> = {
  [M in keyof D['methods']]: (
    request: RequestOf<D['methods'][M]>,
    context: CallContext,
  ) => Promise<ResponseOf<D['methods'][M]>>;
} & { close(): void };

export interface RpcClientOptions<D extends ServiceDefinition> {
  /**
   * `host:port`, or `dns:///name:port` or `ipv4:ip:port,ip:port` to balance calls over several addresses.
   */
  readonly address: string;
  /** Absent: plain text. See rpcTls. */
  readonly tls?: RpcTls | undefined;
  /** Logs each retry. */
  readonly log?: Log | undefined;
  /** Where calls are measured as their caller sees them: with retries, and when no server answers. */
  readonly metrics?: Metrics | undefined;
  /** Time for a call with all its retries. @default 5000 */
  readonly deadlineMs?: number;
  /** Methods that can be repeated without harm. @default those that only read, see isReadMethod */
  readonly retryable?: readonly (keyof D['methods'] & string)[];
}

const deadlineMsDefault = 5000;

/**
 * Backoff before the second and third attempt. Short, so that an unavailable service is reported fast; long enough for
 * a broken connection or the restart of one replica behind round_robin.
 */
const backoffsMs = [50, 200] as const;

/**
 * A typed client with one promise method for each rpc. A failed call throws the server's AppError, or UNAVAILABLE or
 * DEADLINE_EXCEEDED when the server did not answer; of a write that a server may have got with the reason
 * `DATABASE_OUTCOME_UNKNOWN`. Calls fail fast while the service is down.
 */
export function createRpcClient<D extends ServiceDefinition>(
  definition: D,
  options: RpcClientOptions<D>,
): RpcClient<D> {
  const channel = useChannel(options.address, options.tls);
  let isClosed = false;
  const send: Channel['send'] = (call) =>
    isClosed ? Promise.reject(unavailableService(call.service, new Error('the client is closed'))) : channel.send(call);
  const sendRead = createSecondReads(send, ({ path }) => options.log?.info({ method: path }, 'read is sent twice'));
  const calls = Object.entries(definition.methods).map(([key, method]) => {
    const isRead = isReadMethod(key);
    const isRepeatable = options.retryable?.includes(key) ?? isRead;
    const rules = { ...options, isRead, isRepeatable };
    return [key, typedCall(isRead ? sendRead : send, definition, method, rules)] as const;
  });
  const close = (): void => {
    if (!isClosed) channel.release();
    isClosed = true;
  };
  return { ...Object.fromEntries(calls), close } as RpcClient<D>;
}

interface CallOptions {
  readonly isRead: boolean;
  readonly isRepeatable: boolean;
  readonly deadlineMs?: number;
  readonly log?: Log | undefined;
  readonly metrics?: Metrics | undefined;
}

function typedCall(
  send: Channel['send'],
  definition: ServiceDefinition,
  method: MethodDefinition,
  options: CallOptions,
) {
  const path = methodPath(definition, method);
  const service = serviceName(definition);
  const deadlineMs = options.deadlineMs ?? deadlineMsDefault;
  const ended = measure(options.metrics, service);

  return async (request: unknown, context: CallContext): Promise<unknown> => {
    const startedMs = performance.now();
    const deadline = earliest(systemClock.real().getTime() + deadlineMs, context.deadline);
    const call: OutgoingCall = {
      path,
      service,
      request: encodeMessage(method.requestType, request),
      context,
      deadline,
    };
    const { isRead, isRepeatable, log } = options;
    const rules = { isRead, mayRetry: isRepeatable || context.idempotency !== undefined, log };
    try {
      const answer = decodeResponse(method, path, await sendWithRetries(send, call, rules));
      ended('OK', startedMs);
      return answer;
    } catch (error) {
      ended(measuredCode(error), startedMs);
      throw error;
    }
  };
}

interface SendRules {
  readonly isRead: boolean;
  /** Repeating the call after a server may have got it is harmless. */
  readonly mayRetry: boolean;
  readonly log: Log | undefined;
}

/** A write notes its effect for the current request, also one that it may have had. */
async function sendWithRetries(
  send: Channel['send'],
  call: OutgoingCall,
  { isRead, mayRetry, log }: SendRules,
): Promise<Buffer> {
  /** An attempt without an answer may have had its effect, whatever the later ones came to. */
  let mayBeDone = false;
  const told = (error: unknown): unknown => (mayBeDone && isAppError(error) ? outcomeUnknown(error) : error);
  for (let retries = 0; ; retries += 1) {
    if (call.deadline <= systemClock.real().getTime()) throw told(deadlineExceeded(call.service));
    try {
      const answer = await send(call);
      if (!isRead) noteEffect();
      return answer;
    } catch (error) {
      if (!(error instanceof Unanswered)) throw told(error);
      if (!isRead && !error.neverReached) {
        mayBeDone = true;
        noteEffect();
      }
      const backoffMs = mayRetry || error.neverReached ? backoffBefore(call.deadline, retries) : undefined;
      if (backoffMs === undefined) throw told(error.shown);
      log?.debug({ method: call.path, retry: retries + 1, backoffMs }, 'call is repeated');
      await delay(backoffMs);
    }
  }
}

/** How long to wait before the next attempt; undefined when there is to be none. */
function backoffBefore(deadline: number, retries: number): number | undefined {
  const backoffMs = backoffsMs[retries];
  if (backoffMs === undefined || systemClock.real().getTime() + backoffMs >= deadline) return undefined;
  return backoffMs;
}

function decodeResponse(method: MethodDefinition, path: string, response: Buffer): unknown {
  try {
    return method.responseType.decode(response);
  } catch (cause) {
    throw new Error(`The answer of ${path} cannot be decoded`, { cause });
  }
}

/** By service, not by method: servers measure their methods, and each caller would multiply those series. */
function measure(metrics: Metrics | undefined, target: string): (code: string, startedMs: number) => void {
  if (!metrics) return () => undefined;
  const durations = durationHistogram(metrics, {
    name: 'pitanga_rpc_client_seconds',
    help: 'Time until a call to another service came back, its retries included, by service and gRPC code',
    labelNames: ['target', 'code'],
  });
  return (code, startedMs) => durations.observe({ target, code }, (performance.now() - startedMs) / 1_000);
}

function earliest(ownMs: number, callers: Date | undefined): number {
  return callers === undefined ? ownMs : Math.min(ownMs, callers.getTime());
}

/** `billing` from `pitanga.billing.v1.CustomerService`, for messages. */
function serviceName(definition: ServiceDefinition): string {
  return definition.fullName.split('.')[1] ?? definition.name;
}
