import { Server, ServerCredentials, status, type sendUnaryData, type ServerUnaryCall } from '@grpc/grpc-js';
import { createLog, createMetrics, type Log } from '@pitanga/runtime';
import {
  createRpcClient,
  createRpcServer,
  type CallContext,
  type RpcClientOptions,
  type RpcHandlers,
  type RpcServerOptions,
} from '../src';

interface Note {
  readonly text: string;
}

/** JSON instead of protobuf: these tests are about what surrounds the message. */
const noteCodec = {
  encode: (note: Note) => ({ finish: (): Uint8Array => Buffer.from(JSON.stringify(note)) }),
  decode: (bytes: Uint8Array): Note => JSON.parse(Buffer.from(bytes).toString()) as Note,
};

const unary = { requestType: noteCodec, requestStream: false, responseType: noteCodec, responseStream: false } as const;

export const NoteServiceDefinition = {
  name: 'NoteService',
  fullName: 'pitanga.notes.v1.NoteService',
  methods: { getNote: { name: 'GetNote', ...unary }, createNote: { name: 'CreateNote', ...unary } },
} as const;

export type NoteHandlers = RpcHandlers<typeof NoteServiceDefinition>;

export function contextOf(requestId: string, more: Partial<CallContext> = {}): CallContext {
  return { requestId, ...more };
}

/** Log lines as objects, newest last. */
export function recordingLog(): { log: Log; lines: Record<string, unknown>[] } {
  const lines: Record<string, unknown>[] = [];
  const write = (line: string): void => void lines.push(JSON.parse(line) as Record<string, unknown>);
  return { log: createLog({ service: 'notes', level: 'debug', destination: { write } }), lines };
}

const openThings: (() => Promise<void> | void)[] = [];

/** For afterEach: clients first, then servers, so that no stop waits for a call. */
export async function closeAll(): Promise<void> {
  for (const close of openThings.splice(0).reverse()) await close();
}

/** Closes something else with the rest. */
export function later(close: () => Promise<void> | void): void {
  openThings.push(close);
}

const echo = (request: Note): Promise<Note> => Promise.resolve(request);

export async function startNotes(
  handlers: Partial<NoteHandlers>,
  { port: wanted = 0, ...options }: Partial<RpcServerOptions> & { port?: number } = {},
) {
  const metrics = createMetrics();
  const server = createRpcServer({ log: recordingLog().log, metrics, domain: 'notes', ...options });
  server.add(NoteServiceDefinition, { getNote: echo, createNote: echo, ...handlers });
  const port = await server.start(`127.0.0.1:${wanted}`);
  openThings.push(() => server.stop(0));
  return { server, metrics, port, address: `127.0.0.1:${port}` };
}

/** Patient unless told: only tests of deadlines are about them. */
export function notesClient(address: string, options: Partial<RpcClientOptions<typeof NoteServiceDefinition>> = {}) {
  const client = createRpcClient(NoteServiceDefinition, { address, deadlineMs: 60_000, ...options });
  openThings.push(() => client.close());
  return client;
}

/** A foreign gRPC server that refuses the first `refusals` calls as a dying connection does, then echoes. */
export async function startRefusing(refusals: number): Promise<{ address: string; calls: () => number }> {
  let calls = 0;
  const answer = (call: ServerUnaryCall<Buffer, Buffer>, reply: sendUnaryData<Buffer>): void => {
    calls += 1;
    if (calls <= refusals) reply({ code: status.UNAVAILABLE, details: 'going away' });
    else reply(null, call.request);
  };
  const same = (bytes: Buffer): Buffer => bytes;
  const codecs = {
    requestSerialize: same,
    requestDeserialize: same,
    responseSerialize: same,
    responseDeserialize: same,
  };
  const path = (name: string): string => `/${NoteServiceDefinition.fullName}/${name}`;
  const server = new Server();
  server.addService(
    {
      get: { path: path('GetNote'), requestStream: false, responseStream: false, ...codecs },
      create: { path: path('CreateNote'), requestStream: false, responseStream: false, ...codecs },
    },
    { get: answer, create: answer },
  );
  const port = await new Promise<number>((resolve, reject) => {
    server.bindAsync('127.0.0.1:0', ServerCredentials.createInsecure(), (error, bound) => {
      if (error === null) resolve(bound);
      else reject(error);
    });
  });
  openThings.push(() => server.forceShutdown());
  return { address: `127.0.0.1:${port}`, calls: () => calls };
}

/** A promise with its handles outside, to hold a handler until the test lets it go. */
export function gate(): { opened: Promise<void>; open: () => void } {
  const { promise, resolve } = Promise.withResolvers<undefined>();
  return { opened: promise, open: () => resolve(undefined) };
}
