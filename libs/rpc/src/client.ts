import { Client, credentials, type ChannelOptions, type ClientUnaryCall, type ServiceError } from '@grpc/grpc-js';
import { systemClock } from '@pitanga/core';
import { durationHistogram, type Log, type Metrics } from '@pitanga/runtime';
import { isReplayed, writeCallMetadata, type IdempotencyRequest } from './call-metadata';
import {
  toAppError,
  deadlineExceeded,
  isConnectionFailure,
  neverReachedServer,
  measuredCode,
  unavailableService,
} from './error-status';
import type { RpcTls } from './rpc-tls';
import {
  asBytes,
  encodeMessage,
  methodPath,
  requestBytesMax,
  responseBytesMax,
  type MethodDefinition,
  type RequestOf,
  type ResponseOf,
  type ServiceDefinition,
} from './service-definition';

/** Sent with a call besides the message. */
export interface CallContext {
  readonly requestId: string;
  /** Makes a write safe to retry: the service stores its answer under this key. */
  readonly idempotency?: IdempotencyRequest | undefined;
  /** The caller's own deadline; the earlier of this and the client's counts. */
  readonly deadline?: Date | undefined;
  /** Set by the client when the answer is the stored one of the same key. */
  replayed?: boolean;
}

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
  /** Read-only methods. @default those named get…, list… and resolve… */
  readonly retryable?: readonly (keyof D['methods'] & string)[];
}

const deadlineMsDefault = 5000;

/**
 * Backoff before the second and third attempt. Short, so that an unavailable service is reported fast; long enough for
 * a broken connection or the restart of one replica behind round_robin.
 */
const backoffsMs = [50, 200] as const;

const channelOptions: ChannelOptions = {
  'grpc.service_config': JSON.stringify({ loadBalancingConfig: [{ round_robin: {} }] }),
  'grpc.service_config_disable_resolution': 1,
  // Reconnects fast to a restarted service; a refused connection on the same network costs next to nothing.
  'grpc.initial_reconnect_backoff_ms': 100,
  'grpc.max_reconnect_backoff_ms': 250,
  'grpc.dns_min_time_between_resolutions_ms': 1000,
  // Detects a peer that disappeared without closing the connection, also between calls.
  'grpc.keepalive_time_ms': 10_000,
  'grpc.keepalive_timeout_ms': 5000,
  'grpc.keepalive_permit_without_calls': 1,
  'grpc.max_receive_message_length': responseBytesMax,
  'grpc.max_send_message_length': requestBytesMax,
  // Calls between services ignore the environment's proxy settings.
  'grpc.enable_http_proxy': 0,
  'grpc.enable_channelz': 0,
};

/**
 * A typed client with one promise method for each rpc. A failed call throws the server's AppError, or UNAVAILABLE or
 * DEADLINE_EXCEEDED when the server did not answer. Calls fail fast while the service is down.
 */
export function createRpcClient<D extends ServiceDefinition>(
  definition: D,
  options: RpcClientOptions<D>,
): RpcClient<D> {
  const client = new Client(options.address, options.tls?.client ?? credentials.createInsecure(), channelOptions);
  const calls = Object.entries(definition.methods).map(([key, method]) => {
    const isRead = options.retryable?.includes(key) ?? /^(get|list|resolve)([A-Z]|$)/.test(key);
    return [key, unaryCall(client, definition, method, { ...options, isRead })] as const;
  });
  const close = (): void => client.close();
  return { ...Object.fromEntries(calls), close } as RpcClient<D>;
}

interface CallOptions {
  readonly isRead: boolean;
  readonly deadlineMs?: number;
  readonly log?: Log | undefined;
  readonly metrics?: Metrics | undefined;
}

function unaryCall(client: Client, definition: ServiceDefinition, method: MethodDefinition, options: CallOptions) {
  const path = methodPath(definition, method);
  const service = serviceName(definition);
  const deadlineMs = options.deadlineMs ?? deadlineMsDefault;
  const ended = measure(options.metrics, service);

  return async (request: unknown, context: CallContext): Promise<unknown> => {
    const startedMs = performance.now();
    const attempts: Attempts = {
      path,
      service,
      bytes: encodeMessage(method.requestType, request),
      context,
      deadline: earliest(systemClock.real().getTime() + deadlineMs, context.deadline),
      mayRetry: options.isRead || context.idempotency !== undefined,
      log: options.log,
    };
    try {
      const answer = decodeResponse(method, path, await callWithRetries(client, attempts));
      ended('OK', startedMs);
      return answer;
    } catch (error) {
      ended(measuredCode(error), startedMs);
      throw error;
    }
  };
}

/** One call, which may take several attempts until its deadline. */
interface Attempts {
  readonly path: string;
  readonly service: string;
  readonly bytes: Buffer;
  readonly context: CallContext;
  /** In milliseconds since 1970. */
  readonly deadline: number;
  /** Repeating it after the server may have got it is harmless. */
  readonly mayRetry: boolean;
  readonly log: Log | undefined;
}

function callWithRetries(client: Client, attempts: Attempts): Promise<Buffer> {
  const { path, service, bytes, context, deadline } = attempts;
  return new Promise((resolve, reject) => {
    let retries = 0;

    function attempt(): void {
      if (deadline <= systemClock.real().getTime()) {
        reject(deadlineExceeded(service));
        return;
      }
      try {
        const metadata = writeCallMetadata(context.requestId, context.idempotency);
        const call = withoutStack(() =>
          client.makeUnaryRequest(path, asBytes, asBytes, bytes, metadata, { deadline }, settle),
        );
        if (context.idempotency !== undefined) noteReplay(call, context);
      } catch (cause) {
        // grpc-js throws only once the client is closed; a retry's timer may fire after that.
        reject(unavailableService(service, cause));
      }
    }

    function settle(error: ServiceError | null, response?: Buffer): void {
      if (error === null) {
        resolve(response ?? Buffer.alloc(0));
        return;
      }
      const backoffMs = backoffBefore(error, retries, attempts);
      if (backoffMs === undefined) {
        reject(toAppError(error, service));
        return;
      }
      retries += 1;
      attempts.log?.debug({ method: path, retry: retries, backoffMs }, 'call is repeated');
      setTimeout(attempt, backoffMs);
    }

    attempt();
  });
}

/** How long to wait before the next attempt; undefined when there is to be none. */
function backoffBefore(error: ServiceError, retries: number, { mayRetry, deadline }: Attempts): number | undefined {
  const backoffMs = backoffsMs[retries];
  const isHarmless = neverReachedServer(error) || (mayRetry && isConnectionFailure(error));
  if (backoffMs === undefined || !isHarmless) return undefined;
  return systemClock.real().getTime() + backoffMs >= deadline ? undefined : backoffMs;
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

/**
 * grpc-js captures a stack for each call, a tenth of the call's cost, and we throw our own error. The limit is restored
 * before other code can run.
 */
function withoutStack<T>(makeCall: () => T): T {
  const limit = Error.stackTraceLimit;
  Error.stackTraceLimit = 0;
  try {
    return makeCall();
  } finally {
    Error.stackTraceLimit = limit;
  }
}

function noteReplay(call: ClientUnaryCall, context: CallContext): void {
  call.on('metadata', (initial) => {
    if (isReplayed(initial)) context.replayed = true;
  });
}

function earliest(ownMs: number, callers: Date | undefined): number {
  return callers === undefined ? ownMs : Math.min(ownMs, callers.getTime());
}

/** `billing` from `pitanga.billing.v1.CustomerService`, for messages. */
function serviceName(definition: ServiceDefinition): string {
  return definition.fullName.split('.')[1] ?? definition.name;
}
