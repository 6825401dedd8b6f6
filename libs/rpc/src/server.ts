import { setTimeout as delay } from 'node:timers/promises';
import {
  Server,
  ServerCredentials,
  type sendUnaryData,
  type ServerDuplexStream,
  type ServerUnaryCall,
  type UntypedServiceImplementation,
} from '@grpc/grpc-js';
import { CallStreamServiceDefinition } from '@pitanga/contracts';
import type { Log, Metrics } from '@pitanga/runtime';
import { HealthImplementation } from 'grpc-health-check';
import type { RpcTls } from './rpc-tls';
import { serveCall, type RpcCall, type ServeCall, type TenantCall, type UnaryHandler } from './serve-call';
import { createStreamServer, type StreamServer } from './serve-stream';
import { serveUnary } from './serve-unary';
import {
  byteCodecs,
  isReadMethod,
  methodPath,
  requestBytesMax,
  responseBytesMax,
  type RequestOf,
  type ResponseOf,
  type ServiceDefinition,
} from './service-definition';

/** One handler a method; a method whose request has a `tenant` gets it, checked, from its call. */
export type RpcHandlers<D extends ServiceDefinition> = {
  [M in keyof D['methods']]: (
    request: RequestOf<D['methods'][M]>,
    call: 'tenant' extends keyof RequestOf<D['methods'][M]> ? TenantCall : RpcCall,
  ) => Promise<ResponseOf<D['methods'][M]>>;
};

export interface RpcServerOptions {
  readonly log: Log;
  readonly metrics: Metrics;
  /** `domain` of ErrorInfo: the service's name. */
  readonly domain: string;
  /**
   * Connections are closed gracefully at this age (± 10 %), so that callers find new replicas and use renewed
   * certificates. @default 300000
   */
  readonly connectionAgeMaxMs?: number;
  /** Absent: plain text. See rpcTls. */
  readonly tls?: RpcTls | undefined;
}

export interface RpcServer {
  /** Before `start`. */
  add<D extends ServiceDefinition>(definition: D, handlers: RpcHandlers<D>): void;
  /** Listens on `host:port` (port 0 = any), reports SERVING and resolves to the bound port. */
  start(address: string): Promise<number>;
  /** What the standard health service answers; false drains a replica before it stops. */
  setServing(serving: boolean): void;
  /**
   * Completes calls in flight for at most `graceMs`, then cancels them. Waits as long for those whose caller has given up:
   * they use what is closed after it.
   */
  stop(graceMs: number): Promise<void>;
}

const connectionAgeMaxMsDefault = 300_000;
/** Longer than the longest deadline of a call (moving a test clock), so that none is cancelled. */
const connectionAgeGraceMs = 70_000;

export function createRpcServer(options: RpcServerOptions): RpcServer {
  const server = new Server({
    'grpc.max_receive_message_length': requestBytesMax,
    'grpc.max_send_message_length': responseBytesMax,
    'grpc.keepalive_time_ms': 30_000,
    'grpc.keepalive_timeout_ms': 10_000,
    // channelz stays on: without it grpc-js 1.14 loses track of its sessions and forceShutdown closes none.
    'grpc.max_connection_age_ms': options.connectionAgeMaxMs ?? connectionAgeMaxMsDefault,
    'grpc.max_connection_age_grace_ms': connectionAgeGraceMs,
  });
  // The empty name is the whole server; probes use it.
  const health = new HealthImplementation({ '': 'NOT_SERVING' });
  const services: string[] = [''];
  const atWork = new Set<Promise<void>>();
  const track = (work: Promise<void>): void => {
    const ended = (): void => void atWork.delete(work);
    atWork.add(work);
    void work.then(ended, ended);
  };
  const methods = new Map<string, ServeCall>();
  const { domain, log } = options;
  const streams = createStreamServer({ methods, domain, log, track });
  health.addToServer(server);
  addStreams(server, streams);

  function setServing(serving: boolean): void {
    for (const service of services) health.setStatus(service, serving ? 'SERVING' : 'NOT_SERVING');
  }

  return {
    add(definition, handlers) {
      services.push(definition.fullName);
      health.setStatus(definition.fullName, 'NOT_SERVING');
      addService(server, definition, handlers, { ...options, methods, track });
    },
    async start(address) {
      const port = await bind(server, address, options.tls?.server ?? ServerCredentials.createInsecure());
      setServing(true);
      return port;
    },
    setServing,
    async stop(graceMs) {
      setServing(false);
      streams.close();
      await Promise.all([shutDown(server, graceMs, options.log), settled(atWork, graceMs)]);
    },
  };
}

function bind(server: Server, address: string, credentials: ServerCredentials): Promise<number> {
  return new Promise((resolve, reject) => {
    server.bindAsync(address, credentials, (error, port) => {
      if (error === null) resolve(port);
      else reject(new Error(`The gRPC server cannot listen on ${address}: ${error.message}`, { cause: error }));
    });
  });
}

function shutDown(server: Server, graceMs: number, log: Log): Promise<void> {
  return new Promise((resolve) => {
    const force = setTimeout(() => {
      log.warn({ graceMs }, 'calls still at work are cut');
      server.forceShutdown();
      // forceShutdown only closes sessions; connections that never sent a frame are not waited for.
      resolve();
    }, graceMs);
    server.tryShutdown(() => {
      clearTimeout(force);
      resolve();
    });
  });
}

/** When all of this work has ended, or after `timeoutMs`. */
async function settled(work: ReadonlySet<Promise<void>>, timeoutMs: number): Promise<void> {
  const late = new AbortController();
  const limit = delay(timeoutMs, undefined, { signal: late.signal }).catch(() => undefined);
  await Promise.race([Promise.allSettled(work), limit]);
  late.abort();
}

interface Registry extends RpcServerOptions {
  /** What the streams of calls serve, by path. */
  readonly methods: Map<string, ServeCall>;
  readonly track: (work: Promise<void>) => void;
}

function addService<D extends ServiceDefinition>(
  server: Server,
  definition: D,
  handlers: RpcHandlers<D>,
  { methods: served, track, ...options }: Registry,
): void {
  const implementation: UntypedServiceImplementation = {};
  const methods = Object.entries(definition.methods).map(([key, method]) => {
    if (method.requestStream || method.responseStream) throw new Error(`${definition.fullName}.${key} is not unary`);
    const name = `${definition.name}/${method.name}`;
    // The loop loses the request's type, which RpcHandlers has checked.
    const serve = serveCall(
      method,
      handlers[key] as unknown as UnaryHandler,
      { name, isRead: isReadMethod(key) },
      options,
    );
    implementation[key] = (call: ServerUnaryCall<Buffer, Buffer>, reply: sendUnaryData<Buffer>): void => {
      track(serveUnary(serve, options.domain, call, reply));
    };
    const path = methodPath(definition, method);
    served.set(path, serve);
    return [key, { path, requestStream: false, responseStream: false, ...byteCodecs }] as const;
  });
  server.addService(Object.fromEntries(methods), implementation);
}

function addStreams(server: Server, streams: StreamServer): void {
  const path = methodPath(CallStreamServiceDefinition, CallStreamServiceDefinition.methods.multiplex);
  server.addService(
    { multiplex: { path, requestStream: true, responseStream: true, ...byteCodecs } },
    { multiplex: (stream: ServerDuplexStream<Buffer, Buffer>) => streams.serve(stream) },
  );
}
