import { randomUUID } from 'node:crypto';
import { context, type Context } from '@opentelemetry/api';
import { tenantFromWire, type Tenant as TenantMessage } from '@pitanga/contracts';
import { invalidArgument, systemClock, type AppError, type Tenant } from '@pitanga/core';
import { durationHistogram, withRequestContext, type Log, type Metrics } from '@pitanga/runtime';
import type { IdempotencyRequest } from './call-metadata';
import { deadlineExceeded, measuredCode, publicError } from './error-status';
import { encodeMessage, type MethodDefinition } from './service-definition';

/** A handler's call, besides the message. */
export interface RpcCall {
  readonly requestId: string;
  /** Set for a keyed write: `writeOnce` of libs/database takes the call. */
  readonly idempotency: IdempotencyRequest | undefined;
  /** The caller's deadline; pass it on as `deadline` of the calls that the handler makes. */
  readonly deadline: Date;
  /** Tells the caller that the answer is a stored one. */
  markReplayed(): void;
}

/** A call whose request names a tenant. */
export interface TenantCall extends RpcCall {
  readonly tenant: Tenant;
}

export type UnaryHandler = (request: unknown, call: RpcCall | TenantCall) => Promise<unknown>;

export interface ServeOptions {
  readonly log: Log;
  readonly metrics: Metrics;
  readonly domain: string;
}

/** A call as it came in, by itself or over a stream. */
export interface IncomingCall {
  readonly request: Uint8Array;
  /** Undefined: it gets one. */
  readonly requestId: string | undefined;
  /** @throws AppError INVALID_ARGUMENT when it cannot be read */
  readIdempotency(): IdempotencyRequest | undefined;
  readonly deadline: Date;
  /** The caller's trace; undefined when it has none or is the current one. */
  readonly traceContext: Context | undefined;
}

export type CallOutcome =
  | { readonly response: Buffer; readonly isReplayed: boolean }
  | { readonly refusal: AppError; readonly response?: never };

export type ServeCall = (call: IncomingCall) => Promise<CallOutcome>;

/**
 * Wraps a promise handler: decodes and encodes messages, enters the caller's trace and request id, converts a thrown error
 * to one for the caller, and measures. What it returns resolves when the handler has ended, and never rejects. No
 * interceptors: each one costs every call.
 */
export function serveCall(
  method: MethodDefinition,
  handler: UnaryHandler,
  { name, isRead }: { readonly name: string; readonly isRead: boolean },
  { log, metrics, domain }: ServeOptions,
): ServeCall {
  const durations = durationHistogram(metrics, {
    name: 'pitanga_rpc_server_seconds',
    help: 'Time to answer a call, by method and gRPC code',
    labelNames: ['method', 'code'],
  });
  const durationsOk = durations.labels(name, 'OK');

  async function work(request: Uint8Array, rpcCall: RpcCall): Promise<Buffer> {
    // The caller has already given up.
    if (rpcCall.deadline <= systemClock.real()) throw deadlineExceeded(domain);
    const message = decodeRequest(method, request);
    const response = await handler(message, withTenant(rpcCall, message));
    return encodeMessage(method.responseType, response);
  }

  function toRefusal(error: unknown): AppError {
    const shown = publicError(error);
    if (shown !== error || shown.kind === 'INTERNAL') log.error({ err: error, method: name }, 'call failed');
    else if (shown.cause !== undefined) log.warn({ err: error, method: name }, 'call refused');
    return shown;
  }

  async function answer(call: IncomingCall, requestId: string): Promise<CallOutcome> {
    const startedMs = performance.now();
    let isReplayed = false;
    try {
      const idempotency = call.readIdempotency();
      const markReplayed = (): void => void (isReplayed = true);
      const response = await work(call.request, { requestId, idempotency, deadline: call.deadline, markReplayed });
      durationsOk.observe((performance.now() - startedMs) / 1000);
      return { response, isReplayed };
    } catch (error) {
      durations.observe({ method: name, code: measuredCode(error) }, (performance.now() - startedMs) / 1000);
      return { refusal: toRefusal(error) };
    }
  }

  return (call) => {
    const requestId = call.requestId ?? randomUUID();
    const serve = (): Promise<CallOutcome> => withRequestContext({ requestId, isRead }, () => answer(call, requestId));
    return call.traceContext === undefined ? serve() : context.with(call.traceContext, serve);
  };
}

function decodeRequest(method: MethodDefinition, bytes: Uint8Array): unknown {
  try {
    return method.requestType.decode(bytes);
  } catch {
    throw invalidArgument(`The request of ${method.name} cannot be decoded`, 'REQUEST_NOT_DECODABLE');
  }
}

/** Handlers get the tenant from their call: no request that names one reaches a handler without it. */
function withTenant(call: RpcCall, request: unknown): RpcCall | TenantCall {
  if (typeof request !== 'object' || request === null || !('tenant' in request)) return call;
  return { ...call, tenant: tenantFromWire(request.tenant as TenantMessage | undefined) };
}
