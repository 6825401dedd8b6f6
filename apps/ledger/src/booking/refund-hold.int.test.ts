import { openTransaction } from '@pitanga/database';
import { cents, everyTenant, isAppError, type Cents, type Tenant } from '@pitanga/core';
import { aTenant, testDatabase, testIds, waitFor, type TestDatabase } from '@pitanga/testing';
import {
  aPaidBoleto,
  aPaidCard,
  aPaidPix,
  balancesOf,
  brokenInvariants,
  daysAfterNoon,
  fund,
  inShort,
  ledgerDeps,
  noon,
  platformMoney,
  statementOf,
} from '../../test/fixtures';
import type { Deps } from '../deps';
import type { PaidCharge } from '../charges/capture';
import { closeDispute } from './book-disputes';
import { captureCharges } from './capture-charges';
import { settleDue } from './settle-parts';
import { releaseHold, reserveHold, settleHold } from '../../test/holds';
import type { ReserveInput } from '../holds/hold-rules';

const customer = { id: 'cust_1', name: 'João', email: 'joao@example.com', maskedTaxId: '123.***.***-**' };
let database: TestDatabase;
let deps: Deps;

// A database per test: a settlement takes what is due of every store.
beforeEach(async () => {
  database = await testDatabase('ledger');
  deps = ledgerDeps(database.db);
});
afterEach(() => database.drop());

function aRefund(charge: PaidCharge, changes: Partial<ReserveInput> = {}): ReserveInput {
  return {
    holdId: testIds.next('refund', noon),
    purpose: 'REFUND',
    amountCents: charge.amountCents,
    feeCents: cents(0),
    occurredAt: daysAfterNoon(1),
    description: undefined,
    charge,
    ...changes,
  };
}

async function balances(tenant: Tenant): Promise<readonly [number, number, number]> {
  return balancesOf(database.db, tenant);
}

async function lines(tenant: Tenant, ofId: string): Promise<readonly string[]> {
  const found = await statementOf(database.db, tenant);
  return found.filter(({ referenceId }) => referenceId === ofId).map(inShort);
}

async function refusal(work: Promise<void>): Promise<string | undefined> {
  return work.then(
    () => undefined,
    (error: unknown) => (isAppError(error) ? error.reason : Promise.reject(error as Error)),
  );
}

/** A store with a card charge in three parts of 3,180 and this much available. */
async function aStoreWithCard(available: number): Promise<{ tenant: Tenant; charge: PaidCharge }> {
  const tenant = aTenant();
  const charge = aPaidCard(tenant, { customer, description: 'Camiseta', checkoutId: 'bill_1' });
  if (available > 0) await fund(deps, tenant, available);
  await captureCharges(deps, [charge]);
  return { tenant, charge };
}

describe('the hold of a refund', () => {
  it('takes the unsettled parts of its charge first and the rest, the fee included, from available', async () => {
    const { tenant, charge } = await aStoreWithCard(1_000);
    const refund = aRefund(charge);
    await reserveHold(deps, tenant, refund);
    expect(await balances(tenant)).toEqual([540, 0, 0]);
    expect(await platformMoney(database.db, tenant, 'suspense')).toBe(10_000);
    expect(await lines(tenant, refund.holdId)).toEqual(['REFUND PENDING DEBIT 460 NONE 9540']);
    expect(await brokenInvariants(database.db)).toEqual([]);
    expect(await settleDue(deps, everyTenant, daysAfterNoon(90))).toBe(0);
  });

  it('takes only what is left in the parts once some have settled', async () => {
    const { tenant, charge } = await aStoreWithCard(460);
    await settleDue(deps, everyTenant, daysAfterNoon(30));
    const refund = aRefund(charge);
    await reserveHold(deps, tenant, refund);
    expect(await balances(tenant)).toEqual([0, 0, 0]);
    expect(await lines(tenant, refund.holdId)).toEqual(['REFUND PENDING DEBIT 3640 NONE 6360']);
  });

  it('settled, goes back through the provider and never settles to the store', async () => {
    const { tenant, charge } = await aStoreWithCard(460);
    const refund = aRefund(charge);
    await reserveHold(deps, tenant, refund);
    await settleHold(deps, tenant, refund);
    await settleHold(deps, tenant, refund);
    expect(await platformMoney(database.db, tenant, 'suspense')).toBe(0);
    expect(await settleDue(deps, everyTenant, daysAfterNoon(90))).toBe(0);
    expect(await balances(tenant)).toEqual([0, 0, 0]);
    expect(await lines(tenant, refund.holdId)).toEqual(['REFUND COMPLETE DEBIT 460 NONE 9540']);
    // Of the 10,000 nothing is left with the provider but our fee, which the store paid out of the other 460.
    expect(await platformMoney(database.db, tenant, 'provider_clearing')).toBe(-460);
    expect(await platformMoney(database.db, tenant, 'fees_earned')).toBe(460);
    expect(await brokenInvariants(database.db)).toEqual([]);
  });

  it('released, puts everything back where it was, and the parts settle when they were due', async () => {
    const { tenant, charge } = await aStoreWithCard(460);
    const refund = aRefund(charge);
    await reserveHold(deps, tenant, refund);
    await releaseHold(deps, tenant, { ...refund, occurredAt: daysAfterNoon(2) });
    await releaseHold(deps, tenant, { ...refund, occurredAt: daysAfterNoon(2) });
    expect(await balances(tenant)).toEqual([460, 9_540, 0]);
    expect(await lines(tenant, refund.holdId)).toEqual([
      'REFUND FAILED DEBIT 460 NONE 9540',
      'RETURN COMPLETE CREDIT 460 NONE 9540',
    ]);
    const returned = (await statementOf(database.db, tenant)).find(({ kind }) => kind === 'RETURN');
    const { chargeId } = charge;
    expect(returned).toMatchObject({
      method: 'CARD',
      chargeId,
      checkoutId: 'bill_1',
      description: 'Camiseta',
      customer,
    });
    expect(await settleDue(deps, everyTenant, daysAfterNoon(30, -1))).toBe(0);
    expect(await settleDue(deps, everyTenant, daysAfterNoon(30))).toBe(1);
    expect(await balances(tenant)).toEqual([3_640, 6_360, 0]);
    expect(await brokenInvariants(database.db)).toEqual([]);
  });

  it('released after a part was due, leaves that part due now', async () => {
    const { tenant, charge } = await aStoreWithCard(460);
    const refund = aRefund(charge);
    await reserveHold(deps, tenant, refund);
    expect(await settleDue(deps, everyTenant, daysAfterNoon(61))).toBe(0);
    await releaseHold(deps, tenant, { ...refund, occurredAt: daysAfterNoon(61) });
    expect(await settleDue(deps, everyTenant, daysAfterNoon(61, 1_000))).toBe(2);
    expect(await balances(tenant)).toEqual([460 + 6_360, 3_180, 0]);
    const settlement = (await statementOf(database.db, tenant)).at(-1);
    expect(settlement).toMatchObject({ kind: 'SETTLEMENT', createdAt: daysAfterNoon(61, 1_000) });
    expect(await brokenInvariants(database.db)).toEqual([]);
  });

  it('moves nothing when available cannot cover the rest, and may be tried again', async () => {
    const { tenant, charge } = await aStoreWithCard(459);
    const refund = aRefund(charge);
    expect(await refusal(reserveHold(deps, tenant, refund))).toBe('INSUFFICIENT_FUNDS');
    expect(await balances(tenant)).toEqual([459, 9_540, 0]);
    expect(await lines(tenant, refund.holdId)).toEqual([]);
    await fund(deps, tenant, 1);
    await reserveHold(deps, tenant, refund);
    expect(await balances(tenant)).toEqual([0, 0, 0]);
  });

  it("leaves the parts of the store's other charges alone", async () => {
    const { tenant, charge } = await aStoreWithCard(0);
    await captureCharges(deps, [aPaidCard(tenant)]);
    expect(await refusal(reserveHold(deps, tenant, aRefund(charge)))).toBe('INSUFFICIENT_FUNDS');
    expect(await balances(tenant)).toEqual([0, 2 * 9_540, 0]);
  });

  it('needs nothing of an available below zero when the parts cover it, and shows it without effect', async () => {
    const { tenant, charge } = await aStoreWithCard(0);
    const pix = aPaidPix(tenant);
    const disputed = {
      disputeId: testIds.next('dispute', noon),
      charge: pix,
      amountCents: pix.amountCents,
      occurredAt: noon,
    };
    await closeDispute(deps, disputed, 'LOST');
    expect(await balances(tenant)).toEqual([-80, 9_540, 0]);
    const refund = aRefund(charge, { amountCents: cents(9_540) });
    await reserveHold(deps, tenant, refund);
    await releaseHold(deps, tenant, { ...refund, occurredAt: daysAfterNoon(2) });
    expect(await lines(tenant, refund.holdId)).toEqual(['REFUND FAILED NONE 9540', 'RETURN COMPLETE NONE 9540']);
    expect(await brokenInvariants(database.db)).toEqual([]);
  });

  it('of less than a part reduces its settlement, and what comes back after it settles by itself', async () => {
    const { tenant, charge } = await aStoreWithCard(0);
    const refund = aRefund(charge, { amountCents: cents(4_000) });
    await reserveHold(deps, tenant, refund);
    expect(await settleDue(deps, everyTenant, daysAfterNoon(60))).toBe(1);
    expect(await balances(tenant)).toEqual([2_360, 3_180, 0]);
    await releaseHold(deps, tenant, refund);
    expect(await settleDue(deps, everyTenant, daysAfterNoon(60))).toBe(2);
    expect(await balances(tenant)).toEqual([6_360, 3_180, 0]);
    expect(await brokenInvariants(database.db)).toEqual([]);
  });

  it('books the payment first when its fact has not come, which then changes nothing', async () => {
    const tenant = aTenant();
    await fund(deps, tenant, 460 + 250 + 80);
    for (const charge of [aPaidCard(tenant), aPaidBoleto(tenant), aPaidPix(tenant)]) {
      await reserveHold(deps, tenant, aRefund(charge));
      await captureCharges(deps, [charge]);
    }
    expect(await balances(tenant)).toEqual([0, 0, 0]);
    expect(await brokenInvariants(database.db)).toEqual([]);
  });

  it('repeated in every step and all at once, takes and gives back once', async () => {
    const { tenant, charge } = await aStoreWithCard(460);
    const refund = aRefund(charge);
    const ten = (step: () => Promise<void>) => Promise.all(Array.from({ length: 10 }, step));
    await ten(() => reserveHold(deps, tenant, refund));
    expect(await balances(tenant)).toEqual([0, 0, 0]);
    expect(await refusal(reserveHold(deps, tenant, { ...refund, charge: aPaidCard(tenant) }))).toBe('HOLD_MISMATCH');
    await ten(() => releaseHold(deps, tenant, refund));
    expect((await balances(tenant))[0]).toBe(460);
    expect(await refusal(reserveHold(deps, tenant, refund))).toBe('HOLD_RELEASED');
    expect(await brokenInvariants(database.db)).toEqual([]);
  });

  it('and the settlement of the same parts at the same time never take the same money twice', async () => {
    const stores = await Promise.all(Array.from({ length: 15 }, () => aStoreWithCard(460)));
    const reserves = stores.map(({ tenant, charge }) => reserveHold(deps, tenant, aRefund(charge)));
    const settlements = Array.from({ length: 3 }, () => settleDue(deps, everyTenant, daysAfterNoon(90)));
    await Promise.all([...reserves, ...settlements]);
    for (const { tenant } of stores) expect(await balances(tenant)).toEqual([0, 0, 0]);
    expect(await brokenInvariants(database.db)).toEqual([]);
  });

  it('waits for a settlement under way, and then takes from available what that has settled', async () => {
    const { tenant, charge } = await aStoreWithCard(460);
    const settlement = await openTransaction(database.db);
    await settleDue({ ...deps, db: settlement }, everyTenant, daysAfterNoon(30));
    const refund = aRefund(charge);
    const reserve = reserveHold(deps, tenant, refund);
    await waitFor('the reserve to wait', async () => {
      const { rows } = await database.db.raw<{ rows: unknown[] }>(
        `select 1 from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`,
      );
      return rows.length === 1;
    });
    await settlement.commit();
    await reserve;
    const taken: Cents = cents(460 + 3_180);
    expect(await lines(tenant, refund.holdId)).toEqual([`REFUND PENDING DEBIT ${String(taken)} NONE 6360`]);
    expect(await brokenInvariants(database.db)).toEqual([]);
  });
});

describe('several refunds of a charge', () => {
  it('take what is left of its parts, the earliest first, and then from available', async () => {
    const { tenant, charge } = await aStoreWithCard(460);
    const part = (amount: number) => aRefund(charge, { amountCents: cents(amount) });
    const refunds = [part(5_000), part(4_000), part(1_000)] as const;
    for (const refund of refunds) {
      await reserveHold(deps, tenant, refund);
      await settleHold(deps, tenant, refund);
    }
    expect(await Promise.all(refunds.map(({ holdId }) => lines(tenant, holdId)))).toEqual([
      ['REFUND COMPLETE NONE 5000'],
      ['REFUND COMPLETE NONE 4000'],
      ['REFUND COMPLETE DEBIT 460 NONE 540'],
    ]);
    expect(await balances(tenant)).toEqual([0, 0, 0]);
    expect(await settleDue(deps, everyTenant, daysAfterNoon(90))).toBe(0);
    expect(await brokenInvariants(database.db)).toEqual([]);
  });

  it('leave the later installments as they were, each on its day', async () => {
    const { tenant, charge } = await aStoreWithCard(0);
    const refund = aRefund(charge, { amountCents: cents(4_000) });
    await reserveHold(deps, tenant, refund);
    await settleHold(deps, tenant, refund);
    expect(await settleDue(deps, everyTenant, daysAfterNoon(30))).toBe(0);
    expect(await settleDue(deps, everyTenant, daysAfterNoon(60))).toBe(1);
    expect(await balances(tenant)).toEqual([3_180 * 2 - 4_000, 3_180, 0]);
    expect(await settleDue(deps, everyTenant, daysAfterNoon(90))).toBe(1);
    expect(await balances(tenant)).toEqual([3_180 * 3 - 4_000, 0, 0]);
    expect(await brokenInvariants(database.db)).toEqual([]);
  });

  it('that fail give back exactly what each took, whatever the others took meanwhile', async () => {
    const { tenant, charge } = await aStoreWithCard(460);
    const first = aRefund(charge, { amountCents: cents(5_000) });
    const second = aRefund(charge, { amountCents: cents(5_000) });
    await reserveHold(deps, tenant, first);
    await reserveHold(deps, tenant, second);
    expect(await balances(tenant)).toEqual([0, 0, 0]);
    await releaseHold(deps, tenant, { ...first, occurredAt: daysAfterNoon(2) });
    expect(await lines(tenant, first.holdId)).toEqual(['REFUND FAILED NONE 5000', 'RETURN COMPLETE NONE 5000']);
    await settleHold(deps, tenant, second);
    expect(await balances(tenant)).toEqual([0, 5_000, 0]);
    // The first took installment 1 and 1,820 of the second; those are due as they were.
    expect(await settleDue(deps, everyTenant, daysAfterNoon(30))).toBe(1);
    expect(await balances(tenant)).toEqual([3_180, 1_820, 0]);
    expect(await brokenInvariants(database.db)).toEqual([]);
  });

  it('of a boleto reduce what settles on the next business day', async () => {
    const tenant = aTenant();
    const charge = aPaidBoleto(tenant);
    await captureCharges(deps, [charge]);
    const refund = aRefund(charge, { amountCents: cents(3_000) });
    await reserveHold(deps, tenant, refund);
    await settleHold(deps, tenant, refund);
    expect(await balances(tenant)).toEqual([0, 6_750, 0]);
    await settleDue(deps, everyTenant, daysAfterNoon(5));
    expect(await balances(tenant)).toEqual([6_750, 0, 0]);
    expect(await brokenInvariants(database.db)).toEqual([]);
  });

  it('never take more than was paid, however many ask at once', async () => {
    const { tenant, charge } = await aStoreWithCard(100_000);
    const pix = aPaidPix(tenant);
    for (const paid of [charge, pix]) {
      const refunds = Array.from({ length: 12 }, (_, index) =>
        aRefund(paid, { amountCents: cents(1_000 + index * 300) }),
      );
      const answers = await Promise.all(refunds.map((refund) => refusal(reserveHold(deps, tenant, refund))));
      expect(new Set(answers)).toEqual(new Set([undefined, 'REFUNDS_EXCEED_PAYMENT']));
      const taken = refunds.filter((_, index) => answers[index] === undefined);
      const sum = taken.reduce((total, { amountCents }) => total + amountCents, 0);
      expect(sum).toBeLessThanOrEqual(10_000);
      const rest = aRefund(paid, { amountCents: cents(10_000 - sum + 1) });
      expect(await refusal(reserveHold(deps, tenant, rest))).toBe('REFUNDS_EXCEED_PAYMENT');
      const [first] = taken;
      if (!first) throw new Error('none was taken');
      await releaseHold(deps, tenant, first);
      await reserveHold(deps, tenant, { ...first, holdId: testIds.next('refund', noon) });
    }
    expect(await brokenInvariants(database.db)).toEqual([]);
  });
});
