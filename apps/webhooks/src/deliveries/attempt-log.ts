import type { AttemptResult } from './attempt';

/** What the log keeps of an attempt: the columns of `attempts`, and their types in JSON. */
const columns = {
  delivery_id: 'text',
  no: 'int',
  store_id: 'text',
  dev_mode: 'boolean',
  trigger: 'text',
  started_at: 'timestamptz',
  store_started_at: 'timestamptz',
  duration_ms: 'int',
  status_code: 'int',
  error_class: 'text',
  response_head: 'bytea',
  response_truncated: 'boolean',
  retry_after: 'text',
};
type ColumnName = keyof typeof columns;

const names = Object.keys(columns).join(', ');
/** The definition of these columns in `json_to_recordset(…) as r (…)`. */
export const attemptColumns = Object.entries(columns)
  .map(([name, type]) => `${name} ${type}`)
  .join(', ');

export function toAttemptRow(result: AttemptResult): Readonly<Record<ColumnName, unknown>> {
  const { delivery, responseHead } = result;
  return {
    delivery_id: delivery.id,
    no: delivery.attemptNo,
    store_id: delivery.tenant.storeId,
    dev_mode: delivery.tenant.devMode,
    trigger: delivery.resend === 0 ? 'AUTO' : 'MANUAL',
    started_at: result.startedAt,
    store_started_at: result.storeStartedAt,
    duration_ms: Math.round(result.durationMs),
    status_code: result.status,
    error_class: result.errorClass,
    // How JSON carries a bytea.
    response_head: responseHead && `\\x${responseHead.toString('hex')}`,
    response_truncated: result.responseTruncated,
    retry_after: result.retryAfter,
  };
}

/** Logs the rows of `results`. An attempt already logged as interrupted gets the given columns of its result. */
function logResults(updated: readonly ColumnName[]): string {
  return `
  insert into attempts as known (${names}) select ${names} from results
  on conflict (delivery_id, no) do update set ${updated.map((name) => `${name} = excluded.${name}`).join(', ')}
    where known.store_id = excluded.store_id and known.dev_mode = excluded.dev_mode
      and known.error_class = 'interrupted'`;
}

const resultColumns = [
  'store_started_at',
  'duration_ms',
  'status_code',
  'error_class',
  'response_head',
  'response_truncated',
  'retry_after',
] as const;

export const logAutomatic = logResults(resultColumns);
/** A manual attempt that was interrupted is made again under its number. */
export const logManual = logResults(['started_at', ...resultColumns]);

/**
 * Logs an interrupted call: its lease expired, its webhook was disabled or deleted, or a resend has delivered the
 * delivery. It is logged and counted at that moment, so that the log and its counts always agree; if the call ends
 * after all, its result completes the entry.
 *
 * This and {@link countInterrupted} are bodies of a common table over another one, `cut`: the queue rows while leased.
 */
export const logInterrupted = `
  insert into attempts (delivery_id, no, store_id, dev_mode, trigger, started_at, error_class)
  select delivery_id, case resend when 0 then attempts else -resend end, store_id, dev_mode,
    case resend when 0 then 'AUTO' else 'MANUAL' end, started_at, 'interrupted'
  from cut on conflict (delivery_id, no) do nothing`;

/** Counts a manual attempt only the first time: an interrupted one is made again under its number. */
export const countInterrupted = `
  select delivery_id, max(attempts) filter (where resend = 0) as attempts,
    count(*) filter (where resend > 0 and attempts = 1)::int as manual_attempts
  from cut group by delivery_id`;
