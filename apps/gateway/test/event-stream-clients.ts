import { once } from 'node:events';
import { request as httpRequest, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { ListEventsAfterRequest } from '@pitanga/contracts';
import { AppError, invalidArgument } from '@pitanga/core';
import { createMetrics } from '@pitanga/runtime';
import { aTenant, silentLog, testClock, testIds, waitFor } from '@pitanga/testing';
import type { Principal } from '../src/access/principal';
import type { Deps } from '../src/deps';
import { createEventStreams, type EventStreamsOptions } from '../src/event-streams/event-streams';
import { registerVersion } from '../src/http/api-version';
import { createAdmission } from '../src/http/edge/admission/authenticate';
import type { Api } from '../src/http/edge/api';
import { drainBeforeClose } from '../src/http/edge/drain';
import { createServer } from '../src/http/server';
import { failure } from '../src/http/v2/envelope';
import { eventsRoutes } from '../src/http/v2/events/events-routes';
import { anyGuess, aPrincipal, asKey, noLimits } from './test-api';

/** The events of one store as the webhooks service has them, and how often it was asked. */
export function eventLog() {
  const bodies: string[] = [];
  const log = {
    reads: 0,
    isDown: false,
    /** The padding makes an event large. */
    add: (count = 1, padding = '') => {
      for (let n = 0; n < count; n += 1) bodies.push(JSON.stringify({ n: bodies.length + 1, padding }));
    },
    listEventsAfter: ({ afterId, afterPosition, limit }: ListEventsAfterRequest) => {
      log.reads += 1;
      if (log.isDown) {
        return Promise.reject(new AppError({ kind: 'UNAVAILABLE', reason: 'SERVICE_UNAVAILABLE', message: 'down' }));
      }
      const after = afterId === undefined ? (afterPosition ?? bodies.length) : Number(afterId.slice('evt_'.length));
      if (Number.isNaN(after)) return Promise.reject(invalidArgument('no such event', 'EVENT_NOT_KEPT'));
      const events = bodies
        .map((body, index) => ({
          id: `evt_${String(index + 1)}`,
          type: 'transfer.completed',
          body,
          position: index + 1,
        }))
        .slice(after, after + limit);
      return Promise.resolve({ events, position: after + events.length, isLast: events.length < limit });
    },
  };
  return log;
}

type EventLog = ReturnType<typeof eventLog>;

export interface TestGateway {
  readonly app: Api;
  readonly port: number;
  /** Revokes the only key. */
  revoke(): void;
  /** The caller of the next requests. */
  actAs(caller: Principal): void;
  metric(line: string): Promise<boolean>;
}

const gateways: TestGateway[] = [];
export async function stopGateways(): Promise<void> {
  await Promise.all(gateways.splice(0).map(({ app }) => app.close()));
}

export async function startGateway(log: EventLog, options: Partial<EventStreamsOptions> = {}): Promise<TestGateway> {
  const metrics = createMetrics();
  const eventStreams = createEventStreams({
    log: silentLog,
    metrics,
    perCallerMax: 3,
    perStoreMax: 5,
    max: 10,
    pollEveryMs: 20,
    ...options,
    limits: { openMsMax: 60_000, heartbeatMs: 50, ...options.limits },
  });
  let caller: Principal | undefined = aPrincipal({ tenant: aTenant() });
  const admit = createAdmission({
    keyring: { resolve: () => Promise.resolve(caller), mayManage: () => Promise.resolve(true) },
    guesses: anyGuess,
    rateLimiter: { count: () => Promise.reject(new Error('unlimited')) },
    limits: noLimits,
    rateLimitPerKey: 0,
  });
  const publicUrl = 'https://pitanga.example';
  const app = createServer({
    log: silentLog,
    clock: testClock(),
    ids: testIds,
    metrics,
    trustedProxyHops: 0,
    publicUrl,
  });
  app.addHook('preClose', (done) => {
    eventStreams.stop();
    done();
  });
  drainBeforeClose(app, 0);
  const deps = { log: silentLog, clock: testClock(), publicUrl, clients: { events: log }, eventStreams };
  const requestLog = { add: () => undefined };
  const version = { prefix: '/v2', failure, headers: () => ({}), describe: () => Promise.resolve() } as const;
  await registerVersion(app, { ...version, routes: [eventsRoutes] }, { ...deps, requestLog } as unknown as Deps, admit);
  await app.listen({ host: '127.0.0.1', port: 0 });
  const gateway = {
    app,
    port: (app.server.address() as AddressInfo).port,
    revoke: () => (caller = undefined),
    actAs: (next: Principal) => (caller = next),
    metric: async (line: string) => (await metrics.metrics()).includes(line),
  };
  gateways.push(gateway);
  return gateway;
}

/** A client that collects what it gets, and may stop to read. */
export async function connect(gateway: TestGateway, path = '', headers: Record<string, string> = {}) {
  const sent = httpRequest({
    host: '127.0.0.1',
    port: gateway.port,
    path: `/v2/events/stream${path}`,
    headers: { ...asKey('full'), ...headers },
  }).end();
  const [response] = (await once(sent, 'response')) as [IncomingMessage];
  let rest = '';
  const ids: number[] = [];
  const client = {
    response,
    /** The whole frames, each cut to its beginning, and what is no frame. */
    text: '',
    hasEnded: false,
    isWhole: false,
    ids: () => ids,
    close: () => response.destroy(),
  };
  response.setEncoding('utf8');
  response.on('data', (chunk: string) => {
    const frames = (rest + chunk).split('\n\n');
    rest = frames.pop() ?? '';
    for (const frame of frames) {
      client.text += `${frame.slice(0, 200)}\n\n`;
      const id = /^id: evt_(\d+)$/m.exec(frame)?.[1];
      if (id !== undefined) ids.push(Number(id));
    }
  });
  response.on('error', () => undefined);
  response.on('close', () => {
    client.text += rest;
    client.hasEnded = true;
    client.isWhole = response.complete;
  });
  return client;
}

type Client = Awaited<ReturnType<typeof connect>>;

export const until = (what: string, check: () => boolean | Promise<boolean>) =>
  waitFor(what, () => Promise.resolve(check()));
export const numbers = (from: number, to: number) => Array.from({ length: to - from + 1 }, (_, index) => from + index);
export const hasIds = (client: Client, ids: readonly number[]) =>
  until('the events', () => client.ids().length >= ids.length).then(() => expect(client.ids()).toEqual(ids));
