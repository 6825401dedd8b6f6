import { cents } from '@pitanga/core';
import { inTransaction, openTransaction } from '@pitanga/database';
import { aTenant, startBeforeAll, waitFor, withDeps } from '@pitanga/testing';
import { aPaidCard, aPaidPix, brokenInvariants, captureOf } from '../../test/fixtures';
import { startLedger } from '../../test/ledger-harness';
import type { AnyDeps } from '../deps';
import { readBalance } from '../balances/balance-repository';
import { insertJournals } from '../journals/journal-repository';
import { draftJournal, postJournals } from './post-journals';

const ledger = startBeforeAll(startLedger);

async function postedEvents(chargeId: string): Promise<{ payload: string }[]> {
  return ledger.db('outbox').where({ key: chargeId, type: 'journal.posted' }).select('payload');
}

describe('postJournals', () => {
  it('makes the amount less the fee available and publishes one journal.posted', async () => {
    const charge = aPaidPix(aTenant());
    await postJournals(ledger.deps, [captureOf(charge)]);
    expect(await readBalance(ledger.db, charge.tenant)).toEqual({
      availableCents: 9_920,
      pendingCents: 0,
      blockedCents: 0,
      topUpCents: 0,
      operatorCents: 0,
    });
    const events = await postedEvents(charge.chargeId);
    expect(events.map(({ payload }) => JSON.parse(payload) as unknown)).toEqual([
      expect.objectContaining({
        journalId: `capture:${charge.chargeId}`,
        kind: 'charge.captured',
        referenceId: charge.chargeId,
        entries: [
          { account: 'provider_clearing', amountCents: -10_000 },
          { account: 'available', amountCents: 10_000 },
          { account: 'available', amountCents: -80 },
          { account: 'fees_earned', amountCents: 80 },
        ],
      }),
    ]);
  });

  it('posts a journal once, however often it is repeated and in whatever batch', async () => {
    const tenant = aTenant();
    const charge = aPaidPix(tenant);
    const others = [aPaidPix(tenant), aPaidPix(tenant)];
    await postJournals(ledger.deps, [charge, charge].map(captureOf));
    await postJournals(ledger.deps, [...others, charge].map(captureOf));
    await Promise.all(Array.from({ length: 10 }, () => postJournals(ledger.deps, [charge, ...others].map(captureOf))));
    expect((await readBalance(ledger.db, tenant)).availableCents).toBe(3 * 9_920);
    expect(await postedEvents(charge.chargeId)).toHaveLength(1);
    expect(await brokenInvariants(ledger.db)).toEqual([]);
  });

  it('keeps the environments of a store apart', async () => {
    const dev = aTenant(true);
    const production = { ...dev, devMode: false };
    await postJournals(ledger.deps, [captureOf(aPaidPix(dev))]);
    expect((await readBalance(ledger.db, production)).availableCents).toBe(0);
  });

  it('writes in key order whatever the order of a batch, so that overlapping batches cannot deadlock', async () => {
    const tenant = aTenant();
    const [first, middle, last] = ['1', '2', '3'].map((number) =>
      captureOf(aPaidPix(tenant, { chargeId: `c${number}` })),
    );
    if (!first || !middle || !last) throw new Error('three journals');
    const holder = await openTransaction(ledger.db);
    await postJournals(withDeps<AnyDeps>(ledger.deps, { db: holder }), [middle]);
    // Unsorted, one batch would hold the first and the other the last, and each then want what the other has.
    const batches = [
      [first, middle, last],
      [last, middle, first],
    ].map((batch) => postJournals(ledger.deps, batch));
    await waitFor('both batches to wait for a lock', async () => {
      const { rows } = await ledger.db.raw<{ rows: unknown[] }>(
        `select 1 from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`,
      );
      return rows.length === 2;
    });
    await holder.rollback();
    await Promise.all(batches);
    expect((await readBalance(ledger.db, tenant)).availableCents).toBe(3 * 9_920);
  });

  it('never deadlocks nor loses a centavo when batches of the same stores run concurrently', async () => {
    const tenants = Array.from({ length: 12 }, () => aTenant());
    const charges = tenants.flatMap((tenant) => Array.from({ length: 10 }, () => aPaidPix(tenant)));
    const shuffled = (seed: number) =>
      charges.map((charge, index) => charges[(index * seed) % charges.length] ?? charge);
    // Each pass brings every fact in another order, cut into batches of another size.
    const batches = [7, 11, 13, 17, 19, 23].flatMap((seed) =>
      Array.from({ length: Math.ceil(charges.length / seed) }, (_, index) =>
        shuffled(seed).slice(index * seed, (index + 1) * seed),
      ),
    );
    await Promise.all(batches.map((batch) => postJournals(ledger.deps, batch.map(captureOf))));
    for (const tenant of tenants) expect((await readBalance(ledger.db, tenant)).availableCents).toBe(99_200);
    expect(await brokenInvariants(ledger.db)).toEqual([]);
  });

  it('keeps nothing of a batch with a charge that it cannot post', async () => {
    const charge = aPaidPix(aTenant());
    const card = aPaidCard(charge.tenant, { feeCents: cents(10_001) });
    await expect(async () => postJournals(ledger.deps, [charge, card].map(captureOf))).rejects.toThrow(card.chargeId);
    expect((await readBalance(ledger.db, charge.tenant)).availableCents).toBe(0);
  });
});

describe('the tables of the ledger', () => {
  it('refuse a journal that does not balance, with its whole statement', async () => {
    const charge = aPaidPix(aTenant());
    const sound = captureOf(charge);
    const unbalanced = {
      ...captureOf(aPaidPix(charge.tenant)),
      entries: [...sound.entries.slice(0, 3), { account: 'fees_earned' as const, amountCents: cents(79) }],
    };
    const options = { stripe: 0, recordedAt: ledger.deps.clock.real() };
    const drafts = [sound, unbalanced].map((journal) => draftJournal(ledger.deps, journal));
    await expect(insertJournals(ledger.db, drafts, options)).rejects.toThrow('does not balance');
    expect((await readBalance(ledger.db, charge.tenant)).availableCents).toBe(0);
  });

  it('refuse entries added to a journal that is already written, balanced or not', async () => {
    const charge = aPaidPix(aTenant());
    await postJournals(ledger.deps, [captureOf(charge)]);
    const line = {
      store_id: charge.tenant.storeId,
      dev_mode: true,
      journal_id: `capture:${charge.chargeId}`,
      stripe: 0,
    };
    const added = (journalId: string) =>
      [5, 6, 7, 8].map((number) => ({
        ...line,
        journal_id: journalId,
        line: number,
        account: 'available',
        amount_cents: number % 2 === 0 ? 1 : -1,
      }));
    await expect(ledger.db('entries').insert(added(line.journal_id))).rejects.toThrow(
      'does not balance or is not complete',
    );
    await expect(ledger.db('entries').insert(added('capture:absent'))).rejects.toThrow('not complete');
  });

  it.each(['journals', 'entries'])('never change nor lose a row of %s', async (table) => {
    await postJournals(ledger.deps, [captureOf(aPaidPix(aTenant()))]);
    await expect(ledger.db(table).update({ store_id: 'other' })).rejects.toThrow('is immutable: UPDATE refused');
    await expect(ledger.db(table).delete()).rejects.toThrow('is immutable: DELETE refused');
    await expect(ledger.db.raw('truncate ?? cascade', [table])).rejects.toThrow('is immutable: TRUNCATE refused');
  });

  it('keep nothing of a journal whose transaction does not commit', async () => {
    const charge = aPaidPix(aTenant());
    const failing = inTransaction(ledger.db, async (tx) => {
      await postJournals(withDeps<AnyDeps>(ledger.deps, { db: tx }), [captureOf(charge)]);
      throw new Error('crash before commit');
    });
    await expect(failing).rejects.toThrow('crash before commit');
    await postJournals(ledger.deps, [captureOf(charge)]);
    expect((await readBalance(ledger.db, charge.tenant)).availableCents).toBe(9_920);
    expect(await postedEvents(charge.chargeId)).toHaveLength(1);
  });
});
