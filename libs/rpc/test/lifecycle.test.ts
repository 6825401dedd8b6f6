import { setTimeout as delay } from 'node:timers/promises';
import { Client, credentials } from '@grpc/grpc-js';
import { CustomerServiceDefinition } from '@pitanga/contracts';
import { createMetrics } from '@pitanga/runtime';
import { service as healthService } from 'grpc-health-check';
import { createRpcClient, createRpcServer } from '../src';
import { closeAll, contextOf, gate, notesClient, NoteServiceDefinition, recordingLog, startNotes } from './loopback';

afterEach(closeAll);

async function healthOf(address: string, service: string): Promise<unknown> {
  const client = new Client(address, credentials.createInsecure());
  const { path, requestSerialize, responseDeserialize } = healthService['Check']!;
  try {
    return await new Promise((resolve, reject) => {
      client.makeUnaryRequest(path, requestSerialize, responseDeserialize, { service }, (error, answer) => {
        if (error === null) resolve((answer as { status: unknown }).status);
        else reject(error);
      });
    });
  } finally {
    client.close();
  }
}

/** Makes calls until the handler has begun one that its caller has given up. */
async function giveUp(client: ReturnType<typeof notesClient>, entered: ReturnType<typeof gate>): Promise<void> {
  // A busy machine may need longer than the deadline to connect.
  for (let patienceMs = 100; ; patienceMs *= 2) {
    const deadline = new Date(Date.now() + patienceMs);
    const given = client.createNote({ text: 'late' }, contextOf('r', { deadline }));
    await expect(given).rejects.toMatchObject({ kind: 'DEADLINE_EXCEEDED' });
    if (await Promise.race([entered.opened.then(() => true), delay(0, false)])) return;
  }
}

test('a generated definition works end to end with its own message types', async () => {
  const metrics = createMetrics();
  const server = createRpcServer({ log: recordingLog().log, metrics, domain: 'billing' });
  server.add(CustomerServiceDefinition, {
    createCustomer: () => Promise.resolve({ customer: undefined }),
    deleteCustomer: () => Promise.resolve({ customer: undefined }),
    updateCustomer: () => Promise.resolve({ customer: undefined }),
    getCustomer: () => Promise.resolve({ customer: undefined }),
    searchCustomers: () => Promise.resolve({ customers: [] }),
    findPerson: () => Promise.resolve({ person: undefined, isKnown: false }),
    erasePerson: () => Promise.resolve({ customerIds: [], requestedAt: undefined, waitsFor: [] }),
    listCustomers: (request) =>
      Promise.resolve({ customers: [], page: { next: request.email, before: undefined, hasMore: true } }),
  });
  const port = await server.start('127.0.0.1:0');
  const customers = createRpcClient(CustomerServiceDefinition, { address: `127.0.0.1:${port}` });
  const tenant = { storeId: 'store_1', devMode: true };
  const answer = await customers.listCustomers({ tenant, page: undefined, email: 'a@b.c' }, contextOf('r'));
  expect(answer).toMatchObject({ customers: [], page: { next: 'a@b.c', hasMore: true } });
  customers.close();
  await server.stop(0);
});

test('health is SERVING after start and NOT_SERVING while draining, for the server and each service', async () => {
  const { server, address } = await startNotes({});
  expect(await healthOf(address, '')).toBe('SERVING');
  expect(await healthOf(address, NoteServiceDefinition.fullName)).toBe('SERVING');
  server.setServing(false);
  expect(await healthOf(address, '')).toBe('NOT_SERVING');
  expect(await healthOf(address, NoteServiceDefinition.fullName)).toBe('NOT_SERVING');
  server.setServing(true);
  expect(await healthOf(address, '')).toBe('SERVING');
});

test('stop completes a call in flight and takes no new one', async () => {
  const entered = gate();
  const held = gate();
  const { server, address } = await startNotes({
    createNote: async (note) => {
      entered.open();
      await held.opened;
      return note;
    },
  });
  const inFlight = notesClient(address).createNote({ text: 'kept' }, contextOf('r'));
  await entered.opened;
  const stopped = server.stop(10_000);
  const late = notesClient(address).createNote({ text: 'late' }, contextOf('r'));
  await expect(late).rejects.toMatchObject({ kind: 'UNAVAILABLE' });
  held.open();
  await expect(inFlight).resolves.toEqual({ text: 'kept' });
  await stopped;
});

test('stop waits for a handler whose caller has given up, because what it uses is closed after it', async () => {
  const entered = gate();
  const held = gate();
  const { server, address } = await startNotes({
    createNote: async (note) => {
      entered.open();
      await held.opened;
      return note;
    },
  });
  await giveUp(notesClient(address), entered);
  const stopped = server.stop(10_000).then(() => 'stopped');
  expect(await Promise.race([stopped, delay(300, 'waiting')])).toBe('waiting');
  held.open();
  expect(await stopped).toBe('stopped');
});

test('stop waits no longer than the grace for a handler that never ends', async () => {
  const entered = gate();
  const { server, address } = await startNotes({
    createNote: () => {
      entered.open();
      return new Promise(() => undefined);
    },
  });
  await giveUp(notesClient(address), entered);
  await server.stop(100);
});

test('stop cuts a call that outlasts the grace, and its caller learns it at once', async () => {
  const entered = gate();
  const { server, address } = await startNotes({
    createNote: () => {
      entered.open();
      return new Promise(() => undefined);
    },
  });
  const inFlight = notesClient(address).createNote({ text: 'cut' }, contextOf('r'));
  const outcome = expect(inFlight).rejects.toMatchObject({ kind: 'UNAVAILABLE' });
  await entered.opened;
  await server.stop(100);
  await outcome;
});

test('a service that is down is reported fast, not at the deadline', async () => {
  const { server, address } = await startNotes({});
  await server.stop(0);
  const notes = notesClient(address);
  // At the deadline its kind would be another.
  await expect(notes.createNote({ text: 'a' }, contextOf('r'))).rejects.toMatchObject({
    kind: 'UNAVAILABLE',
    message: 'The notes service is not available; try again.',
  });
  await expect(notes.getNote({ text: 'a' }, contextOf('r'))).rejects.toMatchObject({ kind: 'UNAVAILABLE' });
});

test('a restarted service is reached again by the same client within seconds', async () => {
  const { server, address, port } = await startNotes({});
  const notes = notesClient(address);
  await notes.getNote({ text: 'before' }, contextOf('r'));
  await server.stop(0);
  // Long enough down for the client's reconnects to have failed several times.
  const downUntilMs = performance.now() + 1500;
  while (performance.now() < downUntilMs) {
    await expect(notes.getNote({ text: 'down' }, contextOf('r'))).rejects.toMatchObject({ kind: 'UNAVAILABLE' });
  }
  await startNotes({}, { port });
  const startedMs = performance.now();
  let answer: unknown;
  while (answer === undefined && performance.now() - startedMs < 30_000) {
    answer = await notes.getNote({ text: 'after' }, contextOf('r')).catch(() => undefined);
  }
  expect(answer).toEqual({ text: 'after' });
});

test('a taken port is named in the error', async () => {
  jest.spyOn(console, 'error').mockReturnValue(undefined);
  const { port } = await startNotes({});
  await expect(startNotes({}, { port })).rejects.toThrow(`cannot listen on 127.0.0.1:${port}`);
});

test('a closed client refuses with a typed error', async () => {
  const { address } = await startNotes({});
  const notes = notesClient(address);
  notes.close();
  await expect(notes.getNote({ text: 'a' }, contextOf('r'))).rejects.toMatchObject({ kind: 'UNAVAILABLE' });
});

test('a streaming method is refused when it is added, not when it is called', () => {
  const server = createRpcServer({ log: recordingLog().log, metrics: createMetrics(), domain: 'notes' });
  const { getNote } = NoteServiceDefinition.methods;
  const streaming = { ...NoteServiceDefinition, methods: { getNote: { ...getNote, responseStream: true } } };
  expect(() => server.add(streaming, { getNote: (note) => Promise.resolve(note) })).toThrow('is not unary');
});

test('a write without a key is sent again when there was no server to send it to, and reaches the next one', async () => {
  const { port, address, ...first } = await startNotes({});
  let server = first.server;
  const client = notesClient(address);
  await client.createNote({ text: 'first' }, contextOf('r'));
  const again = async (): Promise<unknown> => {
    const late = client.createNote({ text: 'second' }, contextOf('r')).catch(() => undefined);
    server = (await startNotes({}, { port })).server;
    return late;
  };
  let answer: unknown;
  // Its patience is a quarter of a second: a machine that stands still for longer gets another chance.
  for (let round = 0; round < 5 && answer === undefined; round += 1) {
    await server.stop(0);
    answer = await again();
  }
  expect(answer).toEqual({ text: 'second' });
});

test('calls go to any address of a list that answers, so that replicas may come and go', async () => {
  const first = await startNotes({});
  const second = await startNotes({});
  const client = notesClient(`ipv4:${first.address},${second.address}`);
  for (const leaving of [first, second]) {
    // As a replica leaves. A write that is on its way to one that is cut off is not known to have done nothing.
    await leaving.server.stop(60_000);
    await expect(client.createNote({ text: 'kept' }, contextOf('r'))).resolves.toEqual({ text: 'kept' });
    // The client has to have found the one that returned before the other leaves.
    const answered: unknown[] = [];
    const createNote = (note: { text: string }): Promise<{ text: string }> => {
      answered.push(note);
      return Promise.resolve(note);
    };
    await startNotes({ createNote }, { port: leaving.port });
    while (answered.length === 0) await client.createNote({ text: 'more' }, contextOf('r'));
  }
});
