import { mapPage, subtractCents, sumCents, type Cents, type Page, type PageRequest, type Tenant } from '@pitanga/core';
import { bigint, cents as centsColumn, inSnapshot, table, text, type Db, type Row, type Tx } from '@pitanga/database';
import { readBalance } from '../balances/balance-repository';
import { effectsSql } from './effects';
import type { StatementEntry } from './statement';
import { listStatement } from './statement-queries';

/** An entry with what was available after it, in the order of the list; undefined where that is too far back. */
export interface BalancedEntry extends StatementEntry {
  readonly availableAfterCents: Cents | undefined;
}

/** Newer entries that a page may sum: a tenth of a second. */
const newerMaxDefault = 50_000;

/**
 * One page of the whole statement, or of some days of it, each entry with what was available after it: what is available
 * now less what all newer entries did. The page, the balance and the newer entries are of one moment.
 */
export async function listWithBalance(
  db: Db,
  tenant: Tenant,
  page: PageRequest,
  newerMax: number = newerMaxDefault,
): Promise<Page<BalancedEntry>> {
  return inSnapshot(db, async (tx) => {
    const found = await listStatement(tx, tenant, page, {});
    const after = await balancesAfter(tx, tenant, found.items, newerMax);
    return mapPage(found, (entry) => ({ ...entry, availableAfterCents: after.get(entry.id) }));
  });
}

/** What was available after each entry of a page, by its id; empty when more than `newerMax` entries are newer. */
async function balancesAfter(
  tx: Tx,
  tenant: Tenant,
  entries: readonly StatementEntry[],
  newerMax: number,
): Promise<ReadonlyMap<string, Cents>> {
  const [newest, oldest] = [entries[0]?.id, entries.at(-1)?.id];
  if (newest === undefined || oldest === undefined) return new Map();
  // The planner may estimate the whole table as cheaper than a long part of the index.
  await tx.raw('set local enable_seqscan = off');
  const newer = await sumNewer(tx, tenant, newest, newerMax);
  if (newer.entries > newerMax) return new Map();
  const after = new Map<string, Cents>();
  let balance = subtractCents((await readBalance(tx, tenant)).availableCents, newer.effectCents);
  // Not the page's entries alone: days leave out an entry whose id is not in the order of its time.
  for (const { id, effectCents } of await effectsBetween(tx, tenant, { oldest, newest })) {
    after.set(id, balance);
    balance = subtractCents(balance, effectCents);
  }
  return after;
}

const sums = table('newer', { entries: bigint('entries'), effectCents: centsColumn('effect_cents') });

/** Counts one entry more than `max`, and no further. */
async function sumNewer(tx: Tx, tenant: Tenant, id: string, max: number) {
  const { rows } = await tx.raw<{ rows: Row[] }>(sumNewerSql, { ...of(tenant), id, limit: max + 1 });
  return rows.map((row) => sums.fromRow(row))[0] ?? { entries: 0, effectCents: sumCents() };
}

const effects = table('between', { id: text('id'), effectCents: centsColumn('effect_cents') });

/** The newest first. */
async function effectsBetween(
  tx: Tx,
  tenant: Tenant,
  ids: { readonly oldest: string; readonly newest: string },
): Promise<readonly { readonly id: string; readonly effectCents: Cents }[]> {
  const { rows } = await tx.raw<{ rows: Row[] }>(effectsBetweenSql, { ...of(tenant), ...ids });
  return rows.map((row) => effects.fromRow(row));
}

function of({ storeId, devMode }: Tenant) {
  return { storeId, devMode };
}

const sumNewerSql = `
  select count(*) as entries, coalesce(sum(f.credit_cents - f.debit_cents), 0)::bigint as effect_cents
  from (
    select movements from statement_entries
    where store_id = :storeId and dev_mode = :devMode and id > :id
    order by id limit :limit
  ) e ${effectsSql}`;

const effectsBetweenSql = `
  select e.id, (f.credit_cents - f.debit_cents)::bigint as effect_cents
  from statement_entries e ${effectsSql}
  where e.store_id = :storeId and e.dev_mode = :devMode and e.id >= :oldest and e.id <= :newest
  order by e.id desc`;
