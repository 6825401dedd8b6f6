import { context, propagation, SpanKind, trace, type SpanContext } from '@opentelemetry/api';
import { InMemorySpanExporter, NodeTracerProvider, SimpleSpanProcessor } from '@opentelemetry/sdk-trace-node';
import { connect } from '@pitanga/database';
import { createMetrics, currentRequest } from '@pitanga/runtime';
import { providerNotConfigured, unavailable } from '@pitanga/core';
import type { RpcCall } from '../src';
import { serveCall } from '../src/serve-call';
import {
  closeAll,
  contextOf,
  gate,
  notesClient,
  NoteServiceDefinition,
  recordingLog,
  startNotes,
  startRefusing,
} from './loopback';

afterEach(closeAll);

const idempotency = { key: 'pedido nº 7 — café\u{2615}', operation: 'notes.create', fingerprint: 'a1b2' };

test('request id, idempotency and deadline reach the handler as the caller gave them', async () => {
  const seen: RpcCall[] = [];
  const requestIds: (string | undefined)[] = [];
  const { address } = await startNotes({
    createNote: async (note, call) => {
      await Promise.resolve();
      seen.push(call);
      requestIds.push(currentRequest()?.requestId);
      return note;
    },
  });
  const before = Date.now();
  await notesClient(address, { deadlineMs: 60_000 }).createNote({ text: 'a' }, contextOf('pedido-é', { idempotency }));
  expect(seen[0]).toMatchObject({ requestId: 'pedido-é', idempotency });
  expect(requestIds).toEqual(['pedido-é']);
  expect(seen[0]?.deadline.getTime()).toBeLessThanOrEqual(Date.now() + 60_000);
  expect(seen[0]?.deadline.getTime()).toBeGreaterThan(before + 30_000);
});

test('a call without an idempotency key has none, and without a request id gets a new one', async () => {
  const seen: RpcCall[] = [];
  const { address } = await startNotes({
    createNote: (note, call) => {
      seen.push(call);
      return Promise.resolve(note);
    },
  });
  await notesClient(address).createNote({ text: 'a' }, contextOf(''));
  expect(seen[0]?.idempotency).toBeUndefined();
  expect(seen[0]?.requestId).toMatch(/^[0-9a-f-]{36}$/);
});

test('a handler that is too slow gives DEADLINE_EXCEEDED naming the service, at the deadline', async () => {
  const held = gate();
  const { address } = await startNotes({ getNote: (note) => held.opened.then(() => note) });
  const startedMs = performance.now();
  await expect(notesClient(address, { deadlineMs: 150 }).getNote({ text: 'a' }, contextOf('r'))).rejects.toMatchObject({
    kind: 'DEADLINE_EXCEEDED',
    reason: 'SERVICE_TIMEOUT',
    message: 'The notes service did not answer in time; try again.',
  });
  expect(performance.now() - startedMs).toBeLessThan(30_000);
  held.open();
});

test("the caller's own deadline counts when it is earlier, and one that has passed sends nothing", async () => {
  let calls = 0;
  const held = gate();
  const { address } = await startNotes({
    getNote: (note) => {
      calls += 1;
      return held.opened.then(() => note);
    },
  });
  const notes = notesClient(address);
  // On a slow machine the first may pass before there is a connection.
  for (let waitMs = 100; calls === 0 && waitMs < 20_000; waitMs *= 5) {
    const soon = contextOf('r', { deadline: new Date(Date.now() + waitMs) });
    await expect(notes.getNote({ text: 'a' }, soon)).rejects.toMatchObject({ kind: 'DEADLINE_EXCEEDED' });
  }
  const before = calls;
  const past = contextOf('r', { deadline: new Date(Date.now() - 1) });
  await expect(notes.getNote({ text: 'a' }, past)).rejects.toMatchObject({ kind: 'DEADLINE_EXCEEDED' });
  expect(calls).toBe(before);
  held.open();
});

function served(handler: (request: unknown, call: RpcCall) => Promise<unknown>) {
  const options = { log: recordingLog().log, metrics: createMetrics(), domain: 'notes' };
  const serve = serveCall(
    NoteServiceDefinition.methods.createNote,
    handler,
    { name: 'NoteService/CreateNote', isRead: false },
    options,
  );
  return async (request: object, deadline: Date): Promise<unknown> => {
    const of = { requestId: undefined, readIdempotency: () => undefined, traceContext: undefined };
    const outcome = await serve({ request: Buffer.from(JSON.stringify(request)), deadline, ...of });
    return outcome.response === undefined ? outcome.refusal.kind : 'answered';
  };
}

test('work whose deadline passed while it waited in the process is refused, not started', async () => {
  let started = 0;
  const outcomeOf = served((note) => {
    started += 1;
    return Promise.resolve(note);
  });
  expect(await outcomeOf({}, new Date(Date.now() - 1))).toBe('DEADLINE_EXCEEDED');
  expect(started).toBe(0);
  expect(await outcomeOf({}, new Date(Date.now() + 60_000))).toBe('answered');
  expect(started).toBe(1);
});

test('a handler gets the tenant of its request from its call, and no request without one reaches it', async () => {
  const seen: unknown[] = [];
  const serve = served((_request, call) => {
    seen.push('tenant' in call ? call.tenant : undefined);
    return Promise.resolve({});
  });
  const outcomeOf = (request: object): Promise<unknown> => serve(request, new Date(Date.now() + 60_000));
  expect(await outcomeOf({ tenant: { storeId: 'store_a', devMode: true } })).toBe('answered');
  expect(await outcomeOf({ tenant: undefined, text: 'no field of that name' })).toBe('answered');
  expect(await outcomeOf({ tenant: null })).toBe('INTERNAL');
  expect(await outcomeOf({ tenant: { storeId: '', devMode: true } })).toBe('INTERNAL');
  expect(seen).toEqual([{ storeId: 'store_a', devMode: true }, undefined]);
});

test('a read is repeated after a connection failure', async () => {
  const foreign = await startRefusing(2);
  await expect(notesClient(foreign.address).getNote({ text: 'a' }, contextOf('r'))).resolves.toEqual({ text: 'a' });
  expect(foreign.calls()).toBe(3);
});

test('a keyed write is repeated after a connection failure, an unkeyed one never', async () => {
  const keyed = await startRefusing(1);
  const withKey = contextOf('r', { idempotency });
  await expect(notesClient(keyed.address).createNote({ text: 'a' }, withKey)).resolves.toEqual({ text: 'a' });
  expect(keyed.calls()).toBe(2);

  const unkeyed = await startRefusing(1);
  await expect(notesClient(unkeyed.address).createNote({ text: 'a' }, contextOf('r'))).rejects.toMatchObject({
    kind: 'UNAVAILABLE',
    reason: 'DATABASE_OUTCOME_UNKNOWN',
    message: expect.stringMatching(/^It is unknown whether/) as string,
  });
  expect(unkeyed.calls()).toBe(1);
});

test('repeats are bounded: a service that always refuses is called three times', async () => {
  const foreign = await startRefusing(1000);
  const read = notesClient(foreign.address).getNote({ text: 'a' }, contextOf('r'));
  await expect(read).rejects.toMatchObject({ kind: 'UNAVAILABLE' });
  expect(foreign.calls()).toBe(3);
});

test("a service's own UNAVAILABLE is an answer and is not repeated", async () => {
  let calls = 0;
  const { address } = await startNotes({
    getNote: () => {
      calls += 1;
      return Promise.reject(
        unavailable('Provider for PIX is not configured for this store', 'PROVIDER_NOT_CONFIGURED'),
      );
    },
  });
  const read = notesClient(address).getNote({ text: 'a' }, contextOf('r'));
  await expect(read).rejects.toMatchObject({ kind: 'UNAVAILABLE', reason: 'PROVIDER_NOT_CONFIGURED' });
  expect(calls).toBe(1);
});

test('the caller learns that an answer was a stored one, and only then', async () => {
  const { address } = await startNotes({
    createNote: (note, call) => {
      if (note.text === 'stored') call.markReplayed();
      return Promise.resolve(note);
    },
  });
  const notes = notesClient(address);
  const fresh = contextOf('r', { idempotency });
  await notes.createNote({ text: 'fresh' }, fresh);
  expect(fresh.replayed).toBeUndefined();
  const stored = contextOf('r', { idempotency });
  await notes.createNote({ text: 'stored' }, stored);
  expect(stored.replayed).toBe(true);
});

test('a trace continues in the handler, with a span of each side as the instrumentation of gRPC makes them', async () => {
  const exporter = new InMemorySpanExporter();
  new NodeTracerProvider({ spanProcessors: [new SimpleSpanProcessor(exporter)] }).register();
  try {
    const parent = { traceId: '0af7651916cd43dd8448eb211c80319c', spanId: 'b7ad6b7169203331', traceFlags: 1 };
    let inHandler: SpanContext | undefined;
    const { address } = await startNotes({
      getNote: async (note) => {
        await Promise.resolve();
        inHandler = trace.getActiveSpan()?.spanContext();
        return note;
      },
    });
    const notes = notesClient(address);
    await context.with(trace.setSpanContext(context.active(), parent), () =>
      notes.getNote({ text: 'a' }, contextOf('r')),
    );
    const [server, client] = exporter.getFinishedSpans();
    const shared = {
      name: 'grpc.pitanga.notes.v1.NoteService/GetNote',
      attributes: { 'rpc.service': 'pitanga.notes.v1.NoteService', 'rpc.method': 'GetNote', 'rpc.grpc.status_code': 0 },
    };
    expect(client).toMatchObject({ ...shared, kind: SpanKind.CLIENT, parentSpanContext: { spanId: parent.spanId } });
    const ofClient = client?.spanContext();
    expect(server).toMatchObject({ ...shared, kind: SpanKind.SERVER, parentSpanContext: { spanId: ofClient?.spanId } });
    expect(inHandler).toMatchObject({ traceId: parent.traceId, spanId: server?.spanContext().spanId });
  } finally {
    context.disable();
    propagation.disable();
    trace.disable();
  }
});

test('each call is counted by method and code', async () => {
  const { address, metrics } = await startNotes({ createNote: () => Promise.reject(new Error('bug')) });
  const notes = notesClient(address);
  await notes.getNote({ text: 'a' }, contextOf('r'));
  await notes.createNote({ text: 'a' }, contextOf('r')).catch(() => undefined);
  const text = await metrics.metrics();
  expect(text).toContain('pitanga_rpc_server_seconds_count{method="NoteService/GetNote",code="OK"} 1');
  expect(text).toContain('pitanga_rpc_server_seconds_count{method="NoteService/CreateNote",code="INTERNAL"} 1');
});

test('a caller measures its calls by service and code, also those that nobody answers', async () => {
  const { address } = await startNotes({});
  const metrics = createMetrics();
  const notes = notesClient(address, { metrics });
  await notes.getNote({ text: 'a' }, contextOf('r'));
  await notes.createNote({ text: 'a' }, contextOf('r')).catch(() => undefined);
  const nobody = notesClient('127.0.0.1:1', { metrics });
  await expect(nobody.getNote({ text: 'a' }, contextOf('r'))).rejects.toMatchObject({ kind: 'UNAVAILABLE' });
  const text = await metrics.metrics();
  expect(text).toMatch(/pitanga_rpc_client_seconds_count\{target="\w+",code="OK"\} 2/);
  expect(text).toMatch(/pitanga_rpc_client_seconds_count\{target="\w+",code="UNAVAILABLE"\} 1/);
});

test('a call that a store without a provider makes is measured apart from those that fail', async () => {
  const refuse = () => Promise.reject(providerNotConfigured('PIX'));
  const { address, metrics } = await startNotes({ createNote: refuse });
  const callers = createMetrics();
  const notes = notesClient(address, { metrics: callers });
  await expect(notes.createNote({ text: 'a' }, contextOf('r'))).rejects.toMatchObject({ kind: 'UNAVAILABLE' });
  for (const text of [await metrics.metrics(), await callers.metrics()]) {
    expect(text).toMatch(/pitanga_rpc_\w+_seconds_count\{\w+="[\w/]+",code="NOT_CONFIGURED"\} 1/);
    expect(text).not.toContain('code="UNAVAILABLE"');
  }
});

test('a database that gives no connection is an UNAVAILABLE with one sentence, and an error in the log and metrics', async () => {
  const { log, lines } = recordingLog();
  const db = connect({ url: 'postgres://nobody@127.0.0.1:1/none', applicationName: 'notes' });
  const createNote = async () => {
    await db.raw('select 1');
    return { text: 'never' };
  };
  const { address, metrics } = await startNotes({ createNote }, { log });
  await expect(notesClient(address).createNote({ text: 'a' }, contextOf('r'))).rejects.toMatchObject({
    kind: 'UNAVAILABLE',
    reason: 'DATABASE_BUSY',
    message: 'The service is busy; try again.',
  });
  await db.destroy();
  expect(lines).toMatchObject([{ level: 'error', msg: 'call failed' }]);
  expect(await metrics.metrics()).toContain('_count{method="NoteService/CreateNote",code="UNAVAILABLE"} 1');
});
