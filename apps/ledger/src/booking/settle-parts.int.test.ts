import { cents, everyTenant } from '@pitanga/core';
import { inTransaction } from '@pitanga/database';
import { aTenant, startBeforeEach, testIds, waitFor, withDeps } from '@pitanga/testing';
import {
  aPaidBoleto,
  aPaidCard,
  balancesOf,
  brokenInvariants,
  daysAfterNoon,
  inShort,
  noon,
  platformMoney,
  statementOf,
} from '../../test/fixtures';
import { startLedger } from '../../test/ledger-harness';
import type { Deps } from '../deps';
import { captureCharges } from './capture-charges';
import { lockParts, settleDueParts } from '../pending-parts/pending-part-repository';
import { settleDue } from './settle-parts';

const customer = { id: 'cust_1', name: 'João', email: 'joao@example.com', maskedTaxId: '123.***.***-**' };
const mondayMidnight = new Date('2026-11-23T03:00:00.000Z');
const ledger = startBeforeEach(startLedger);

// A database per test: a settlement takes what is due of every store.

describe('a payment that is not available at once', () => {
  it('waits in pending less its fee, and a repeat changes nothing', async () => {
    const tenant = aTenant();
    const charges = [aPaidCard(tenant), aPaidBoleto(tenant)];
    await Promise.all(Array.from({ length: 5 }, () => captureCharges(ledger.deps, [...charges, ...charges])));
    expect(await balancesOf(ledger.db, tenant)).toEqual([0, 9_540 + 9_750, 0]);
    expect(await platformMoney(ledger.db, tenant, 'fees_earned')).toBe(460 + 250);
    expect((await statementOf(ledger.db, tenant)).map(inShort).sort()).toEqual([
      'PAYMENT COMPLETE NONE 10000 NONE 250',
      'PAYMENT COMPLETE NONE 10000 NONE 460',
    ]);
    expect(await brokenInvariants(ledger.db)).toEqual([]);
  });
});

describe('settleDue', () => {
  it('makes each part available when its time has come, not a millisecond before', async () => {
    const tenant = aTenant();
    await captureCharges(ledger.deps, [aPaidCard(tenant, { amountCents: cents(10_460) })]);
    expect(await settleDue(ledger.deps, everyTenant, daysAfterNoon(30, -1))).toBe(0);
    expect(await settleDue(ledger.deps, everyTenant, daysAfterNoon(30))).toBe(1);
    expect(await balancesOf(ledger.db, tenant)).toEqual([3_334, 6_666, 0]);
    expect(await settleDue(ledger.deps, everyTenant, daysAfterNoon(30))).toBe(0);
    expect(await settleDue(ledger.deps, everyTenant, daysAfterNoon(90))).toBe(2);
    expect(await balancesOf(ledger.db, tenant)).toEqual([10_000, 0, 0]);
    expect(await brokenInvariants(ledger.db)).toEqual([]);
  });

  it('settles a boleto at the start of the next business day', async () => {
    const tenant = aTenant();
    await captureCharges(ledger.deps, [aPaidBoleto(tenant)]);
    expect(await settleDue(ledger.deps, everyTenant, new Date(mondayMidnight.getTime() - 1))).toBe(0);
    expect(await settleDue(ledger.deps, everyTenant, mondayMidnight)).toBe(1);
    expect(await balancesOf(ledger.db, tenant)).toEqual([9_750, 0, 0]);
  });

  it('shows a SETTLEMENT credit of the net, with the ids and customer of its payment', async () => {
    const tenant = aTenant();
    const facts = {
      customer,
      checkoutId: 'bill_1',
      externalId: 'pedido-1',
      subscriptionId: 'subs_1',
      description: 'Camiseta',
    };
    const charge = aPaidBoleto(tenant, facts);
    await captureCharges(ledger.deps, [charge]);
    await settleDue(ledger.deps, everyTenant, mondayMidnight);
    const [, settlement] = await statementOf(ledger.db, tenant);
    expect(settlement && inShort(settlement)).toBe('SETTLEMENT COMPLETE CREDIT 9750');
    expect(settlement).toMatchObject({
      method: 'BOLETO',
      chargeId: charge.chargeId,
      referenceId: charge.chargeId,
      checkoutId: 'bill_1',
      externalId: 'pedido-1',
      subscriptionId: 'subs_1',
      description: 'Camiseta',
      customer,
      createdAt: mondayMidnight,
    });
    const [row] = await ledger.db('statement_entries').where({ kind: 'SETTLEMENT' }).select('search_text');
    expect(row).toEqual({ search_text: expect.stringMatching(/pedido-1\nsubs_1\ncamiseta\ncust_1\njoao$/) as string });
  });

  it('settles a card of which more parts are due at once than a batch has, installment by installment', async () => {
    const tenant = aTenant();
    const sellers = Array.from({ length: 20 }, () => testIds.next('subAccount', noon));
    const splits = sellers.map((subAccountId) => ({ subAccountId, basisPoints: 400 }));
    await captureCharges(ledger.deps, [aPaidCard(tenant, { installmentCount: 12, splits })]);
    await ledger.db('pending_parts').where({ store_id: tenant.storeId }).update({ run_at: noon });
    await settleDue(ledger.deps, everyTenant, noon);
    const open = ledger.db('pending_parts').where({ store_id: tenant.storeId }).where('open_cents', '>', 0);
    expect(await open.count()).toEqual([{ count: 0 }]);
  });

  it("records the store's time for a store whose test clock is ahead", async () => {
    const tenant = aTenant();
    await captureCharges(ledger.deps, [aPaidCard(tenant, { installmentCount: 1 })]);
    await ledger.db('pending_parts').update({ run_at: daysAfterNoon(1) });
    await settleDue(ledger.deps, everyTenant, daysAfterNoon(1, 5));
    expect((await statementOf(ledger.db, tenant)).at(-1)?.createdAt).toEqual(daysAfterNoon(30, 5));
  });

  it('takes more than one batch, and several replicas at once settle each part once', async () => {
    const tenants = [aTenant(), aTenant(), aTenant(false)];
    const charges = tenants.flatMap((tenant) =>
      Array.from({ length: 30 }, () => aPaidCard(tenant, { installmentCount: 6, feeCents: cents(400) })),
    );
    await captureCharges(ledger.deps, charges);
    const settled = await Promise.all(
      Array.from({ length: 4 }, () => settleDue(ledger.deps, everyTenant, daysAfterNoon(180))),
    );
    expect(settled.reduce((total, count) => total + count)).toBe(3 * 30 * 6);
    for (const tenant of tenants) expect(await balancesOf(ledger.db, tenant)).toEqual([30 * 9_600, 0, 0]);
    expect(await brokenInvariants(ledger.db)).toEqual([]);
  });

  it('skips a part that a refund or dispute has locked, and settles it in the next run', async () => {
    const tenant = aTenant();
    const [held, free] = [aPaidCard(tenant), aPaidCard(tenant)];
    await captureCharges(ledger.deps, [held, free]);
    await inTransaction(ledger.db, async (tx) => {
      await lockParts(tx, tenant, held.chargeId);
      expect(await settleDue(ledger.deps, everyTenant, daysAfterNoon(90))).toBe(3);
    });
    expect(await settleDue(ledger.deps, everyTenant, daysAfterNoon(90))).toBe(3);
  });

  it('keeps nothing of a batch whose transaction does not commit', async () => {
    const tenant = aTenant();
    await captureCharges(ledger.deps, [aPaidCard(tenant)]);
    const failing = inTransaction(ledger.db, async (tx) => {
      await settleDue(withDeps(ledger.deps, { db: tx as unknown as Deps['db'] }), everyTenant, daysAfterNoon(90));
      throw new Error('crash before commit');
    });
    await expect(failing).rejects.toThrow('crash before commit');
    expect(await balancesOf(ledger.db, tenant)).toEqual([0, 9_540, 0]);
    expect(await settleDue(ledger.deps, everyTenant, daysAfterNoon(90))).toBe(3);
  });

  it('finds due work by an index that does not grow with the history', async () => {
    const tenant = aTenant();
    const charges = Array.from({ length: 400 }, () => aPaidCard(tenant, { installmentCount: 5 }));
    await captureCharges(ledger.deps, charges);
    await settleDue(ledger.deps, everyTenant, daysAfterNoon(31));
    await ledger.db.raw('analyze pending_parts');
    const { rows } = await waitFor('a plan', async () =>
      ledger.db.raw<{ rows: { 'QUERY PLAN': string }[] }>(
        `explain select 1 from pending_parts where open_cents > 0 and run_at <= ? order by run_at, store_id, dev_mode, charge_id, number % 100, number limit 200 for update skip locked`,
        [noon],
      ),
    );
    expect(rows.map((row) => row['QUERY PLAN']).join('\n')).toMatch(/Index Scan using pending_parts_installments_idx/);
    const batch = { now: daysAfterNoon(31), limit: 10 };
    expect(await inTransaction(ledger.db, (tx) => settleDueParts(tx, everyTenant, batch))).toEqual([]);
  });
});
