import { newIdempotencyKey, storeHeaders, type Scope } from '../../../api/client';
import { answered } from '../../../api/problem';
import type { ApiRecord } from '../../../api/records';

/** An advance takes ten minutes at most (docs/behaviour/test-clock.md#advance), longer than any other answer. */
const answerMsMax = 620_000;

/**
 * Advances the clock and waits until all that was due is done.
 * @throws a Problem when it was refused
 */
export async function advanceClock(scope: Scope, to: string): Promise<ApiRecord<'ClockAdvance'>> {
  const { data } = await answered<{ data: ApiRecord<'ClockAdvance'> }>(send(scope, to));
  return data;
}

async function send(scope: Scope, to: string) {
  const response = await fetch('/dashboard/api/v2/test-clock/advance', {
    method: 'POST',
    headers: { ...storeHeaders(scope), 'content-type': 'application/json', 'idempotency-key': newIdempotencyKey() },
    body: JSON.stringify({ to }),
    signal: AbortSignal.timeout(answerMsMax),
  });
  const body: unknown = await response.json().catch(() => undefined);
  return response.ok ? { data: body as { data: ApiRecord<'ClockAdvance'> }, response } : { error: body, response };
}
