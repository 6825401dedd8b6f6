import { addDays, cents, saoPauloDay, type Tenant } from '@pitanga/core';
import { startBeforeAll, testIds } from '@pitanga/testing';
import { aFundedStore, aPaidBoleto, aRefund, brokenInvariants, noon, refusal } from '../../test/fixtures';
import { releaseHold, reserveHold, settleHold } from '../../test/holds';
import { startLedger } from '../../test/ledger-harness';
import { seeded } from '../../test/seeded';
import type { ReserveInput } from '../holds/hold-rules';
import type { PayoutLimits } from '../limits/payout-limits';
import { savePayoutLimits } from '../limits/payout-limits-repository';
import { createWriter } from '../writer/writer';
import { returnPayout } from './return-payout';

const ledger = startBeforeAll(startLedger);

const none: PayoutLimits = {
  orderCents: undefined,
  dayCents: undefined,
  nightCents: undefined,
  intervalSeconds: undefined,
  beneficiaries: undefined,
};

function aTransfer(changes: Partial<ReserveInput> = {}): ReserveInput {
  return {
    holdId: testIds.next('payout', noon),
    purpose: 'TRANSFER',
    amountCents: cents(1_000),
    feeCents: cents(0),
    occurredAt: noon,
    description: undefined,
    ...changes,
  };
}

const limit = (tenant: Tenant, limits: Partial<PayoutLimits>, version = 1) =>
  savePayoutLimits(ledger.db, tenant, { ...none, ...limits }, version, noon);

async function aLimitedStore(limits: Partial<PayoutLimits>): Promise<Tenant> {
  const tenant = await aFundedStore(ledger.deps, 1_000_000);
  await limit(tenant, limits);
  return tenant;
}

const send = (tenant: Tenant, changes: Partial<ReserveInput> = {}) =>
  refusal(reserveHold(ledger.deps, tenant, aTransfer(changes)));
const dayMs = 86_400_000;

describe('the limit of a day', () => {
  it('lets one of ten sends of the whole limit leave', async () => {
    const tenant = await aLimitedStore({ dayCents: cents(1_000) });
    const answers: (string | undefined)[] = [];
    for (let index = 0; index < 10; index += 1) answers.push(await send(tenant));
    expect(answers).toEqual([undefined, ...Array.from({ length: 9 }, () => 'PAYOUT_LIMIT_EXCEEDED')]);
    expect(await brokenInvariants(ledger.db)).toEqual([]);
  });

  it('lets of 20 at once leave exactly what it allows, in one batch and from 20 writers', async () => {
    const [together, apart] = [
      await aLimitedStore({ dayCents: cents(5_500) }),
      await aLimitedStore({ dayCents: cents(5_500) }),
    ];
    const writer = createWriter(ledger.deps);
    const twenty = (one: () => Promise<unknown>) => Promise.all(Array.from({ length: 20 }, () => refusal(one())));
    const left = (answers: readonly (string | undefined)[]) => answers.filter((answer) => answer === undefined).length;
    expect(left(await twenty(() => writer.reserve(together, aTransfer())))).toBe(5);
    expect(left(await twenty(() => reserveHold(ledger.deps, apart, aTransfer())))).toBe(5);
    expect(await brokenInvariants(ledger.db)).toEqual([]);
  });

  it('counts every door: withdrawals, transfers and refunds to a key, and no refund that goes back', async () => {
    const tenant = await aLimitedStore({ dayCents: cents(2_500) });
    const boleto = aPaidBoleto(tenant, { occurredAt: noon });
    const to = { beneficiary: undefined };
    const aBoletoRefund = (changes: Partial<ReserveInput>) =>
      refusal(
        reserveHold(ledger.deps, tenant, aRefund(boleto, { amountCents: cents(1_000), occurredAt: noon, ...changes })),
      );
    expect(await send(tenant, { purpose: 'WITHDRAW' })).toBeUndefined();
    expect(await aBoletoRefund({ moneyOut: to })).toBeUndefined();
    expect(await send(tenant)).toBe('PAYOUT_LIMIT_EXCEEDED');
    expect(await aBoletoRefund({ moneyOut: to })).toBe('PAYOUT_LIMIT_EXCEEDED');
    expect(await aBoletoRefund({ amountCents: cents(5_000) })).toBeUndefined();
  });

  it('gives back what failed, and not what came back after it had left', async () => {
    const tenant = await aLimitedStore({ dayCents: cents(2_000) });
    const [failed, left] = [aTransfer(), aTransfer()];
    for (const input of [failed, left]) await reserveHold(ledger.deps, tenant, input);
    expect(await send(tenant)).toBe('PAYOUT_LIMIT_EXCEEDED');
    await releaseHold(ledger.deps, tenant, failed);
    await settleHold(ledger.deps, tenant, left);
    await returnPayout(ledger.deps, tenant, { holdId: left.holdId, returnedCents: cents(1_000), occurredAt: noon });
    expect(await send(tenant)).toBeUndefined();
    expect(await send(tenant)).toBe('PAYOUT_LIMIT_EXCEEDED');
  });

  it("leaves another store's and the other environment's alone", async () => {
    const tenant = await aLimitedStore({ dayCents: cents(1_000) });
    const other = await aLimitedStore({ dayCents: cents(1_000) });
    expect([await send(tenant), await send(tenant)]).toEqual([undefined, 'PAYOUT_LIMIT_EXCEEDED']);
    expect(await send(other)).toBeUndefined();
    const unlimited = await aFundedStore(ledger.deps, 10_000);
    await limit({ ...unlimited, devMode: !unlimited.devMode }, { dayCents: cents(0) });
    expect(await send(unlimited)).toBeUndefined();
  });

  it('does not refuse the repeat of what it let leave', async () => {
    const tenant = await aLimitedStore({ dayCents: cents(1_000), intervalSeconds: 60 });
    const input = aTransfer();
    for (let index = 0; index < 3; index += 1) await reserveHold(ledger.deps, tenant, input);
    expect(await ledger.db('holds').where({ store_id: tenant.storeId }).pluck('id')).toEqual([input.holdId]);
  });
});

describe('told limits', () => {
  it('that are older than what is known change nothing', async () => {
    const tenant = await aFundedStore(ledger.deps, 10_000);
    await limit(tenant, { dayCents: cents(0) }, 3);
    await limit(tenant, {}, 2);
    expect(await send(tenant)).toBe('PAYOUT_LIMIT_EXCEEDED');
    await limit(tenant, {}, 4);
    expect(await send(tenant)).toBeUndefined();
  });
});

describe('random orders of several days', () => {
  it.each([1, 2, 3])('leave as a model that adds them up lets them (%i)', async (seed) => {
    const random = seeded(seed);
    const limits = { orderCents: 3_000, dayCents: 6_000, nightCents: 3_500, intervalSeconds: 600 };
    const tenant = await aLimitedStore({
      orderCents: cents(limits.orderCents),
      dayCents: cents(limits.dayCents),
      nightCents: cents(limits.nightCents),
      intervalSeconds: limits.intervalSeconds,
    });
    const known: { readonly id: string; readonly at: number; readonly amount: number; isOut: boolean }[] = [];
    let now = noon.getTime();
    for (let index = 0; index < 60; index += 1) {
      now += random.below(6 * 3_600_000);
      const amount = 1 + random.below(3_200);
      const out = known.filter(({ isOut }) => isOut);
      const total = (same: (at: number) => string) =>
        out.filter(({ at }) => same(at) === same(now)).reduce((sum, one) => sum + one.amount, amount);
      const isAllowed =
        amount <= limits.orderCents &&
        out.every(({ at }) => now - at >= limits.intervalSeconds * 1_000) &&
        total(dayName) <= limits.dayCents &&
        (nightName(now) === '' || total(nightName) <= limits.nightCents);
      const id = testIds.next('payout', noon);
      const answer = await send(tenant, { holdId: id, amountCents: cents(amount), occurredAt: new Date(now) });
      expect({ index, answer }).toEqual({ index, answer: isAllowed ? undefined : 'PAYOUT_LIMIT_EXCEEDED' });
      if (isAllowed) known.push({ id, at: now, amount, isOut: true });
      const failed = random.below(3) === 0 ? known.at(-1) : undefined;
      if (failed?.isOut) {
        await releaseHold(ledger.deps, tenant, { holdId: failed.id, occurredAt: new Date(now) });
        failed.isOut = false;
      }
    }
    expect(known.length).toBeGreaterThan(10);
    expect(await brokenInvariants(ledger.db)).toEqual([]);
  });
});

const dayName = (at: number): string => saoPauloDay(new Date(at));

/** The day on which the night began; empty between nights. */
function nightName(at: number): string {
  const hour = new Date(at - 3 * 3_600_000).getUTCHours();
  if (hour >= 20) return dayName(at);
  return hour < 8 ? addDays(dayName(at), -1) : '';
}

it('a day of the store is its own, whatever left on the days around it', async () => {
  const tenant = await aLimitedStore({ dayCents: cents(1_000) });
  for (const days of [-1, 1])
    expect(await send(tenant, { occurredAt: new Date(noon.getTime() + days * dayMs) })).toBe(undefined);
  expect([await send(tenant), await send(tenant)]).toEqual([undefined, 'PAYOUT_LIMIT_EXCEEDED']);
});
