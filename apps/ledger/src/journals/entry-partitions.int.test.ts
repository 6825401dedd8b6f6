import { everyTenant } from '@pitanga/core';
import { cpSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { connect, migrate, migrationSet, openTransaction, type Db, type Pool } from '@pitanga/database';
import { aTenant, startBeforeAll, testClock, testIds, withDeps } from '@pitanga/testing';
import { aPaidPix, balancesOf, brokenInvariants, captureOf, noon } from '../../test/fixtures';
import { startLedger } from '../../test/ledger-harness';
import type { Deps } from '../deps';
import { createEntryPartitions } from './entry-partition-repository';
import type { Journal } from './journal';
import { postJournals } from '../booking/post-journals';

const lastMoment = new Date('2026-12-31T23:59:59.999Z');
const firstMoment = new Date('2027-01-01T00:00:00.000Z');
const dayMs = 86_400_000;
/** Far enough ahead that no migration has made a partition for it. */
const leapYear = Math.ceil((new Date().getUTCFullYear() + 2) / 4) * 4;
const leapDay = new Date(Date.UTC(leapYear, 1, 29));
const ledger = startBeforeAll(startLedger);
let db: Pool;

beforeAll(() => {
  ({ db } = ledger);
});

function depsAt(now: Date): Deps {
  return withDeps<Deps>(ledger.deps, { clock: testClock(now) });
}

/** The partitions that hold a journal's entries. */
async function partitionsOf(journal: Journal): Promise<readonly string[]> {
  const { rows } = await db.raw<{ rows: { partition: string }[] }>(
    'select distinct tableoid::regclass::text as partition from entries where journal_id = ? order by 1',
    [journal.id],
  );
  return rows.map(({ partition }) => partition);
}

async function partitions(): Promise<readonly string[]> {
  const { rows } = await db.raw<{ rows: { name: string }[] }>(
    `select inhrelid::regclass::text as name from pg_inherits where inhparent = 'entries'::regclass order by 1`,
  );
  return rows.map(({ name }) => name);
}

function line(journalId: string, storeId: string, amount: number, number: number, month: string): object {
  const row = { store_id: storeId, dev_mode: true, journal_id: journalId, line: number, account: 'available' };
  return { ...row, stripe: 0, amount_cents: amount, month };
}

describe('entries by month', () => {
  it('go to the month in which their journal was recorded, and a repeat in the next month changes nothing', async () => {
    await createEntryPartitions(db, everyTenant, firstMoment);
    const tenant = aTenant();
    const [before, after] = [captureOf(aPaidPix(tenant)), captureOf(aPaidPix(tenant))];
    await postJournals(depsAt(lastMoment), [before]);
    await postJournals(depsAt(firstMoment), [after, before]);
    expect(await partitionsOf(before)).toEqual(['entries_2026_12']);
    expect(await partitionsOf(after)).toEqual(['entries_2027_01']);
    expect(await balancesOf(db, tenant)).toEqual([2 * 9_920, 0, 0]);
    expect(await brokenInvariants(db)).toEqual([]);
  });

  it('have partitions for three months ahead without a gap, also when several replicas make them at once', async () => {
    const made = await Promise.all(Array.from({ length: 4 }, () => createEntryPartitions(db, everyTenant, leapDay)));
    expect(made.toSorted((a, b) => a - b).slice(0, 3)).toEqual([0, 0, 0]);
    const names = await partitions();
    const months = Array.from(
      { length: (leapYear - 2026) * 12 - 5 },
      (_, index) => new Date(Date.UTC(2026, 10 + index)),
    );
    const wanted = months.map((month) => `entries_${month.toISOString().slice(0, 7).replace('-', '_')}`);
    expect(names).toEqual([...wanted, 'entries_past']);
    expect(await createEntryPartitions(db, everyTenant, leapDay)).toBe(0);
  });

  it('are created while entries are inserted, without blocking writers', async () => {
    const tenant = aTenant();
    const holder = await openTransaction(db);
    await postJournals({ ...depsAt(noon), db: holder }, [captureOf(aPaidPix(tenant))]);
    expect(await createEntryPartitions(db, everyTenant, new Date(leapDay.getTime() + dayMs))).toBe(1);
    await holder.commit();
    expect((await balancesOf(db, tenant))[0]).toBe(9_920);
  });

  it.each(['entries_2026_11', 'entries_past'])('never change, not even in their partition %s', async (partition) => {
    await postJournals(depsAt(noon), [captureOf(aPaidPix(aTenant()))]);
    await expect(db(partition).update({ stripe: 1 })).rejects.toThrow('is immutable: UPDATE refused');
    await expect(db(partition).delete()).rejects.toThrow('is immutable: DELETE refused');
    await expect(db.raw('truncate ??', [partition])).rejects.toThrow('is immutable: TRUNCATE refused');
    const stray = [line('capture:stray', 'store_x', 5, 1, partition === 'entries_past' ? '0001-01-01' : '2026-11-01')];
    await expect(db(partition).insert(stray)).rejects.toThrow('does not balance or is not complete');
  });

  it('cannot be inserted a second time in another month, though each month has its own key', async () => {
    const journal = captureOf(aPaidPix(aTenant()));
    await postJournals(depsAt(noon), [journal]);
    const again = (month: string) =>
      journal.entries.map(({ amountCents }, index) =>
        line(journal.id, journal.tenant.storeId, amountCents, index + 1, month),
      );
    for (const month of ['0001-01-01', '2026-11-01', '2026-12-01']) {
      await expect(db('entries').insert(again(month))).rejects.toThrow(
        /does not balance or is not complete|duplicate key/,
      );
    }
  });
});

describe('the migration to entries by month', () => {
  const directories = migrationSet(join(__dirname, '../../migrations')).directories;
  const [platform, app] = directories;
  let folder: string;
  let url: string;
  let old: Db;

  beforeAll(async () => {
    folder = mkdtempSync(join(tmpdir(), 'ledger-migrations-'));
    for (const file of readdirSync(app ?? '').filter((name) => name < '0012')) {
      cpSync(join(app ?? '', file), join(folder, file));
    }
    const name = `ledger_old_${testIds.token(8).toLowerCase()}`;
    await db.raw('create database ??', [name]);
    url = Object.assign(new URL(ledger.url), { pathname: `/${name}` }).href;
    await migrate(url, { directories: [platform ?? '', folder] });
    old = connect({ url, applicationName: 'previous version' });
  });
  afterAll(async () => {
    const name = new URL(url).pathname.slice(1);
    await old.destroy();
    await db.raw('drop database ?? with (force)', [name]);
    rmSync(folder, { recursive: true });
  });

  /** A journal as the previous version of the service writes it: without a month. */
  async function writeAsBefore(id: string): Promise<void> {
    const of = { store_id: 'store_1', dev_mode: true };
    await old.transaction(async (tx) => {
      const fact = { kind: 'charge.captured', reference_id: id, entry_count: 2, occurred_at: noon, recorded_at: noon };
      await tx('journals').insert({ ...of, id: `capture:${id}`, ...fact });
      const lines = [100, -100].map((amount, index) => {
        const row = line(`capture:${id}`, of.store_id, amount, index + 1, '') as Record<string, unknown>;
        return Object.fromEntries(Object.entries(row).filter(([column]) => column !== 'month'));
      });
      await tx('entries').insert(lines);
    });
  }

  it('moves no row, and the previous version continues to write', async () => {
    await writeAsBefore('one');
    const [{ relfilenode } = { relfilenode: 0 }] = await old('pg_class').where({ relname: 'entries' });
    await migrate(url, { directories });
    await writeAsBefore('two');
    const { rows } = await old.raw<{ rows: { file: number; count: number }[] }>(
      `select pg_relation_filenode('entries_past') as file, count(*) as count from entries_past`,
    );
    expect(rows).toEqual([{ file: relfilenode as number, count: 4 }]);
    expect(await old('entries').where({ journal_id: 'capture:one' }).select('line', 'amount_cents')).toHaveLength(2);
    await expect(writeAsBefore('one')).rejects.toThrow('duplicate key');
  });
});
