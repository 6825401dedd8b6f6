import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { saoPauloDay, type Tenant } from '@pitanga/core';
import { createStripeSyncDrain } from '../src/jobs/drain-stripe-syncs';
import { runStripeSettlement } from '../src/stripe-settlement-program';
import { startBilling, type Billing } from './billing-harness';
import { startFakeStripe, type FakeStripe } from './fake-stripe';
import { configureStripe } from './stripe-account';
import { aStoreWithBoletos, createStripeBoleto, intentOfBoleto } from './stripe-boleto-requests';

const folder = mkdtempSync(join(tmpdir(), 'pitanga-stripe-settlement-'));
let billing: Billing;
let stripe: FakeStripe;
beforeAll(async () => {
  billing = await startBilling();
});
afterAll(async () => {
  rmSync(folder, { recursive: true });
  await billing.stop();
});
// Its account has the money of one store.
beforeEach(async () => {
  stripe = await startFakeStripe(() => billing.clock.real());
});
afterEach(() => stripe.stop());

const drain = () => createStripeSyncDrain(billing.deps)();
const entriesOf = (tenant: Tenant) => billing.db('stripe_entries').where({ store_id: tenant.storeId });

async function aPaidBoleto(tenant: Tenant): Promise<{ readonly id: string; readonly stripeCharge: string }> {
  const charge = await createStripeBoleto(billing, tenant);
  const paid = stripe.boletos.pay(await intentOfBoleto(billing, charge));
  return { id: charge.id, stripeCharge: String(paid['latest_charge']) };
}

async function settlementOf(tenant: Tenant) {
  const file = join(folder, 'settlement.csv');
  const printed: string[] = [];
  const agrees = await runStripeSettlement(billing.deps, tenant, file, (line) => printed.push(line));
  return { agrees, printed, lines: readFileSync(file, 'utf8').trim().split('\n').slice(1) };
}

describe('the money at Stripe', () => {
  it('is a line for each payment and lost dispute, with fees, payouts and what is left to the centavo', async () => {
    const tenant = await aStoreWithBoletos(billing, stripe);
    const [one, two] = [await aPaidBoleto(tenant), await aPaidBoleto(tenant)];
    billing.clock.advance(20 * 60_000);
    await drain();
    const { id } = stripe.money.openDispute(two.stripeCharge, 'fraudulent');
    billing.clock.advance(20 * 60_000);
    await drain();
    await drain();
    const today = saoPauloDay(billing.clock.real());
    const payments = [one, two].map((charge) => `${charge.id},,PAYMENT,10000,${today}`);
    const open = await settlementOf(tenant);
    expect({ ...open, lines: open.lines.toSorted() }).toEqual({
      agrees: true,
      lines: payments.toSorted(),
      printed: [expect.stringContaining('held for open disputes R$ 100,00') as string],
    });
    stripe.money.closeDispute(id, 'lost');
    stripe.money.payOut();
    billing.clock.advance(20 * 60_000);
    await drain();
    await drain();
    const { lines, printed, agrees } = await settlementOf(tenant);
    const [dispute] = (await billing.db('disputes').where({ store_id: tenant.storeId })) as { id: string }[];
    expect(agrees).toBe(true);
    expect(lines.toSorted()).toEqual([...payments, `${dispute?.id ?? ''},,CHARGEBACK,10000,${today}`].toSorted());
    // Two boletos and a dispute cost 345, 345 and 5 500.
    expect(printed[0]).toContain(
      'fees R$ 61,90, paid out R$ 38,10, held for open disputes R$ 0,00, left at Stripe R$ 0,00',
    );
  });

  it('is read page by page and once, also after a read that was cut off', async () => {
    const tenant = await aStoreWithBoletos(billing, stripe);
    const many = await aPaidBoleto(tenant);
    const entry = stripe.books.all('balance_transaction')[0];
    for (let copy = 0; copy < 250; copy += 1) stripe.books.put({ ...entry, id: `txn_${String(copy)}` } as never);
    stripe.failNext(3);
    billing.clock.advance(20 * 60_000);
    await drain();
    stripe.failNext(0);
    billing.clock.advance(3_600_000);
    await Promise.all([drain(), drain()]);
    await settlementOf(tenant);
    expect(await entriesOf(tenant)).toHaveLength(251);
    expect(await entriesOf(tenant).where({ reference: many.id })).toHaveLength(251);
  });

  it('is read in bounded pieces, each going on where the last one stopped, and misses nothing that comes meanwhile', async () => {
    const tenant = await aStoreWithBoletos(billing, stripe);
    await aPaidBoleto(tenant);
    const entry = stripe.books.all('balance_transaction')[0];
    const put = (from: number, to: number) => {
      for (let copy = from; copy < to; copy += 1) stripe.books.put({ ...entry, id: `txn_${String(copy)}` } as never);
    };
    put(0, 2_300);
    const pieces: number[] = [];
    for (let piece = 0; piece < 3; piece += 1) {
      await drain();
      pieces.push((await entriesOf(tenant)).length);
      // Newer than all that this pass reads.
      if (piece === 0) put(2_300, 2_310);
      billing.clock.advance(1_000);
    }
    expect(pieces).toEqual([1_000, 2_000, 2_301]);
    expect(stripe.seen.filter((request) => request === 'GET /v1/balance_transactions')).toHaveLength(24);
    billing.clock.advance(20 * 60_000);
    await drain();
    expect(await entriesOf(tenant)).toHaveLength(2_311);
  });

  it('is read from the beginning when the keys are of another account', async () => {
    const tenant = await aStoreWithBoletos(billing, stripe);
    await aPaidBoleto(tenant);
    const entry = stripe.books.all('balance_transaction')[0];
    for (let copy = 0; copy < 1_100; copy += 1) stripe.books.put({ ...entry, id: `txn_${String(copy)}` } as never);
    await drain();
    const other = await startFakeStripe(() => billing.clock.real());
    await configureStripe(billing, other, tenant.storeId, { replaceAccount: true });
    other.books.put({ ...entry, id: 'txn_other', created: Number(entry?.['created']) - 86_400 } as never);
    await drain();
    expect(await entriesOf(tenant).where({ id: 'txn_other' })).toHaveLength(1);
    await other.stop();
  });

  it('that belongs to nothing of ours is named, and a difference of the balance is one', async () => {
    const tenant = await aStoreWithBoletos(billing, stripe);
    const { stripeCharge } = await aPaidBoleto(tenant);
    stripe.books.change(stripeCharge, { metadata: {} });
    expect(await settlementOf(tenant)).toMatchObject({
      agrees: true,
      lines: [],
      printed: [expect.any(String), expect.stringMatching(/^foreign {4}charge txn_\w+ 10000 /)],
    });
    await billing
      .db('stripe_entries')
      .where({ store_id: tenant.storeId })
      .update({ amount_cents: 10_001, net_cents: 9_656 });
    const { agrees, printed } = await settlementOf(tenant);
    expect([agrees, printed[1]]).toEqual([false, expect.stringMatching(/^different {2}Stripe says that R\$ 96,55/)]);
  });
});
