import { createServer, constants, type Http2Server, type ServerHttp2Stream } from 'node:http2';
import type { AddressInfo, Socket } from 'node:net';
import { isAppError } from '@pitanga/core';
import { closeAll, contextOf, later, notesClient } from './loopback';

afterEach(closeAll);

/** A server that takes every call and does this to it. */
type End = (stream: ServerHttp2Stream, socket: Socket) => void;

const begin = (stream: ServerHttp2Stream): void => {
  stream.respond({ ':status': 200, 'content-type': 'application/grpc' }, { waitForTrailers: false });
};

const ends: Readonly<Record<string, End>> = {
  'ends its connection': (_, socket) => void socket.end(),
  'ends its connection after the head of an answer': (stream, socket) => {
    begin(stream);
    setImmediate(() => socket.end());
  },
  'resets its connection': (_, socket) => void socket.resetAndDestroy(),
  'resets its connection after the head of an answer': (stream, socket) => {
    begin(stream);
    setImmediate(() => socket.resetAndDestroy());
  },
  'says goodbye and ends its connection': ({ session }, socket) => {
    session?.goaway(constants.NGHTTP2_NO_ERROR);
    setImmediate(() => socket.end());
  },
  'says goodbye with a fault': ({ session }) => session?.goaway(constants.NGHTTP2_INTERNAL_ERROR),
  'destroys its session': ({ session }) => session?.destroy(),
  'ends an answer without a status': (stream) => {
    begin(stream);
    stream.end();
  },
  ...Object.fromEntries(
    Object.entries(constants)
      .filter(([name]) =>
        /^NGHTTP2_(NO_ERROR|PROTOCOL_ERROR|INTERNAL_ERROR|FLOW_CONTROL_ERROR|STREAM_CLOSED|REFUSED_STREAM|CANCEL|CONNECT_ERROR)$/.test(
          name,
        ),
      )
      .map(([name, code]) => [
        `closes the call with ${name}`,
        (stream: ServerHttp2Stream) => stream.close(code as number),
      ]),
  ),
  ...Object.fromEntries(
    [502, 503, 504].map((status) => [
      `is behind a proxy that answers ${String(status)}`,
      (stream: ServerHttp2Stream) => stream.respond({ ':status': status }, { endStream: true }),
    ]),
  ),
};

async function startEnding(end: End): Promise<string> {
  const server: Http2Server = createServer();
  const sockets = new Map<unknown, Socket>();
  let last: Socket | undefined;
  server.prependListener('connection', (socket: Socket) => {
    last = socket;
    socket.on('error', () => undefined);
  });
  server.on('session', (session) => {
    if (last !== undefined) sockets.set(session, last);
    session.on('error', () => undefined);
  });
  server.on('stream', (stream) => {
    stream.on('error', () => undefined);
    const socket = sockets.get(stream.session);
    if (socket !== undefined) end(stream, socket);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  later(() => {
    for (const socket of sockets.values()) socket.destroy();
    server.close();
  });
  return `127.0.0.1:${String((server.address() as AddressInfo).port)}`;
}

test.each(Object.keys(ends))('a server that %s is not available, and has not failed', async (name) => {
  const address = await startEnding(ends[name] ?? (() => undefined));
  const notes = notesClient(address, { deadlineMs: 5_000 });
  // A stream that was refused was not processed: its write is known to have done nothing.
  const ofWrite = name.endsWith('NGHTTP2_REFUSED_STREAM') ? 'SERVICE_UNAVAILABLE' : 'DATABASE_OUTCOME_UNKNOWN';
  for (const [ask, reason] of [
    [() => notes.createNote({ text: 'a' }, contextOf('r')), ofWrite],
    [() => notes.getNote({ text: 'a' }, contextOf('r')), 'SERVICE_UNAVAILABLE'],
  ] as const) {
    const error = await ask().then(
      () => undefined,
      (thrown: unknown) => thrown,
    );
    if (!isAppError(error)) throw new Error('expected an AppError', { cause: error });
    expect(error).toMatchObject({ kind: 'UNAVAILABLE', reason });
  }
});
