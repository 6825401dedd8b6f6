import type { StoreScope } from '@pitanga/core';
import { optional, table, text, type Db, type Row } from '@pitanga/database';
import type { Role } from '../access/role';
import { storeOfPeopleSql } from '../members/sandbox-people';

/** The person behind a key, and their role in its store; without one they are no member any more. */
export interface KeyMaker {
  readonly userId: string;
  readonly role: Role | undefined;
}

const makers = table('members', { userId: text('user_id'), role: optional(text<Role>('role')) });

// From a key to who made it, and from a key that did to who made that. `union` ends it: nothing is followed twice.
const findKeyMakerSql = `
  with recursive made_by (kind, id) as (
    select actor_kind, actor_id from audit_log
    where chain = :storeId and target_id = :keyId and action = 'api_key.created'
    union
    select entry.actor_kind, entry.actor_id from made_by
    join audit_log entry on entry.chain = :storeId and entry.target_id = made_by.id and entry.action = 'api_key.created'
    where made_by.kind = 'KEY'
  )
  select made_by.id as user_id, m.role from made_by
  left join members m on m.store_id = ${storeOfPeopleSql(':storeId')} and m.user_id = made_by.id
  where made_by.kind = 'USER'`;

/**
 * Who made a key, or rolled it, or made the key that did, and so on; undefined for the operator's keys, and those older than
 * people. By the audit log, which cannot be rewritten unnoticed.
 */
export async function findKeyMaker(db: Db, { storeId }: StoreScope, keyId: string): Promise<KeyMaker | undefined> {
  const { rows } = await db.raw<{ rows: Row[] }>(findKeyMakerSql, { storeId, keyId });
  const [row] = rows;
  return row && makers.fromRow(row);
}
