import { randomUUID } from 'node:crypto';
import type { sendUnaryData, ServerUnaryCall } from '@grpc/grpc-js';
import { context } from '@opentelemetry/api';
import { tenantFromWire, type Tenant as TenantMessage } from '@pitanga/contracts';
import { invalidArgument, systemClock, type Tenant } from '@pitanga/core';
import { durationHistogram, withRequestContext, type Log, type Metrics } from '@pitanga/runtime';
import {
  readIdempotency,
  readRequestId,
  readTraceContext,
  replayedMetadata,
  type IdempotencyRequest,
} from './call-metadata';
import { deadlineExceeded, measuredCode, publicError, toStatus } from './error-status';
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
type BytesCall = ServerUnaryCall<Buffer, Buffer>;

/** The last instant of a Date, for callers without a deadline. */
const noDeadline = new Date(8.64e15);

export interface ServeOptions {
  readonly log: Log;
  readonly metrics: Metrics;
  readonly domain: string;
}

/**
 * Wraps a promise handler for grpc-js: decodes and encodes messages, enters the caller's trace and request id, converts
 * a thrown error to a status, and measures. What it returns resolves when the handler has ended, and never rejects. No interceptors: each one costs every call.
 */
export function serveUnary(
  method: MethodDefinition,
  handler: UnaryHandler,
  name: string,
  { log, metrics, domain }: ServeOptions,
) {
  const durations = durationHistogram(metrics, {
    name: 'pitanga_rpc_server_seconds',
    help: 'Time to answer a call, by method and gRPC code',
    labelNames: ['method', 'code'],
  });
  const durationsOk = durations.labels(name, 'OK');

  async function work(call: BytesCall, rpcCall: RpcCall): Promise<Buffer> {
    // The caller has already given up.
    if (rpcCall.deadline <= systemClock.real()) throw deadlineExceeded(domain);
    const request = decodeRequest(method, call.request);
    const response = await handler(request, withTenant(rpcCall, request));
    return encodeMessage(method.responseType, response);
  }

  function refuse(error: unknown, reply: sendUnaryData<Buffer>): void {
    const shown = publicError(error);
    if (shown !== error || shown.kind === 'INTERNAL') log.error({ err: error, method: name }, 'call failed');
    else if (shown.cause !== undefined) log.warn({ err: error, method: name }, 'call refused');
    reply(toStatus(shown, domain));
  }

  async function answer(call: BytesCall, reply: sendUnaryData<Buffer>, requestId: string): Promise<void> {
    const startedMs = performance.now();
    let replayed = false;
    let response: Buffer;
    try {
      response = await work(call, {
        requestId,
        idempotency: readIdempotency(call.metadata),
        deadline: deadlineOf(call),
        markReplayed: () => (replayed = true),
      });
    } catch (error) {
      refuse(error, reply);
      durations.observe({ method: name, code: measuredCode(error) }, (performance.now() - startedMs) / 1000);
      return;
    }
    // The compiler does not see the assignment in the handler.
    if (replayed as boolean) call.sendMetadata(replayedMetadata());
    reply(null, response);
    durationsOk.observe((performance.now() - startedMs) / 1000);
  }

  return (call: BytesCall, reply: sendUnaryData<Buffer>): Promise<void> => {
    const requestId = readRequestId(call.metadata) ?? randomUUID();
    const serve = () => withRequestContext({ requestId }, () => answer(call, reply, requestId));
    const traceContext = readTraceContext(call.metadata);
    return traceContext === undefined ? serve() : context.with(traceContext, serve);
  };
}

function decodeRequest(method: MethodDefinition, bytes: Buffer): unknown {
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

function deadlineOf(call: BytesCall): Date {
  const deadline = call.getDeadline();
  if (deadline instanceof Date) return deadline;
  return Number.isFinite(deadline) ? new Date(deadline) : noDeadline;
}
