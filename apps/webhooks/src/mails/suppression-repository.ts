import type { CrossTenant, Tenant } from '@pitanga/core';
import { deleteInBatches, type Db, type Tx } from '@pitanga/database';
import type { MailKind } from './mail';

/** Whether an address gets no mail of a kind from a store: it was refused by its server, or its person opted out. */
export async function isSuppressed(db: Db, tenant: Tenant, recipient: Buffer, kind: MailKind): Promise<boolean> {
  const { rows } = await db
    .raw<{ rows: { suppressed: boolean }[] }>(
      `select exists (select from mail_bounces where recipient = :recipient::bytea)
         or exists (select from mail_opt_outs where store_id = :storeId and dev_mode = :devMode
           and recipient = :recipient::bytea and kind = :kind) as suppressed`,
      { storeId: tenant.storeId, devMode: tenant.devMode, recipient, kind },
    )
    .options({ name: 'mails_suppressed' });
  return rows[0]?.suppressed === true;
}

/** Ends mail of a kind from a store to an address; a repeat changes nothing. */
export async function insertOptOut(db: Db, tenant: Tenant, recipient: Buffer, kind: MailKind, at: Date): Promise<void> {
  await db.raw(
    `insert into mail_opt_outs (store_id, dev_mode, recipient, kind, created_at)
     values (:storeId, :devMode, :recipient, :kind, :at) on conflict do nothing`,
    { storeId: tenant.storeId, devMode: tenant.devMode, recipient, kind, at },
  );
}

export interface Bounce {
  readonly recipient: Buffer;
  /** What the mail server answered, 500 to 599. */
  readonly statusCode: number;
}

/** Ends all mail to addresses that do not exist, of whatever store. */
export async function insertBounces(tx: Tx, _all: CrossTenant, bounces: readonly Bounce[], at: Date): Promise<void> {
  // In one order, so that two transactions do not wait for each other.
  const ordered = [...bounces].sort((one, other) => Buffer.compare(one.recipient, other.recipient));
  for (const { recipient, statusCode } of ordered) {
    await tx.raw(
      `insert into mail_bounces (recipient, status_code, created_at) values (:recipient, :statusCode, :at)
       on conflict do nothing`,
      { recipient, statusCode, at },
    );
  }
}

/** Forgets bounces of before an instant: a mailbox may come back. */
export function deleteOldBounces(db: Db, _all: CrossTenant, before: Date): Promise<number> {
  return deleteInBatches(
    db,
    `delete from mail_bounces where recipient in (
       select recipient from mail_bounces where created_at < ?::timestamptz order by created_at limit ?
     )`,
    before,
  );
}
