import type { sendUnaryData, ServerUnaryCall } from '@grpc/grpc-js';
import { readIdempotency, readRequestId, readTraceContext, replayedMetadata } from './call-metadata';
import { toStatus } from './error-status';
import type { ServeCall } from './serve-call';

type BytesCall = ServerUnaryCall<Buffer, Buffer>;

/** The last instant of a Date, for callers without a deadline. */
const noDeadline = new Date(8.64e15);

/** Serves a call of grpc-js, which carries all but the message as metadata. Resolves when its handler has ended. */
export async function serveUnary(
  serve: ServeCall,
  domain: string,
  call: BytesCall,
  reply: sendUnaryData<Buffer>,
): Promise<void> {
  const outcome = await serve({
    request: call.request,
    requestId: readRequestId(call.metadata),
    readIdempotency: () => readIdempotency(call.metadata),
    deadline: readDeadline(call),
    traceContext: readTraceContext(call.metadata),
  });
  if (outcome.response === undefined) {
    reply(toStatus(outcome.refusal, domain));
    return;
  }
  if (outcome.isReplayed) call.sendMetadata(replayedMetadata());
  reply(null, outcome.response);
}

function readDeadline(call: BytesCall): Date {
  const deadline = call.getDeadline();
  if (deadline instanceof Date) return deadline;
  return Number.isFinite(deadline) ? new Date(deadline) : noDeadline;
}
