import { status } from '@grpc/grpc-js';
import { context, propagation, trace, type Span } from '@opentelemetry/api';
import type { StreamedAnswer, StreamedCall } from '@pitanga/contracts';
import { isAppError, systemClock } from '@pitanga/core';
import { endCallSpan, startCallSpan } from './call-spans';
import { statusCode, deadlineExceeded, decodeError, internal, unavailableService } from './error-status';
import { Unanswered, type OutgoingCall } from './outgoing-call';
import { takeBatch } from './stream-batch';

/** A call of a stream that has no answer yet. */
export interface WaitingCall {
  readonly id: number;
  readonly call: OutgoingCall;
  readonly span: Span;
  readonly traceContext: Record<string, string>;
  readonly timer: NodeJS.Timeout;
  /** From then on the server may have it. */
  isWritten: boolean;
  readonly resolve: (answer: Buffer | undefined) => void;
  readonly reject: (error: Error) => void;
}

/** The calls of one stream, each settled once: by its answer, its deadline or the end of the stream. */
export interface WaitingCalls {
  /** Resolves to the encoded answer; to undefined for a call that is to be made by itself. */
  add(call: OutgoingCall): Promise<Buffer | undefined>;
  /** Those that were not written yet, as many as fit into one message; empty when there is none. */
  takeUnwritten(): StreamedCall[];
  hasUnwritten(): boolean;
  answer(answer: StreamedAnswer): void;
  settleAll(decideOutcome: (each: WaitingCall) => Error | undefined): void;
  size(): number;
}

export function createWaitingCalls(): WaitingCalls {
  const waiting = new Map<number, WaitingCall>();
  const unwritten: WaitingCall[] = [];
  let lastId = 0;

  function settle(each: WaitingCall, outcome: Buffer | Error | undefined): void {
    waiting.delete(each.id);
    clearTimeout(each.timer);
    endCallSpan(each.span, codeOfOutcome(outcome));
    if (outcome instanceof Error) each.reject(outcome);
    else each.resolve(outcome);
  }

  function add(call: OutgoingCall): Promise<Buffer | undefined> {
    return new Promise((resolve, reject) => {
      const id = (lastId += 1);
      const span = startCallSpan('CLIENT', call.path, context.active());
      const traceContext: Record<string, string> = {};
      propagation.inject(trace.setSpan(context.active(), span), traceContext);
      const late = (): void => settle(each, new Unanswered(deadlineExceeded(call.service), !each.isWritten));
      const timer = setTimeout(late, remainingMs(call));
      const each: WaitingCall = { id, call, span, traceContext, timer, isWritten: false, resolve, reject };
      waiting.set(id, each);
      unwritten.push(each);
    });
  }

  return {
    add,
    takeUnwritten: () => {
      while (unwritten.length > 0) {
        const batch = takeBatch(unwritten, ({ call }) => call.request.length);
        // The deadline of one may have passed meanwhile.
        const calls = batch.filter(({ id }) => waiting.has(id));
        for (const each of calls) each.isWritten = true;
        if (calls.length > 0) return calls.map(encodeCall);
      }
      return [];
    },
    hasUnwritten: () => unwritten.length > 0,
    answer: (answer) => {
      const each = waiting.get(answer.id);
      // One whose deadline has passed was settled by its timer.
      if (each !== undefined) settle(each, readAnswer(answer, each.call));
    },
    settleAll: (outcomeOf) => {
      for (const each of [...waiting.values()]) settle(each, outcomeOf(each));
      unwritten.length = 0;
    },
    size: () => waiting.size,
  };
}

function remainingMs({ deadline }: OutgoingCall): number {
  return Math.max(0, deadline - systemClock.real().getTime());
}

function encodeCall({ id, call, traceContext }: WaitingCall): StreamedCall {
  const { requestId, idempotency } = call.context;
  return {
    id,
    path: call.path,
    request: call.request,
    timeoutMs: remainingMs(call),
    requestId,
    idempotency,
    traceContext,
  };
}

/** Undefined for a call that is to be made by itself. */
function readAnswer(answer: StreamedAnswer, call: OutgoingCall): Buffer | Error | undefined {
  const { response, error, isReplayed, isRefused, isUnknown } = answer;
  if (isRefused) return new Unanswered(unavailableService(call.service, new Error('the server stops')), true);
  if (isUnknown) return undefined;
  if (error.length > 0) return decodeError(error) ?? internal(new Error('the error cannot be decoded'));
  if (isReplayed) call.context.replayed = true;
  return response;
}

function codeOfOutcome(outcome: Buffer | Error | undefined): number | undefined {
  if (!(outcome instanceof Error)) return outcome && status.OK;
  const shown = outcome instanceof Unanswered ? outcome.shown : outcome;
  return isAppError(shown) ? statusCode(shown) : status.UNAVAILABLE;
}
