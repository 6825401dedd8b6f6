import { AppError, isAppError, type ErrorKind } from '@pitanga/core';
import { decodeStatusDetails, encodeStatusDetails } from '../src/status-details';
import { closeAll, contextOf, notesClient, recordingLog, startNotes } from './loopback';

afterEach(closeAll);

const kinds: Readonly<Record<ErrorKind, true>> = {
  INVALID_ARGUMENT: true,
  FAILED_PRECONDITION: true,
  UNAUTHENTICATED: true,
  PERMISSION_DENIED: true,
  NOT_FOUND: true,
  ALREADY_EXISTS: true,
  ABORTED: true,
  RESOURCE_EXHAUSTED: true,
  UNAVAILABLE: true,
  DEADLINE_EXCEEDED: true,
  INTERNAL: true,
};

async function failureOf(work: Promise<unknown>): Promise<AppError> {
  const error = await work.then(
    () => undefined,
    (thrown: unknown) => thrown,
  );
  if (!isAppError(error)) throw new Error('expected an AppError', { cause: error });
  return error;
}

test.each(Object.keys(kinds) as ErrorKind[])('an error of kind %s reaches the caller whole', async (kind) => {
  const message = 'Esta cobrança já foi reembolsada: 100 % "ok" \u{1F352}';
  const metadata = { chargeId: 'char_1', limite: 'R$ 10,00', __proto__x: 'y' };
  const { address } = await startNotes({
    createNote: () => Promise.reject(new AppError({ kind, reason: 'REFUND_ALREADY_EXISTS', message, metadata })),
  });
  const error = await failureOf(notesClient(address).createNote({ text: 'a' }, contextOf('req_1')));
  expect(error).toMatchObject({ kind, reason: 'REFUND_ALREADY_EXISTS', metadata });
  expect(error.message).toBe(message);
});

test('a message with half a surrogate pair still reaches the caller as its own kind', async () => {
  const { address } = await startNotes({
    getNote: () => Promise.reject(new AppError({ kind: 'NOT_FOUND', reason: 'NOT_FOUND', message: 'no \ud800 here' })),
  });
  const error = await failureOf(notesClient(address).getNote({ text: 'a' }, contextOf('req_1')));
  expect(error).toMatchObject({ kind: 'NOT_FOUND', message: 'no \ufffd here' });
});

test('an unknown error is opaque to the caller and logged once with the request id', async () => {
  const { log, lines } = recordingLog();
  const { address } = await startNotes(
    { getNote: () => Promise.reject(new Error('password of the database is wrong')) },
    { log },
  );
  const error = await failureOf(notesClient(address).getNote({ text: 'a' }, contextOf('req_secret')));
  expect(error).toMatchObject({ kind: 'INTERNAL', reason: 'INTERNAL', message: 'internal error' });
  expect(`${JSON.stringify(error)} ${error.message} ${String(error.cause)}`).not.toContain('password');
  const failures = lines.filter(({ level }) => level === 'error');
  expect(failures).toHaveLength(1);
  expect(failures[0]).toMatchObject({ requestId: 'req_secret', err: { message: 'password of the database is wrong' } });
});

test('an error thrown before the first await is treated like any other', async () => {
  const { address } = await startNotes({
    getNote: () => {
      throw new AppError({ kind: 'ABORTED', reason: 'LOST_RACE', message: 'Try again' });
    },
  });
  expect(await failureOf(notesClient(address).getNote({ text: 'a' }, contextOf('r')))).toMatchObject({
    kind: 'ABORTED',
    reason: 'LOST_RACE',
  });
});

test('the cause of a typed error is logged and never sent', async () => {
  const { log, lines } = recordingLog();
  const cause = new Error('provider said: account 42 blocked');
  const refusal = new AppError({ kind: 'UNAVAILABLE', reason: 'PROVIDER_DOWN', message: 'Try again later', cause });
  const { address } = await startNotes({ createNote: () => Promise.reject(refusal) }, { log });
  const error = await failureOf(notesClient(address).createNote({ text: 'a' }, contextOf('req_2')));
  expect(error).toMatchObject({ reason: 'PROVIDER_DOWN', message: 'Try again later', cause: undefined });
  const [line] = lines.filter(({ level }) => level === 'warn');
  expect(line).toMatchObject({ requestId: 'req_2', err: { cause: { message: 'provider said: account 42 blocked' } } });
});

test('an answer that cannot be encoded is an internal error, logged by the server', async () => {
  const { log, lines } = recordingLog();
  const circular: { text: string; self?: unknown } = { text: 'a' };
  circular.self = circular;
  const { address } = await startNotes({ getNote: () => Promise.resolve(circular) }, { log });
  const error = await failureOf(notesClient(address).getNote({ text: 'a' }, contextOf('req_3')));
  expect(error).toMatchObject({ kind: 'INTERNAL', message: 'internal error' });
  expect(lines.filter(({ level }) => level === 'error')).toHaveLength(1);
});

test('an answer may be as long as a page of the largest records', async () => {
  const text = 'x'.repeat(40 * 1024 * 1024);
  const { address } = await startNotes({ getNote: () => Promise.resolve({ text }) });
  const note = await notesClient(address).getNote({ text: 'a' }, contextOf('req_6'));
  expect(note.text).toHaveLength(text.length);
});

test('a request over 4 MiB is refused and the connection goes on', async () => {
  const { address } = await startNotes({});
  const notes = notesClient(address);
  const tooLarge = await failureOf(notes.createNote({ text: 'x'.repeat(5 * 1024 * 1024) }, contextOf('req_4')));
  expect(tooLarge.kind).toBe('INTERNAL');
  await expect(notes.createNote({ text: 'small' }, contextOf('req_5'))).resolves.toEqual({ text: 'small' });
});

test('status details keep fields this version does not know out of the way', () => {
  const status = { code: 5, message: 'não', reason: 'NOT_FOUND', domain: 'billing', metadata: { a: '1', b: '' } };
  const unknownField = Buffer.from([(9 << 3) | 2, 2, 1, 2]);
  expect(decodeStatusDetails(Buffer.concat([unknownField, encodeStatusDetails(status)]))).toEqual(status);
});

test('bytes that are no status details are none', () => {
  expect(decodeStatusDetails(Buffer.from('not protobuf at all'))).toBeUndefined();
  expect(decodeStatusDetails(Buffer.alloc(0))).toBeUndefined();
});
