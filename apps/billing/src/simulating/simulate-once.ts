import type { AppendedEvent } from '@pitanga/contracts';
import { withAppendedEvents, writeOnce, type KeyedCall, type ResponseCodec } from '@pitanga/database';
import type { Deps, TxDeps } from '../deps';

/**
 * Runs a simulation at most once per Idempotency-Key, and adds to its answer what it appended to the outbox, so that the
 * gateway can wait until other services have applied it. That is no part of the answer that is kept for a repeat: the first
 * request has waited.
 */
export async function simulateOnce<R extends { readonly appended: AppendedEvent[] }>(
  deps: Deps,
  call: KeyedCall,
  codec: ResponseCodec<R>,
  work: (tx: TxDeps) => Promise<Omit<R, 'appended'>>,
): Promise<R> {
  return tellAppended(() =>
    // The compiler does not see that the two parts are the whole of a type that it does not know.
    writeOnce(deps, call, codec, async (tx) => ({ ...(await work(tx)), appended: [] }) as unknown as R),
  );
}

/** The answer of `write` with what it appended to the outbox, which its kept answer has not. */
export async function tellAppended<R extends { readonly appended: AppendedEvent[] }>(
  write: () => Promise<R>,
): Promise<R> {
  const { result, events } = await withAppendedEvents(write);
  return { ...result, appended: [...events] };
}
