import { AsyncLocalStorage } from 'node:async_hooks';
import type { Client } from '@grpc/grpc-js';
import { openCallStream, type CallStream } from './call-stream';
import { unavailableService } from './error-status';
import { Unanswered, type OutgoingCall } from './outgoing-call';
import { streamedBytesMax } from './stream-batch';

/** Each is on one connection, so a few of them spread the calls over replicas. */
const streamsMax = 4;

/** Until a stream is replaced: how long a caller takes to use a replica that has just come. */
const streamAgeMs = 5_000;

/** Calls of one address that wait for their answer; further ones are refused, so that memory has a bound. */
const waitingMax = 4_000;

/** How long calls go by themselves after a server did not know the streams, or a method's answer was large. */
const byItselfMs = 10_000;

export interface CallStreams {
  /** Whether this call is to go over a stream, and not by itself. */
  takes(call: OutgoingCall): boolean;
  /**
   * Sends a call over one of the streams. Undefined: no server has it, and it is to be made by itself.
   * @throws Unanswered, or the AppError of the server
   */
  send(call: OutgoingCall): Promise<Buffer | undefined>;
  /** Ends the streams once their calls are answered. */
  close(): void;
}

/** The streams to one address, opened when there are calls for them. */
export function createCallStreams(client: Client): CallStreams {
  const streams = new Set<CallStream>();
  const detours = createDetours();
  /** Takes all calls of this turn of the event loop, which it sends as one message. */
  let ofThisTurn: CallStream | undefined;
  // A stream outlives the request whose call opened it.
  const withoutContext = AsyncLocalStorage.snapshot();

  function open(): CallStream {
    const onRetired = (): void => {
      streams.delete(stream);
      if (ofThisTurn === stream) ofThisTurn = undefined;
    };
    const options = { ageMs: streamAgeMs, onRetired, onUnknown: detours.noteUnknown };
    const stream = withoutContext(() => openCallStream(client, options));
    streams.add(stream);
    return stream;
  }

  /** The one with the fewest calls; of several the one that was not chosen for longest. */
  function choose(): CallStream {
    if (streams.size < streamsMax) return open();
    let [best] = streams;
    for (const stream of streams) if (best === undefined || stream.waiting() < best.waiting()) best = stream;
    if (best === undefined) return open();
    streams.delete(best);
    streams.add(best);
    return best;
  }

  function beginTurn(): CallStream {
    const stream = choose();
    ofThisTurn = stream;
    withoutContext(() =>
      setImmediate(() => {
        if (ofThisTurn === stream) ofThisTurn = undefined;
        stream.flush();
      }),
    );
    return stream;
  }

  return {
    takes: (call) => !detours.has(call),
    send: async (call) => {
      let waiting = 0;
      for (const stream of streams) waiting += stream.waiting();
      if (waiting >= waitingMax) {
        const cause = new Error(`${String(waiting)} calls wait for their answer`);
        throw new Unanswered(unavailableService(call.service, cause), true);
      }
      const answer = await (ofThisTurn ?? beginTurn()).send(call);
      if (answer !== undefined && answer.length > streamedBytesMax) detours.noteLarge(call.path);
      return answer;
    },
    close: () => {
      for (const stream of [...streams]) stream.retire();
    },
  };
}

/** Remembers which calls go by themselves: all of them to a server without streams, and those with much to carry. */
function createDetours() {
  // In milliseconds of the monotonic clock.
  let unknownUntil = 0;
  const largeUntil = new Map<string, number>();
  const soon = (): number => performance.now() + byItselfMs;
  return {
    has: ({ path, request }: OutgoingCall): boolean => {
      if (request.length > streamedBytesMax) return true;
      const nowMs = performance.now();
      return unknownUntil > nowMs || (largeUntil.get(path) ?? 0) > nowMs;
    },
    noteUnknown: (): void => void (unknownUntil = soon()),
    noteLarge: (path: string): void => void largeUntil.set(path, soon()),
  };
}
