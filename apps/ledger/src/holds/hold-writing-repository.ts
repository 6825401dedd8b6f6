import { toTenant, zeroCents, type Owned, type Tenant } from '@pitanga/core';
import { isUniqueViolation, type Db, type Values } from '@pitanga/database';
import { isAvailableSql, platformOwner, type Account } from '../balances/account';
import { createBalances } from '../balances/balance-repository';
import { binaryArray } from '../journals/binary-array';
import { draftBindings, draftsSql, insertDraftsSql, toDraftRow, type DraftRow } from '../journals/draft-rows';
import { pickStripe, type JournalDraft } from '../journals/journal';
import { changesSql, toLines, type JournalLines } from '../journals/journal-lines';
import { limitKeys } from '../limits/payout-limits-repository';
import { flat, tenantKey } from '../owned-rows';
import { partTakings, takers } from '../pending-parts/part-taking-repository';
import { partAmounts } from '../pending-parts/pending-part-repository';
import { statementEntries } from '../statement/statement-repository';
import type { ChangedHold, HoldChanges } from './hold-book';
import { holdKeys, holds } from './hold-repository';

/** What a batch of commands was decided on turned out untrue, and nothing was written: roll back and decide again. */
export class HoldConflict extends Error {}

/** Money is to leave a store that has limits, and none were looked at. */
export class LimitsConflict extends HoldConflict {}

/** What a batch of commands changes beside its journals, and what it was decided on. */
export interface DecidedChanges extends HoldChanges {
  /** The holds that the commands name and that were not there when they were decided, new and refused ones. */
  readonly absent: readonly Owned<{ readonly id: string }>[];
  /** The balances are locked, and what is available was read: what was decided on it holds, an overdraft included. */
  readonly isLocked: boolean;
  /** The stores that money is to leave, assumed to have no limits. */
  readonly unlimited: readonly Tenant[];
}

const ends = holds.pick('storeId', 'devMode', 'id', 'state', 'updatedAt');
const entryEnds = statementEntries.pick('storeId', 'devMode', 'id', 'status', 'updatedAt');

/** Named parameters of one statement, so each row set has its own prefix. */
const prefixes = {
  absent: 'absent_',
  unlimited: 'unlimited_',
  created: 'created_',
  ended: 'ended_',
  endedEntries: 'entry_',
  takings: 'taking_',
  restored: 'restored_',
  parts: 'part_',
} as const;

/**
 * Writes a batch in one statement: journals with their entries, balances, statement and events, new holds, ends of others,
 * and what they take of parts or restore. On a pool it is a transaction of its own; what ends holds or changes parts needs
 * one that has locked them.
 *
 * The locks are those of a transaction of holds, in its order (docs/adr/0017-ledger-locks.md): the balances of stores in
 * key order, by whose newest rows it decides, journals, balances of the platform, and new rows.
 *
 * @throws HoldConflict when a store has less `available` than is debited, an absent hold exists, or one that ends has ended
 * @throws Error when the statement entry of a hold that ends is not PENDING: its money would be counted twice
 */
export async function writeHolds(
  db: Db,
  journals: readonly Owned<JournalDraft>[],
  decided: DecidedChanges,
  recordedAt: Date,
): Promise<void> {
  const sets = splitChanges(decided.holds);
  const lines = toLines(journals, pickStripe(journals));
  const accounts = listStoreAccounts(lines.changes);
  const hasOthers = [sets.ended, sets.takings, decided.parts].some((rows) => rows.length > 0);
  const array = (set: keyof typeof prefixes) => ({ encode: binaryArray, prefix: prefixes[set] });
  const bindings = {
    ...draftBindings(toDraftRows(journals, sets.bornEnded), lines, recordedAt),
    ...holdKeys.toArrays(decided.absent.map(flat), array('absent')),
    ...limitKeys.toArrays(decided.unlimited, array('unlimited')),
    ...holds.toArrays(sets.created, array('created')),
    storeBalances: accounts.length,
    isLocked: decided.isLocked,
    ...(hasOthers && {
      ...ends.toArrays(sets.ended, array('ended')),
      ...entryEnds.toArrays(sets.endedEntries, array('endedEntries')),
      ...partTakings.toArrays(sets.takings, array('takings')),
      ...takers.toArrays(sets.restored, array('restored')),
      ...partAmounts.toArrays(decided.parts.map(flat), array('parts')),
    }),
  };
  let written = await write(db, hasOthers, bindings);
  if (!written.has_all) {
    // The first payout of a store, outside a transaction, which would have locked them. Once made, a balance stays.
    await createBalances(db, accounts);
    written = await write(db, hasOthers, bindings);
  }
  if (written.is_limited) throw new LimitsConflict('a store has limits');
  if (!written.is_open) throw new HoldConflict('a hold exists, or a store has not enough');
  if (written.ended !== sets.ended.length) throw new HoldConflict('another transaction ended a hold');
  if (written.entries !== sets.endedEntries.length) throw new Error('the statement entry of a hold is not PENDING');
}

interface Written {
  /** No balance of a store was missing. */
  readonly has_all: boolean;
  /** What the batch was decided on is still so, and it was written. */
  readonly is_open: boolean;
  /** A store has limits that were not looked at. */
  readonly is_limited: boolean;
  readonly ended: number;
  readonly entries: number;
}

async function write(db: Db, hasOthers: boolean, bindings: Readonly<Record<string, unknown>>): Promise<Written> {
  const [sql, name] = hasOthers ? [writeHoldsSql, 'write_holds'] : [writeNewHoldsSql, 'write_new_holds'];
  try {
    const { rows } = await db.raw<{ rows: [Written] }>(sql, bindings).options({ name });
    return rows[0];
  } catch (error) {
    // Another transaction has inserted the hold while this one waited for the balance.
    if (isUniqueViolation(error)) throw new HoldConflict('a hold exists', { cause: error });
    throw error;
  }
}

const newHoldsSql = `
  with drafts as materialized (
    select * from ${draftsSql}
  ), changes as materialized (
    select * from ${changesSql}
  ), locked as materialized (
    -- In the order of the array, which is that of the key. A balance that is missing is too few: a row made here would be
    -- locked out of order.
    select l.account, c.change_cents, c.operator_cents as operator_change_cents, l.left_cents, l.operator_left_cents
    from changes c
    cross join lateral (
      select b.account, b.balance_cents + c.change_cents as left_cents,
        b.operator_cents + c.operator_cents as operator_left_cents
      from balances b
      where b.store_id = c.owner_id and b.dev_mode = c.dev_mode and b.account = c.account and b.stripe = c.stripe
      for update of b
    ) l
    where c.owner_id <> '${platformOwner}'
  ), limited as materialized (
    select exists (
      select from ${limitKeys.unnestSql('u', prefixes.unlimited)}
      cross join lateral (
        select from payout_limits l
        where l.store_id = u.store_id and l.dev_mode = u.dev_mode
          and (coalesce(l.order_cents, l.day_cents, l.night_cents, l.interval_seconds) is not null
            or l.beneficiaries is not null)
        limit 1
      ) known
    ) as is_limited
  ), gate as materialized (
    select is_limited, (select count(*) from locked) = cast(:storeBalances as int) as has_all,
      (select count(*) from locked) = cast(:storeBalances as int)
      and (cast(:isLocked as boolean)
        or not exists (
          select from locked
          where ${isAvailableSql('account')} and (
            change_cents < 0 and left_cents < 0 or operator_change_cents < 0 and operator_left_cents < 0
          )
        ))
      and not exists (
        -- The limit keeps the planner from reading all holds while they are few, by a plan that stays when they are many.
        select from ${holdKeys.unnestSql('a', prefixes.absent)}
        cross join lateral (
          select from holds h where h.store_id = a.store_id and h.dev_mode = a.dev_mode and h.id = a.id limit 1
        ) known
      )
      and not is_limited as is_open
    from limited
  ), ${insertDraftsSql}, inserted_holds as (
    insert into holds (${holds.selectSql()})
    select ${holds.selectSql('c')} from ${holds.unnestSql('c', prefixes.created)}
    where (select is_open from gate) and (select count(*) from changed_balances) >= 0
  )`;

/** Nothing but new holds that take of no part, which is most batches: half as many arrays and less to plan. */
const writeNewHoldsSql = `${newHoldsSql} select has_all, is_open, is_limited, 0 as ended, 0 as entries from gate`;

const writeHoldsSql = `${newHoldsSql}, ended as (
    update holds h set state = e.state, updated_at = e.updated_at
    from ${ends.unnestSql('e', prefixes.ended)}
    where h.store_id = e.store_id and h.dev_mode = e.dev_mode and h.id = e.id and h.state = 'HELD'
      and (select is_open from gate)
    returning 1
  ), ended_entries as (
    update statement_entries s set status = e.status, updated_at = e.updated_at
    from ${entryEnds.unnestSql('e', prefixes.endedEntries)}
    where s.store_id = e.store_id and s.dev_mode = e.dev_mode and s.id = e.id and s.status = 'PENDING'
      and (select is_open from gate)
    returning 1
  ), inserted_takings as (
    insert into part_takings (${partTakings.selectSql()})
    select ${partTakings.selectSql('t')} from ${partTakings.unnestSql('t', prefixes.takings)}
    where (select is_open from gate)
  ), deleted_takings as (
    delete from part_takings t using ${takers.unnestSql('r', prefixes.restored)}
    where t.store_id = r.store_id and t.dev_mode = r.dev_mode and t.taker_id = r.taker_id
      and (select is_open from gate)
  ), changed_parts as (
    update pending_parts p set open_cents = c.open_cents
    from ${partAmounts.unnestSql('c', prefixes.parts)}
    where p.store_id = c.store_id and p.dev_mode = c.dev_mode and p.charge_id = c.charge_id and p.number = c.number
      and (select is_open from gate)
  )
  select has_all, is_open, is_limited, (select count(*) from ended) as ended, (select count(*) from ended_entries) as entries
  from gate`;

function listStoreAccounts(changes: JournalLines['changes']): readonly Owned<{ readonly account: Account }>[] {
  return changes
    .filter(({ ownerId }) => ownerId !== platformOwner)
    .map(({ ownerId, devMode, account }) => ({ tenant: toTenant(ownerId, devMode), account }));
}

type EntryEnd = Values<typeof entryEnds>;

/** The rows of changed holds, by what is done with them. */
function splitChanges(changed: readonly ChangedHold[]) {
  const stored = changed.filter(({ createdAt }) => !createdAt);
  return {
    created: changed.flatMap((change) => toCreated(change)),
    ended: stored.map(({ tenant, hold, updatedAt }) => ({ ...tenant, id: hold.id, state: hold.state, updatedAt })),
    endedEntries: stored.flatMap(toEntryEnd),
    /** Of holds that the batch both reserves and ends: a statement does not see the row that it inserts. */
    bornEnded: changed.filter(({ createdAt }) => createdAt).flatMap(toEntryEnd),
    takings: changed.flatMap(({ tenant, hold, takings }) =>
      takings.map((taking) => ({ ...tenant, takerId: hold.id, ...taking })),
    ),
    restored: changed
      .filter(({ isRestored }) => isRestored)
      .map(({ tenant, hold }) => ({ ...tenant, takerId: hold.id })),
  };
}

function toCreated({ tenant, hold, createdAt, updatedAt }: ChangedHold): readonly Values<typeof holds>[] {
  if (!createdAt) return [];
  const times = { createdAt, updatedAt };
  if (hold.purpose !== undefined) {
    const { owner, subAccountId } = hold;
    return [{ ...tenant, ...hold, owner, subAccountId, ...times }];
  }
  const nothing = { amountCents: zeroCents, feeCents: zeroCents, topUpCents: zeroCents, isToKey: false };
  const nobody = { owner: undefined, subAccountId: undefined, chargeId: undefined, statementEntryId: undefined };
  const none = { ...nothing, ...nobody };
  return [{ ...tenant, ...hold, ...none, ...times }];
}

function toEntryEnd({ tenant, hold, updatedAt }: ChangedHold): readonly EntryEnd[] {
  if (hold.purpose === undefined || hold.state === 'HELD') return [];
  return [
    { ...tenant, id: hold.statementEntryId, status: hold.state === 'SETTLED' ? 'COMPLETE' : 'FAILED', updatedAt },
  ];
}

function toDraftRows(journals: readonly JournalDraft[], bornEnded: readonly EntryEnd[]): readonly DraftRow[] {
  const endById = new Map(bornEnded.map((end) => [tenantKey(toTenant(end.storeId, end.devMode), end.id), end]));
  return journals.map((journal) => {
    const row = toDraftRow(journal);
    const end = endById.get(tenantKey(journal.tenant, row.statementId ?? ''));
    return end ? { ...row, status: end.status, statusChangedAt: end.updatedAt } : row;
  });
}
