import { setTimeout as delay } from 'node:timers/promises';
import { Client, credentials, Server, ServerCredentials, status, type ServerDuplexStream } from '@grpc/grpc-js';
import {
  CallStreamServiceDefinition,
  MultiplexRequest,
  MultiplexResponse,
  type StreamedCall,
} from '@pitanga/contracts';
import { createRpcClient } from '../src';
import {
  closeAll,
  contextOf,
  gate,
  later,
  notesClient,
  NoteServiceDefinition,
  recordingLog,
  startNotes,
  startRefusing,
} from './loopback';

afterEach(closeAll);

const path = `/${CallStreamServiceDefinition.fullName}/Multiplex`;
const same = (bytes: Buffer): Buffer => bytes;
const codecs = { requestSerialize: same, requestDeserialize: same, responseSerialize: same, responseDeserialize: same };

type ByteStream = ServerDuplexStream<Buffer, Buffer>;
type Answer = Partial<Parameters<typeof MultiplexResponse.encode>[0]['answers'][number]>;

/** A foreign server of streams: `serve` gets the calls of each message. */
async function startStreams(serve: (calls: readonly StreamedCall[], stream: ByteStream) => void) {
  const messages: number[] = [];
  let streams = 0;
  const server = new Server();
  server.addService(
    { multiplex: { path, requestStream: true, responseStream: true, ...codecs } },
    {
      multiplex: (stream: ByteStream) => {
        streams += 1;
        stream.on('error', () => undefined);
        stream.on('data', (bytes: Buffer) => {
          const { calls } = MultiplexRequest.decode(bytes);
          messages.push(calls.length);
          serve(calls, stream);
        });
        stream.on('end', () => stream.end());
      },
    },
  );
  const port = await new Promise<number>((resolve, reject) => {
    server.bindAsync('127.0.0.1:0', ServerCredentials.createInsecure(), (error, bound) => {
      if (error === null) resolve(bound);
      else reject(error);
    });
  });
  later(() => server.forceShutdown());
  return { address: `127.0.0.1:${port}`, messages, streams: () => streams };
}

function write(stream: ByteStream, answers: readonly (Answer & { id: number })[], isClosing = false): void {
  const none = {
    response: Buffer.alloc(0),
    error: Buffer.alloc(0),
    isReplayed: false,
    isRefused: false,
    isUnknown: false,
  };
  const of = { answers: answers.map((answer) => ({ ...none, ...answer })), isClosing };
  stream.write(Buffer.from(MultiplexResponse.encode(of).finish()));
}

const echo = ({ id, request }: StreamedCall) => ({ id, response: request });
const text = (length: number): { text: string } => ({ text: 'x'.repeat(length) });

test('the calls of one turn of the event loop are one message, and answers find their call in any order', async () => {
  const server = await startStreams((calls, stream) => {
    for (const call of calls.toReversed()) write(stream, [echo(call)]);
  });
  const notes = notesClient(server.address);
  const texts = Array.from({ length: 50 }, (_, index) => ({ text: String(index) }));
  const answers = await Promise.all(texts.map((note) => notes.createNote(note, contextOf('r'))));
  expect(answers).toEqual(texts);
  expect(server.messages).toEqual([50]);
});

test('clients of several services share the streams to one address', async () => {
  const server = await startStreams((calls, stream) => write(stream, calls.map(echo)));
  const clients = [notesClient(server.address), notesClient(server.address)];
  await Promise.all(clients.map((notes) => notes.getNote({ text: 'a' }, contextOf('r'))));
  expect(server.messages).toEqual([2]);
  clients[0]?.close();
  await expect(clients[0]?.getNote({ text: 'a' }, contextOf('r'))).rejects.toMatchObject({ kind: 'UNAVAILABLE' });
  await expect(clients[1]?.getNote({ text: 'a' }, contextOf('r'))).resolves.toEqual({ text: 'a' });
});

test('a call that takes long keeps no other waiting', async () => {
  const held = gate();
  const { address } = await startNotes({
    createNote: (note) => (note.text === 'slow' ? held.opened.then(() => note) : Promise.resolve(note)),
  });
  const notes = notesClient(address);
  const slow = notes.createNote({ text: 'slow' }, contextOf('r'));
  for (let round = 0; round < 20; round += 1) await notes.createNote({ text: 'fast' }, contextOf('r'));
  held.open();
  await expect(slow).resolves.toEqual({ text: 'slow' });
});

test('a server that knows no streams gets its calls one by one, also writes without a key', async () => {
  const foreign = await startRefusing(0);
  const notes = notesClient(foreign.address);
  const calls = Array.from({ length: 20 }, () => notes.createNote({ text: 'a' }, contextOf('r')));
  await Promise.all(calls);
  await notes.createNote({ text: 'a' }, contextOf('r'));
  expect(foreign.calls()).toBe(21);
});

test('a large request goes by itself, and a large answer comes whole', async () => {
  const { address } = await startNotes({ getNote: ({ text: length }) => Promise.resolve(text(Number(length))) });
  const only = await startStreams((calls, stream) => write(stream, calls.map(echo)));
  const large = text(65 * 1024);
  await expect(notesClient(address).createNote(large, contextOf('r'))).resolves.toEqual(large);
  await expect(notesClient(address).getNote({ text: '2000000' }, contextOf('r'))).resolves.toEqual(text(2_000_000));
  // A server of nothing but streams shows which calls are none of them.
  const strict = notesClient(only.address);
  await expect(strict.createNote(large, contextOf('r'))).rejects.toMatchObject({ kind: 'INTERNAL' });
  await expect(strict.createNote(text(60 * 1024), contextOf('r'))).resolves.toEqual(text(60 * 1024));
});

test('a method goes by itself once its answer was large', async () => {
  const answer = Buffer.from(JSON.stringify(text(65 * 1024)));
  const only = await startStreams((calls, stream) =>
    write(
      stream,
      calls.map(({ id }) => ({ id, response: answer })),
    ),
  );
  const strict = notesClient(only.address);
  await strict.getNote({ text: 'a' }, contextOf('r'));
  await expect(strict.getNote({ text: 'a' }, contextOf('r'))).rejects.toMatchObject({ kind: 'INTERNAL' });
  await expect(strict.createNote({ text: 'a' }, contextOf('r'))).resolves.toEqual(text(65 * 1024));
});

describe('a stream that breaks', () => {
  /** Takes calls and breaks; from the `broken`th stream on it answers. */
  async function startBreaking(broken: number) {
    let calls = 0;
    const server = await startStreams((batch, stream) => {
      calls += batch.length;
      if (calls > broken) write(stream, batch.map(echo));
      else stream.emit('error', { code: status.UNAVAILABLE, details: 'going away' });
    });
    return { ...server, calls: () => calls };
  }

  test('may have brought a write: without a key it is not sent again', async () => {
    const server = await startBreaking(1);
    const write = notesClient(server.address).createNote({ text: 'a' }, contextOf('r'));
    await expect(write).rejects.toMatchObject({ kind: 'UNAVAILABLE', reason: 'DATABASE_OUTCOME_UNKNOWN' });
    await delay(400);
    expect(server.calls()).toBe(1);
  });

  test('lets a read and a keyed write be sent again', async () => {
    const idempotency = { key: 'k', operation: 'notes.create', fingerprint: 'f' };
    for (const send of [
      (address: string) => notesClient(address).getNote({ text: 'a' }, contextOf('r')),
      (address: string) => notesClient(address).createNote({ text: 'a' }, contextOf('r', { idempotency })),
    ]) {
      const server = await startBreaking(2);
      await expect(send(server.address)).resolves.toEqual({ text: 'a' });
      expect(server.calls()).toBe(3);
    }
  });

  test('is one whose answers cannot be decoded', async () => {
    const server = await startStreams((_calls, stream) => stream.write(Buffer.from('no protobuf')));
    const write = notesClient(server.address).createNote({ text: 'a' }, contextOf('r'));
    await expect(write).rejects.toMatchObject({ kind: 'UNAVAILABLE' });
  });

  test('without an answer, as when its server just ends it, is a broken one', async () => {
    const server = await startStreams((_calls, stream) => stream.end());
    const write = notesClient(server.address).createNote({ text: 'a' }, contextOf('r'));
    await expect(write).rejects.toMatchObject({ kind: 'UNAVAILABLE' });
  });
});

test('a write that a stopping server refuses is made elsewhere, also without a key', async () => {
  let refused = 0;
  const server = await startStreams((calls, stream) => {
    if (refused > 0) {
      write(stream, calls.map(echo));
      return;
    }
    refused += calls.length;
    write(
      stream,
      calls.map(({ id }) => ({ id, isRefused: true })),
      true,
    );
  });
  await expect(notesClient(server.address).createNote({ text: 'a' }, contextOf('r'))).resolves.toEqual({ text: 'a' });
  expect([refused, server.streams()]).toEqual([1, 2]);
});

test('calls beyond the bound are refused at once, and those before it are answered', async () => {
  const held = gate();
  let atWork = 0;
  const { address } = await startNotes({
    createNote: (note) => {
      atWork += 1;
      return held.opened.then(() => note);
    },
  });
  const notes = notesClient(address);
  const calls = Array.from({ length: 4_100 }, () => notes.createNote({ text: 'a' }, contextOf('r')));
  const outcomes = Promise.allSettled(calls);
  await expect(calls.at(-1)).rejects.toMatchObject({ kind: 'UNAVAILABLE' });
  expect(atWork).toBeLessThanOrEqual(4_000);
  held.open();
  const fulfilled = (await outcomes).filter((one) => one.status === 'fulfilled').length;
  expect(fulfilled).toBe(4_000);
});

test('a server that stops says so, answers what it has begun and refuses what comes after', async () => {
  const [entered, held] = [gate(), gate()];
  const createNote = async (note: { text: string }): Promise<{ text: string }> => {
    entered.open();
    await held.opened;
    return note;
  };
  const { server, address } = await startNotes({ createNote });
  const client = new Client(address, credentials.createInsecure());
  const stream = client.makeBidiStreamRequest(path, same, same);
  const seen: MultiplexResponse[] = [];
  stream.on('data', (bytes: Buffer) => seen.push(MultiplexResponse.decode(bytes)));
  const ended = new Promise((resolve) => stream.on('end', resolve));
  const send = (id: number): void => {
    const of = { requestId: 'r', timeoutMs: 60_000, idempotency: undefined, traceContext: {} };
    const request = Buffer.from('{"text":"a"}');
    const call = { id, path: `/${NoteServiceDefinition.fullName}/CreateNote`, request, ...of };
    stream.write(Buffer.from(MultiplexRequest.encode({ calls: [call] }).finish()));
  };
  send(1);
  await entered.opened;
  const stopped = server.stop(20_000);
  while (!seen.some(({ isClosing }) => isClosing)) await delay(5);
  send(2);
  while (!seen.some(({ answers }) => answers.some(({ id, isRefused }) => id === 2 && isRefused))) await delay(5);
  held.open();
  stream.end();
  await ended;
  await stopped;
  expect(
    seen
      .flatMap(({ answers }) => answers)
      .find(({ id }) => id === 1)
      ?.response.toString(),
  ).toBe('{"text":"a"}');
  client.close();
});

test('what is no message of calls ends its stream only', async () => {
  const { address } = await startNotes({}, { log: recordingLog().log });
  const client = new Client(address, credentials.createInsecure());
  const stream = client.makeBidiStreamRequest(path, same, same);
  const failed = new Promise<{ code: status }>((resolve) => stream.on('error', (error) => resolve(error as never)));
  stream.write(Buffer.from('no protobuf'));
  expect((await failed).code).toBe(status.INVALID_ARGUMENT);
  client.close();
  await expect(notesClient(address).createNote({ text: 'a' }, contextOf('r'))).resolves.toEqual({ text: 'a' });
});

test('a method that the server does not have is a defect, and breaks no other call', async () => {
  const { address } = await startNotes({});
  const later = {
    ...NoteServiceDefinition,
    methods: { findNote: { ...NoteServiceDefinition.methods.getNote, name: 'FindNote' } },
  };
  const client = createRpcClient(later, { address });
  const notes = notesClient(address);
  const [known, unknown] = await Promise.allSettled([
    notes.createNote({ text: 'a' }, contextOf('r')),
    client.findNote({ text: 'a' }, contextOf('r')),
  ]);
  client.close();
  expect(known).toMatchObject({ status: 'fulfilled' });
  expect(unknown).toMatchObject({
    status: 'rejected',
    reason: { kind: 'INTERNAL', cause: { code: status.UNIMPLEMENTED } },
  });
});
