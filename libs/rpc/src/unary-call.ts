import type { Client, ServiceError } from '@grpc/grpc-js';
import { isReplayed, writeCallMetadata } from './call-metadata';
import {
  isConnectionFailure,
  isUnansweredInTime,
  neverReachedServer,
  toAppError,
  unavailableService,
} from './error-status';
import { Unanswered, type OutgoingCall } from './outgoing-call';
import { asBytes } from './service-definition';

/** Makes a call by itself. @throws Unanswered, or the AppError of the server */
export function sendUnary(client: Client, call: OutgoingCall): Promise<Buffer> {
  const { path, service, request, context, deadline } = call;
  return new Promise((resolve, reject) => {
    const settle = (error: ServiceError | null, response?: Buffer): void => {
      if (error === null) resolve(response ?? Buffer.alloc(0));
      else reject(failure(error, service));
    };
    try {
      const metadata = writeCallMetadata(context.requestId, context.idempotency);
      const sent = withoutStack(() =>
        client.makeUnaryRequest(path, asBytes, asBytes, request, metadata, { deadline }, settle),
      );
      if (context.idempotency === undefined) return;
      sent.on('metadata', (initial) => {
        if (isReplayed(initial)) context.replayed = true;
      });
    } catch (cause) {
      // grpc-js throws only once the client is closed; a retry's timer may fire after that.
      reject(unavailableService(service, cause));
    }
  });
}

function failure(error: ServiceError, service: string): Error {
  const shown = toAppError(error, service);
  if (!isConnectionFailure(error) && !isUnansweredInTime(error)) return shown;
  return new Unanswered(shown, neverReachedServer(error));
}

/**
 * grpc-js captures a stack for each call, a tenth of the call's cost, and we throw our own error. The limit is restored
 * before other code can run.
 */
function withoutStack<T>(makeCall: () => T): T {
  const limit = Error.stackTraceLimit;
  Error.stackTraceLimit = 0;
  try {
    return makeCall();
  } finally {
    Error.stackTraceLimit = limit;
  }
}
