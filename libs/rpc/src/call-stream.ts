import { status, type Client, type ServiceError } from '@grpc/grpc-js';
import { CallStreamServiceDefinition, MultiplexRequest, MultiplexResponse } from '@pitanga/contracts';
import { isConnectionFailure, neverReachedServer, toAppError, unavailableService } from './error-status';
import { Unanswered, type OutgoingCall } from './outgoing-call';
import { asBytes, methodPath } from './service-definition';
import { createWaitingCalls, type WaitingCall } from './waiting-calls';

/** One stream of calls to one server. */
export interface CallStream {
  /**
   * Sends the call with the next `flush`. Undefined: no server has it, and it is to be made by itself.
   * @throws Unanswered, or the AppError of the server
   */
  send(call: OutgoingCall): Promise<Buffer | undefined>;
  /** Writes what was sent since the last one. */
  flush(): void;
  /** Calls without an answer. */
  waiting(): number;
  /** Takes no further call, and ends when all have their answer. */
  retire(): void;
}

export interface CallStreamOptions {
  /** Until it retires. */
  readonly ageMs: number;
  /** It takes no further call. */
  readonly onRetired: () => void;
  /** The server knows no streams. */
  readonly onUnknown: () => void;
}

const path = methodPath(CallStreamServiceDefinition, CallStreamServiceDefinition.methods.multiplex);

export function openCallStream(client: Client, { ageMs, onRetired, onUnknown }: CallStreamOptions): CallStream {
  const stream = client.makeBidiStreamRequest<Buffer, Buffer>(path, asBytes, asBytes);
  const calls = createWaitingCalls();
  let isBlocked = false;
  let isRetired = false;
  let hasEnded = false;

  function flush(): void {
    while (!isBlocked && !hasEnded && calls.hasUnwritten()) {
      const batch = calls.takeUnwritten();
      if (batch.length > 0) isBlocked = !stream.write(Buffer.from(MultiplexRequest.encode({ calls: batch }).finish()));
    }
    if (isRetired && !hasEnded && !calls.hasUnwritten()) stream.end();
  }

  function retire(): void {
    if (isRetired) return;
    isRetired = true;
    clearTimeout(age);
    onRetired();
    flush();
  }

  function end(decideOutcome: (each: WaitingCall) => Error | undefined): void {
    hasEnded = true;
    retire();
    calls.settleAll(decideOutcome);
  }

  const age = setTimeout(retire, ageMs).unref();
  stream.on('drain', () => {
    isBlocked = false;
    flush();
  });
  stream.on('data', (bytes: Buffer) => {
    const message = decodeAnswers(bytes);
    // Ends the stream as a broken one.
    if (message === undefined) stream.cancel();
    if (message?.isClosing) retire();
    for (const answer of message?.answers ?? []) calls.answer(answer);
  });
  stream.on('error', (error: ServiceError) => {
    const isUnknown = error.code === status.UNIMPLEMENTED;
    if (isUnknown) onUnknown();
    end((each) => (isUnknown ? undefined : failure(error, each)));
  });
  // Without an error: a server that ended the stream before it had answered.
  stream.on('end', () => {
    end(({ call }) => new Unanswered(unavailableService(call.service, new Error('the stream has ended')), false));
  });
  return { send: (call) => calls.add(call), flush, waiting: () => calls.size(), retire };
}

function decodeAnswers(bytes: Buffer): MultiplexResponse | undefined {
  try {
    return MultiplexResponse.decode(bytes);
  } catch {
    return undefined;
  }
}

/** The error of a call whose stream broke. */
function failure(error: ServiceError, { call, isWritten }: WaitingCall): Error {
  const shown = toAppError(error, call.service);
  if (!isWritten || neverReachedServer(error)) return new Unanswered(shown, true);
  return isConnectionFailure(error) ? new Unanswered(shown, false) : shown;
}
