import type { CrossTenant, Owned } from '@pitanga/core';
import type { Db, Tx } from '@pitanga/database';
import { failingAttempts, failingMs, type EndpointChange, type WebhookAttempts } from './endpoint-health';

interface FailingRow {
  readonly webhook_id: string;
  readonly since: Date;
  readonly attempts: number;
  readonly told_at: Date | null;
}

/** Counts failed attempts in a row, and returns the webhooks that now fail or have recovered, each change once. */
export async function updateEndpointHealth(
  tx: Tx,
  changes: readonly Owned<WebhookAttempts>[],
  now: Date,
): Promise<EndpointChange[]> {
  const failed = changes.filter(({ isSuccess }) => !isSuccess);
  const succeeded = changes.filter(({ isSuccess }) => isSuccess);
  return [...(await countFailures(tx, failed, now)), ...(await clearFailures(tx, succeeded))];
}

async function countFailures(tx: Tx, changes: readonly WebhookAttempts[], now: Date): Promise<EndpointChange[]> {
  if (changes.length === 0) return [];
  const failures = changes.map(({ webhookId, at, attempts }) => ({ webhook_id: webhookId, since: at, attempts }));
  await tx.raw(
    `insert into failing_webhooks as known (webhook_id, since, attempts)
     select webhook_id, since, attempts
     from json_to_recordset(:failures::json) as f (webhook_id text, since timestamptz, attempts int) order by webhook_id
     on conflict (webhook_id) do update set attempts = known.attempts + excluded.attempts`,
    { failures: JSON.stringify(failures) },
  );
  const { rows } = await tx.raw<{ rows: FailingRow[] }>(
    `update failing_webhooks set told_at = :now
     where webhook_id = any (:webhookIds::text[]) and told_at is null
       and attempts >= :failingAttempts and since <= :failingSince
     returning webhook_id, since, attempts, told_at`,
    {
      now,
      webhookIds: changes.map(({ webhookId }) => webhookId),
      failingAttempts,
      failingSince: new Date(now.getTime() - failingMs),
    },
  );
  return rows.flatMap(({ webhook_id, since, attempts }) => {
    const change = changes.find(({ webhookId }) => webhookId === webhook_id);
    if (!change) return [];
    const { tenant, webhookId, lastStatusCode, lastErrorClass } = change;
    return [{ kind: 'failing', tenant, webhookId, since, attempts, lastStatusCode, lastErrorClass } as const];
  });
}

async function clearFailures(tx: Tx, changes: readonly WebhookAttempts[]): Promise<EndpointChange[]> {
  if (changes.length === 0) return [];
  const { rows } = await tx.raw<{ rows: FailingRow[] }>(
    `delete from failing_webhooks where webhook_id in (
       select webhook_id from failing_webhooks where webhook_id = any (:webhookIds::text[]) order by webhook_id for update
     ) returning webhook_id, since, attempts, told_at`,
    { webhookIds: changes.map(({ webhookId }) => webhookId) },
  );
  return rows.flatMap(({ webhook_id, since, told_at }) => {
    const change = changes.find(({ webhookId }) => webhookId === webhook_id);
    if (!change || told_at === null) return [];
    const { tenant, webhookId } = change;
    return [{ kind: 'recovered', tenant, webhookId, since } as const];
  });
}

/** How many active webhooks are failing, each after its `webhook.failing` event. */
export async function countFailingWebhooks(db: Db, _all: CrossTenant): Promise<number> {
  const { rows } = await db.raw<{ rows: { count: number }[] }>(
    `select count(*) as count from failing_webhooks f
     join webhooks w on w.id = any (array[f.webhook_id]) where f.told_at is not null and w.status = 'ACTIVE'`,
  );
  return rows[0]?.count ?? 0;
}
