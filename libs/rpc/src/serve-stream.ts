import { Metadata, status, type ServerDuplexStream } from '@grpc/grpc-js';
import { propagation, ROOT_CONTEXT, trace, type Context } from '@opentelemetry/api';
import { MultiplexRequest, MultiplexResponse, type StreamedAnswer, type StreamedCall } from '@pitanga/contracts';
import { systemClock } from '@pitanga/core';
import type { Log } from '@pitanga/runtime';
import { endCallSpan, startCallSpan } from './call-spans';
import { statusCode, encodeError, internal } from './error-status';
import type { CallOutcome, ServeCall } from './serve-call';
import { answerBytesMax, takeBatch } from './stream-batch';

type ByteStream = ServerDuplexStream<Buffer, Buffer>;

/** Handlers at work for one stream; beyond it the stream is not read, and its caller has to wait. */
const atWorkMax = 1_000;

const nothing = Buffer.alloc(0);
const unreadable = { code: status.INVALID_ARGUMENT, details: 'The calls of the stream cannot be decoded' };

export interface StreamServer {
  /** Serves a stream until its caller half-closes it. */
  serve(stream: ByteStream): void;
  /** Starts no further call, of streams that are open and of later ones. Calls at work are answered. */
  close(): void;
}

export interface StreamServerOptions {
  /** By the path of their method. */
  readonly methods: ReadonlyMap<string, ServeCall>;
  readonly domain: string;
  readonly log: Log;
  /** Called with each call's work, which never rejects. */
  readonly track: (work: Promise<void>) => void;
}

/** Serves the calls that callers send over streams (call_stream_service.proto). */
export function createStreamServer(options: StreamServerOptions): StreamServer {
  const open = new Set<{ tellClosing(): void }>();
  let isClosing = false;
  return {
    serve: (stream) => {
      const served = serveStream(stream, options, () => isClosing);
      open.add(served);
      for (const over of ['finish', 'cancelled', 'close']) stream.once(over, () => open.delete(served));
      if (isClosing) served.tellClosing();
    },
    close: () => {
      isClosing = true;
      for (const served of open) served.tellClosing();
    },
  };
}

function serveStream(
  stream: ByteStream,
  { methods, domain, log, track }: StreamServerOptions,
  isClosing: () => boolean,
) {
  // The caller's side keeps what it wrote for a repeat until it hears of the server.
  stream.sendMetadata(new Metadata());
  const answers = answerWriter(stream);
  let atWork = 0;
  let hasEnded = false;

  function endWhenAnswered(): void {
    if (hasEnded && atWork === 0) answers.end();
  }

  async function answer(call: StreamedCall, serve: ServeCall): Promise<void> {
    const incoming = withSpan(call);
    const outcome = await serve(incoming);
    const answered = encodeOutcome(call, outcome, domain, log);
    endCallSpan(incoming.span, outcome.response === undefined ? statusCode(outcome.refusal) : 0);
    answers.add(answered);
    atWork -= 1;
    if (atWork === atWorkMax - 1) stream.resume();
    endWhenAnswered();
  }

  function take(call: StreamedCall): void {
    const serve = methods.get(call.path);
    if (serve === undefined || isClosing()) {
      answers.add({ ...blank(call), isRefused: isClosing(), isUnknown: serve === undefined });
      return;
    }
    atWork += 1;
    if (atWork === atWorkMax) stream.pause();
    track(answer(call, serve));
  }

  stream.on('data', (bytes: Buffer) => {
    const calls = decodeCalls(bytes);
    // grpc-js ends the stream with this status.
    if (calls === undefined) stream.emit('error', unreadable);
    for (const call of calls ?? []) take(call);
  });
  stream.on('end', () => {
    hasEnded = true;
    endWhenAnswered();
  });
  // Its caller has gone: running handlers end, and no answer is sent.
  stream.on('error', () => answers.drop());
  stream.on('cancelled', () => answers.drop());
  return { tellClosing: () => answers.tellClosing() };
}

function decodeCalls(bytes: Buffer): readonly StreamedCall[] | undefined {
  try {
    return MultiplexRequest.decode(bytes).calls;
  } catch {
    return undefined;
  }
}

/** A call with its own span, in its caller's trace. */
function withSpan(call: StreamedCall) {
  const { request, requestId, idempotency, timeoutMs } = call;
  const caller = propagation.extract(ROOT_CONTEXT, call.traceContext);
  const span = startCallSpan('SERVER', call.path, caller);
  const traceContext: Context = trace.setSpan(caller, span);
  return {
    request,
    requestId: requestId === '' ? undefined : requestId,
    readIdempotency: () => idempotency,
    deadline: new Date(systemClock.real().getTime() + timeoutMs),
    traceContext,
    span,
  };
}

function blank({ id }: StreamedCall): StreamedAnswer {
  return { id, response: nothing, error: nothing, isReplayed: false, isRefused: false, isUnknown: false };
}

function encodeOutcome(call: StreamedCall, outcome: CallOutcome, domain: string, log: Log): StreamedAnswer {
  const answer = blank(call);
  if (outcome.response === undefined) return { ...answer, error: encodeError(outcome.refusal, domain) };
  const { response, isReplayed } = outcome;
  // As a message it would end the stream, and with it the calls of others.
  if (response.length > answerBytesMax) {
    log.error({ method: call.path, bytes: response.length }, 'the answer is too large');
    return { ...answer, error: encodeError(internal(), domain) };
  }
  return { ...answer, response, isReplayed };
}

/** Writes the answers of one turn of the event loop as one message, and waits while the caller does not read. */
function answerWriter(stream: ByteStream) {
  const waiting: StreamedAnswer[] = [];
  let isScheduled = false;
  let isBlocked = false;
  let isGone = false;
  let isEnding = false;

  function write(): void {
    isScheduled = false;
    while (!isBlocked && !isGone && waiting.length > 0) {
      const answers = takeBatch(waiting, ({ response, error }) => response.length + error.length);
      send(answers, false);
    }
    if (isEnding && !isGone && waiting.length === 0) stream.end();
  }

  function send(answers: StreamedAnswer[], isClosing: boolean): void {
    isBlocked = !stream.write(Buffer.from(MultiplexResponse.encode({ answers, isClosing }).finish()));
  }

  stream.on('drain', () => {
    isBlocked = false;
    write();
  });

  function schedule(): void {
    if (isScheduled) return;
    isScheduled = true;
    setImmediate(write);
  }

  return {
    add: (answer: StreamedAnswer): void => {
      if (isGone) return;
      waiting.push(answer);
      schedule();
    },
    tellClosing: (): void => {
      if (!isGone && !isEnding) send([], true);
    },
    end: (): void => {
      isEnding = true;
      schedule();
    },
    drop: (): void => {
      isGone = true;
      waiting.length = 0;
    },
  };
}
