import type { Db } from '@pitanga/database';
import { failingAttempts, failingMs, type EndpointTrouble, type HealthChange } from './endpoint-health';

interface FailingRow {
  readonly webhook_id: string;
  readonly since: Date;
  readonly attempts: number;
}

/** Keeps count of the attempts that failed in a row; answers what operators are to be told about it, each once. */
// eslint-disable-next-line pitanga/tenant-first -- a batch of results spans stores
export async function changeHealth(tx: Db, changes: readonly HealthChange[], now: Date): Promise<EndpointTrouble[]> {
  const failed = changes.filter(({ isSuccess }) => !isSuccess);
  const succeeded = changes.filter(({ isSuccess }) => isSuccess);
  return [...(await noteFailures(tx, failed, now)), ...(await forgetFailures(tx, succeeded))];
}

async function noteFailures(tx: Db, changes: readonly HealthChange[], now: Date): Promise<EndpointTrouble[]> {
  if (changes.length === 0) return [];
  await tx.raw(
    `insert into failing_webhooks as known (webhook_id, since, attempts)
     select * from unnest(?::text[], ?::timestamptz[], ?::int[]) as f (webhook_id, since, attempts) order by webhook_id
     on conflict (webhook_id) do update set attempts = known.attempts + excluded.attempts`,
    [changes.map(({ webhookId }) => webhookId), changes.map(({ at }) => at), changes.map(({ attempts }) => attempts)],
  );
  const { rows } = await tx.raw<{ rows: FailingRow[] }>(
    `update failing_webhooks set told_at = ?
     where webhook_id = any (?::text[]) and told_at is null and attempts >= ? and since <= ?
     returning webhook_id, since, attempts`,
    [now, changes.map(({ webhookId }) => webhookId), failingAttempts, new Date(now.getTime() - failingMs)],
  );
  return rows.flatMap((row) => {
    const change = changes.find(({ webhookId }) => webhookId === row.webhook_id);
    if (!change) return [];
    const { tenant, webhookId, lastStatusCode, lastErrorClass } = change;
    const { since, attempts } = row;
    return [{ kind: 'failing', tenant, webhookId, since, attempts, lastStatusCode, lastErrorClass } as const];
  });
}

async function forgetFailures(tx: Db, changes: readonly HealthChange[]): Promise<EndpointTrouble[]> {
  if (changes.length === 0) return [];
  const { rows } = await tx.raw<{ rows: (FailingRow & { told_at: Date | null })[] }>(
    `delete from failing_webhooks where webhook_id in (
       select webhook_id from failing_webhooks where webhook_id = any (?::text[]) order by webhook_id for update
     ) returning webhook_id, since, attempts, told_at`,
    [changes.map(({ webhookId }) => webhookId)],
  );
  return rows.flatMap((row) => {
    const change = changes.find(({ webhookId }) => webhookId === row.webhook_id);
    if (!change || row.told_at === null) return [];
    const { tenant, webhookId } = change;
    return [{ kind: 'recovered', tenant, webhookId, since: row.since } as const];
  });
}

/** How many active webhooks operators were told to be failing: for operators. */
export async function resolveFailing(db: Db): Promise<number> {
  const { rows } = await db.raw<{ rows: { count: number }[] }>(
    `select count(*) as count from failing_webhooks f
     join webhooks w on w.id = any (array[f.webhook_id]) where f.told_at is not null and w.status = 'ACTIVE'`,
  );
  return rows[0]?.count ?? 0;
}
