import { hash } from 'node:crypto';
import { toTenant, type CrossTenant, type Owned, type Tenant } from '@pitanga/core';
import { deleteInBatches, ownedIds, ownedIdsSql, type Db, type SealedColumn, type Tx } from '@pitanga/database';
import type { SealedPlace } from '@pitanga/runtime';
import { factKey, factRecordId, mailChannel, mailEvent, type MailKind } from './mail';

/** A mail to insert, its content sealed. */
export interface NewMail {
  /** Id of its delivery. */
  readonly id: string;
  readonly tenant: Tenant;
  readonly kind: MailKind;
  /** The record whose fact it tells. */
  readonly recordId: string;
  readonly recipient: Buffer;
  readonly content: Buffer;
  /** Of its links; kept as a hash. */
  readonly token: string | undefined;
  /** What the link of a failed renewal leads to. */
  readonly subscriptionId: string | undefined;
  readonly customerId: string | undefined;
  readonly traceparent: string | undefined;
  /** Store time. */
  readonly createdAt: Date;
}

/** What the content of a mail is sealed for. */
export function mailContentPlace({ storeId }: Tenant, id: string): SealedPlace {
  return ['mails', 'content_sealed', storeId, id];
}

export const sealedMails: SealedColumn = {
  table: 'mails',
  column: 'content_sealed',
  key: ['delivery_id'],
  more: ['store_id'],
  place: (row) => ['mails', 'content_sealed', String(row['store_id']), String(row['delivery_id'])],
};

const insertSql = `
  with batch as (
    select * from json_to_recordset(:mails::json) as b (id text, store_id text, dev_mode boolean, channel text, fact text,
      event text, kind text, recipient bytea, content bytea, link_hash bytea, subscription_id text, body text,
      traceparent text, customer_id text, created_at timestamptz)
  ),
  inserted as (
    insert into deliveries (id, store_id, dev_mode, webhook_id, event_id, event, traceparent, customer_id, created_at,
      status, is_mail)
    select id, store_id, dev_mode, channel, fact, event, traceparent, customer_id, created_at, 'PENDING', true
    from batch order by fact, channel
    on conflict (event_id, webhook_id) do nothing
    returning id, webhook_id, store_id, dev_mode
  ),
  bodies as (
    insert into delivery_bodies (delivery_id, body) select batch.id, batch.body from inserted join batch using (id)
  ),
  contents as (
    insert into mails (delivery_id, store_id, dev_mode, kind, recipient, content_sealed, link_hash, subscription_id, created_at)
    select batch.id, batch.store_id, batch.dev_mode, batch.kind, batch.recipient, batch.content, batch.link_hash,
      batch.subscription_id, :now::timestamptz
    from inserted join batch using (id)
  ),
  queued as (
    insert into delivery_queue (delivery_id, webhook_id, store_id, dev_mode, state, due_at)
    select id, webhook_id, store_id, dev_mode, 'READY', :now::timestamptz from inserted returning 1
  )
  select count(*) as inserted from queued`;

/**
 * Inserts mails with their deliveries and queue rows in one statement, ready at once (`now` is real time); returns how
 * many are new. A fact that an address was written of before inserts nothing.
 */
export async function insertMails(tx: Tx, mails: readonly Owned<NewMail>[], now: Date): Promise<number> {
  if (mails.length === 0) return 0;
  const { rows } = await tx
    .raw<{ rows: { inserted: number }[] }>(insertSql, { mails: JSON.stringify(mails.map(toRow)), now })
    .options({ name: 'mails_insert' });
  return rows[0]?.inserted ?? 0;
}

/** One at a time for a store, environment and kind, until the end of the transaction: for a count that an insert follows. */
export async function lockMailKind(tx: Tx, { storeId, devMode }: Tenant, kind: MailKind): Promise<void> {
  const key = `mails ${storeId} ${String(devMode)} ${kind}`;
  await tx.raw('select pg_advisory_xact_lock(hashtextextended(?, 0))', [key]).options({ name: 'mails_lock_kind' });
}

/** How many mails of a kind were queued since an instant (real time), counted to `max`, and how many of those to an address. */
export async function countMailsSince(
  db: Db,
  { storeId, devMode }: Tenant,
  { kind, recipient }: Pick<NewMail, 'kind' | 'recipient'>,
  since: Date,
  max: number,
): Promise<{ readonly all: number; readonly toRecipient: number }> {
  const { rows } = await db.raw<{ rows: { all: number; to_recipient: number }[] }>(
    `select count(*)::int as all, (count(*) filter (where recipient = :recipient))::int as to_recipient from (
       select recipient from mails where store_id = :storeId and dev_mode = :devMode
         and created_at >= :since::timestamptz and kind = :kind limit :max
     ) counted`,
    { storeId, devMode, kind, recipient, since, max },
  );
  return { all: rows[0]?.all ?? 0, toRecipient: rows[0]?.to_recipient ?? 0 };
}

function toRow(mail: NewMail): object {
  const { id, tenant, kind, recordId, recipient, content, token, subscriptionId } = mail;
  return {
    id,
    store_id: tenant.storeId,
    dev_mode: tenant.devMode,
    channel: mailChannel(tenant),
    fact: factKey(kind, recordId, recipient),
    event: mailEvent(kind),
    kind,
    recipient: toJsonBytes(recipient),
    content: toJsonBytes(content),
    link_hash: token === undefined ? undefined : toJsonBytes(hashOfToken(token)),
    subscription_id: subscriptionId,
    // The log of a mail names its record and no person.
    body: JSON.stringify({ event: mailEvent(kind), data: { recordId } }),
    traceparent: mail.traceparent,
    customer_id: mail.customerId,
    created_at: mail.createdAt,
  };
}

/** How JSON carries a bytea. */
function toJsonBytes(bytes: Buffer): string {
  return `\\x${bytes.toString('hex')}`;
}

function hashOfToken(token: string): Buffer {
  return hash('sha256', token, 'buffer');
}

/** The mail that a link belongs to. */
export interface LinkedMail {
  readonly tenant: Tenant;
  readonly kind: MailKind;
  readonly recipient: Buffer | undefined;
  readonly subscriptionId: string | undefined;
  /** The record whose fact it tells. */
  readonly recordId: string;
  /** Real time. */
  readonly createdAt: Date;
}

/** Crosses tenants: only the token says whose mail it is. */
export async function findMailByToken(db: Db, _all: CrossTenant, token: string): Promise<LinkedMail | undefined> {
  const { rows } = await db.raw<{
    rows: {
      store_id: string;
      dev_mode: boolean;
      kind: MailKind;
      recipient: Buffer | null;
      subscription_id: string | null;
      fact: string;
      created_at: Date;
    }[];
  }>(
    `select mails.store_id, mails.dev_mode, mails.kind, mails.recipient, mails.subscription_id, mails.created_at,
       coalesce(deliveries.event_id, '') as fact
     from mails left join deliveries on deliveries.id = mails.delivery_id where mails.link_hash = :linkHash::bytea`,
    { linkHash: hashOfToken(token) },
  );
  const [row] = rows;
  return (
    row && {
      tenant: toTenant(row.store_id, row.dev_mode),
      kind: row.kind,
      recipient: row.recipient ?? undefined,
      subscriptionId: row.subscription_id ?? undefined,
      recordId: factRecordId(row.fact),
      createdAt: row.created_at,
    }
  );
}

/** Forgets what ended mails said. */
export async function dropContents(tx: Tx, mails: readonly Owned<{ readonly id: string }>[]): Promise<void> {
  if (mails.length === 0) return;
  await tx.raw(
    `update mails m set content_sealed = null from ${ownedIdsSql('k')}
     where m.delivery_id = any (array[k.id]) and m.store_id = k.store_id and m.dev_mode = k.dev_mode
       and m.content_sealed is not null`,
    ownedIds(mails),
  );
}

/** Forgets address and content of every mail to an erased customer; what waits is then not sent. */
export async function eraseMails(tx: Tx, { storeId, devMode }: Tenant, customerId: string): Promise<void> {
  await tx.raw(
    `update mails m set recipient = null, content_sealed = null, link_hash = null
     from deliveries d
     where d.store_id = :storeId and d.dev_mode = :devMode and d.customer_id = :customerId and d.is_mail
       and m.delivery_id = any (array[d.id])`,
    { storeId, devMode, customerId },
  );
}

/** Forgets the content of mails of before an instant (real time): retries have long ended. Returns how many. */
export async function dropOldContents(db: Db, _all: CrossTenant, before: Date, limit: number): Promise<number> {
  const { rowCount } = await db.raw<{ rowCount: number }>(
    `update mails set content_sealed = null where delivery_id in (
       select delivery_id from mails where content_sealed is not null and created_at < :before order by created_at limit :limit
     )`,
    { before, limit },
  );
  return rowCount;
}

/** Deletes mails whose delivery is no longer in the log; returns how many. */
export function deleteOldMails(db: Db, _all: CrossTenant, before: Date): Promise<number> {
  return deleteInBatches(
    db,
    `delete from mails where delivery_id in (
       select delivery_id from mails where delivery_id < first_delivery_id(?::timestamptz) order by delivery_id limit ?
     )`,
    before,
  );
}
