import type { Tenant } from '@pitanga/core';
import { aTenant, startBeforeAll, withDeps } from '@pitanga/testing';
import {
  aPaidBoleto,
  aPaidCard,
  aPaidPix,
  balancesOf,
  brokenInvariants,
  noon,
  waitForLocks,
} from '../../test/fixtures';
import { startLedger } from '../../test/ledger-harness';
import type { PaidCharge } from '../charges/capture';
import type { Deps } from '../deps';
import { draftCapture } from './capture-charges';
import { postDrafts, postPayments } from './post-journals';

const ledger = startBeforeAll(startLedger);

const pay = (charges: readonly PaidCharge[]): Promise<void> =>
  postPayments(
    ledger.deps,
    charges.map((charge) => draftCapture(ledger.deps, charge)),
  );

/** Everything that a store has in the ledger, but ids that are drawn, its own, and the stripe that a batch took. */
async function everythingOf({ storeId }: Tenant): Promise<readonly string[]> {
  const daily = ['daily_revenue', 'daily_receipts'];
  const tables = ['journals', 'entries', 'balances', ...daily, 'pending_parts', 'statement_entries'];
  const rows = await Promise.all([
    ...tables.map((table) => ledger.db(table).where({ store_id: storeId }).select()),
    ledger.db('outbox').where('payload', 'like', `%${storeId}%`).select('topic', 'key', 'type', 'payload'),
  ]);
  return rows
    .flat()
    .map((row) =>
      JSON.stringify({ ...row, stripe: 0 })
        .replaceAll(storeId, 'store')
        .replace(/tran_\w+/g, 'tran'),
    )
    .sort();
}

describe('new payments', () => {
  it('leave the rows that the statement of all journals leaves, also of an erased customer and of what settles later', async () => {
    const [one, other] = [aTenant(), aTenant()];
    const customer = { id: 'cust_1', name: 'Zoë', email: 'zoe@example.com', maskedTaxId: '***.456.789-**' };
    for (const { storeId } of [one, other]) {
      const erased = { store_id: storeId, dev_mode: true, customer_id: 'cust_erased' };
      const ahead = { store_id: storeId, offset_ms: 86_400_000 };
      await ledger.db('store_clocks').insert(ahead);
      await ledger.db('erased_customers').insert({ ...erased, erased_at: noon, recorded_at: noon });
    }
    const settledLater = (tenant: Tenant): readonly PaidCharge[] => [
      aPaidBoleto(tenant, { chargeId: 'bole_char_1' }),
      aPaidCard(tenant, { chargeId: 'card_char_1', customer }),
    ];
    const charges = (tenant: Tenant): readonly PaidCharge[] => [
      ...settledLater(tenant),
      ...[
        { customer, description: 'Camiseta', externalId: 'pedido-1', checkoutId: 'bill_1' },
        { customer: { ...customer, id: 'cust_erased' }, subscriptionId: 'subs_1' },
        { occurredAt: new Date('2026-11-21T02:59:59.999Z') },
        { occurredAt: new Date('2026-11-21T03:00:00.000Z') },
      ].map((changes, index) => aPaidPix(tenant, { ...changes, chargeId: `pix_char_${String(index)}` })),
    ];
    await pay(charges(one));
    await postDrafts(
      ledger.deps,
      charges(other).map((charge) => draftCapture(ledger.deps, charge)),
    );
    expect(await everythingOf(one)).toEqual(await everythingOf(other));
    expect(await brokenInvariants(ledger.db)).toEqual([]);
  });

  it('are posted once when a batch repeats some', async () => {
    const tenant = aTenant();
    const [first, second, third] = [aPaidPix(tenant), aPaidPix(tenant), aPaidPix(tenant)];
    await pay([first]);
    await pay([second, first, aPaidBoleto(tenant)]);
    await pay([third, second]);
    expect(await balancesOf(ledger.db, tenant)).toEqual([3 * 9_920, 9_750, 0]);
    expect(await brokenInvariants(ledger.db)).toEqual([]);
  });

  it('are posted once when another transaction posts one of them meanwhile', async () => {
    const tenant = aTenant();
    const [first, second] = [aPaidPix(tenant), aPaidPix(tenant)];
    const other = await ledger.db.transaction();
    await postDrafts(withDeps(ledger.deps, { db: other as unknown as Deps['db'] }), [draftCapture(ledger.deps, first)]);
    const paid = pay([first, second]);
    await waitForLocks(ledger.db, 1);
    await other.commit();
    await paid;
    expect(await balancesOf(ledger.db, tenant)).toEqual([2 * 9_920, 0, 0]);
    expect(await brokenInvariants(ledger.db)).toEqual([]);
  });

  it('wait for a journal of another transaction before they write the parts of any payment', async () => {
    const tenant = aTenant();
    const [first, second] = [aPaidCard(tenant), aPaidCard(tenant)];
    const other = await ledger.db.transaction();
    await postDrafts(withDeps(ledger.deps, { db: other as unknown as Deps['db'] }), [draftCapture(ledger.deps, first)]);
    const paid = pay([second, first]);
    await waitForLocks(ledger.db, 1);
    // Parts of the second that were written already would make this wait for them, and each for the other.
    await other.raw(`set local lock_timeout = '200ms'`);
    await other.raw(
      `insert into pending_parts
         (store_id, dev_mode, charge_id, number, amount_cents, open_cents, due_at, run_at, statement_entry_id)
       values (?, ?, ?, 1, 1, 1, now(), now(), 'tran_1')`,
      [tenant.storeId, tenant.devMode, second.chargeId],
    );
    await other.rollback();
    await paid;
    expect(await brokenInvariants(ledger.db)).toEqual([]);
  });
});
