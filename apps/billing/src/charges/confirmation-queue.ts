/**
 * When a buyer's confirmation that was claimed at `:now` is read again: every half minute while the buyer has time, and
 * then, because its provider does not answer, ever later. `since` is SQL for when it was asked for, in real time.
 */
export function dueAgainSql(since: string): string {
  return `cast(:now as timestamptz) + greatest(interval '30 seconds',
    least(cast(:now as timestamptz) - ${since} - interval '30 minutes', interval '6 hours'))`;
}
