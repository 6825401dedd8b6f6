import { unavailable, type Tenant } from '@pitanga/core';
import { transact } from '@pitanga/database';
import { startBeforeAll, violatedInvariants, withDeps } from '@pitanga/testing';
import type { Deps } from '../src/deps';
import { advanceDueRefunds } from '../src/jobs/advance-refunds';
import { invariants } from '../src/jobs/invariants';
import { decideDispute, openDispute } from '../src/returning/decide-dispute';
import { call, readEvents, startBilling } from './billing-harness';
import { aPaidPix, aRefund, refund, refundedState, refundPart, rowsOf, runRefunds } from './money-back';

const billing = startBeforeAll(startBilling);
afterEach(async () => {
  expect(await violatedInvariants(billing.db, invariants, billing.clock.real(), () => Promise.resolve())).toEqual([]);
});

describe('a dispute after a partial refund', () => {
  const open = (tenant: Tenant, chargeId: string) =>
    transact(billing.deps, (tx) => openDispute(tx, tenant, { chargeId, reason: undefined }));
  const decide = (tenant: Tenant, chargeId: string, outcome: 'WON' | 'LOST') =>
    transact(billing.deps, (tx) => decideDispute(tx, tenant, { chargeId, outcome }));

  test('is of the rest, as its events say; after WON the rest may be refunded', async () => {
    const tenant = await billing.configuredStore();
    const { id } = await aPaidPix(billing, tenant);
    await refundPart(billing, tenant, id, 2_300);
    await open(tenant, id);
    expect(await rowsOf(billing, 'disputes', tenant)).toMatchObject([{ amount_cents: 10_000, status: 'OPEN' }]);
    await expect(refund(billing, tenant, id, { amountCents: 1 })).rejects.toMatchObject({ reason: 'NOT_REFUNDABLE' });
    await decide(tenant, id, 'WON');
    const facts = (await readEvents(billing, tenant)).filter(({ type }) => type.startsWith('charge.dispute'));
    expect(facts.map(({ payload }) => payload)).toMatchObject([{ amountCents: 10_000 }, { amountCents: 10_000 }]);
    await refundPart(billing, tenant, id, 10_000);
    expect(await refundedState(billing, id)).toEqual(['REFUNDED', 12_300]);
  });

  test('LOST takes only the rest, and the refunded amount stays visible', async () => {
    const tenant = await billing.configuredStore();
    const { id } = await aPaidPix(billing, tenant);
    await refundPart(billing, tenant, id, 2_300);
    await open(tenant, id);
    await decide(tenant, id, 'LOST');
    expect(await refundedState(billing, id)).toEqual(['CHARGED_BACK', 2_300]);
  });

  test('is refused while a partial refund is PENDING, and of a refunded charge', async () => {
    const tenant = await billing.configuredStore();
    const { id } = await aPaidPix(billing, tenant);
    await refund(billing, tenant, id, { amountCents: 2_300 });
    await expect(open(tenant, id)).rejects.toMatchObject({ reason: 'REFUND_UNDER_WAY' });
    await runRefunds(billing);
    await refundPart(billing, tenant, id, 10_000);
    await expect(open(tenant, id)).rejects.toMatchObject({ reason: 'NOT_DISPUTABLE' });
  });
});

describe('concurrent refunds', () => {
  test('of all amounts and keys, with disputes between them, never return more than the payment', async () => {
    const tenant = await billing.configuredStore();
    const { id } = await aPaidPix(billing, tenant);
    const amounts = [1, 500, 5_000, 12_300, 12_301, undefined, 4_014, 3_000];
    for (let round = 0; round < 12; round += 1) {
      const asked = amounts.map((amountCents, index) =>
        billing.refunds.createRefund(aRefund(tenant, id, { amountCents }), call(`${String(round)}-${String(index)}`)),
      );
      const disputed = transact(billing.deps, (tx) => openDispute(tx, tenant, { chargeId: id, reason: undefined }));
      const answers = await Promise.allSettled([...asked, disputed]);
      const begun = answers.filter(({ status }) => status === 'fulfilled');
      // A refund, a dispute or, once nothing is left, neither; never two.
      expect(begun.length).toBeLessThanOrEqual(1);
      const [, refunded = 0] = await refundedState(billing, id);
      expect(refunded).toBeLessThanOrEqual(12_300);
      await Promise.all([1, 2, 3].map(() => advanceDueRefunds(billing.deps)));
      billing.clock.advance(2_000);
      await Promise.all([1, 2, 3].map(() => advanceDueRefunds(billing.deps)));
      const { charge } = await billing.charges.resolveCharge({ id }, call());
      if (charge?.status === 'CHARGE_STATUS_UNDER_DISPUTE') {
        await transact(billing.deps, (tx) => decideDispute(tx, tenant, { chargeId: id, outcome: 'WON' }));
      }
      expect(await violatedInvariants(billing.db, invariants, billing.clock.real(), () => Promise.resolve())).toEqual(
        [],
      );
    }
    const rows = await rowsOf(billing, 'refunds', tenant);
    const complete = rows.filter(({ status }) => status === 'COMPLETE');
    const sum = complete.reduce((total, { amount_cents: amount }) => total + Number(amount), 0);
    expect([sum, complete.every(({ id: of }) => billing.ledger.holds.get(String(of))?.state === 'SETTLED')]).toEqual([
      (await refundedState(billing, id))[1],
      true,
    ]);
  });
});

describe('a crash in a partial refund', () => {
  function crashing(method: 'reserveHold' | 'settleHold' | 'releaseHold', when: 'before' | 'after'): Deps {
    const ledger = billing.ledger;
    const crash = async (...request: Parameters<Deps['ledger'][typeof method]>) => {
      if (when === 'after') await (ledger[method] as (...all: unknown[]) => Promise<unknown>)(...request);
      throw unavailable('The connection was lost');
    };
    return withDeps(billing.deps, { ledger: { ...ledger, [method]: crash } });
  }

  test.each([
    ['reserveHold', 'before', 5_000, 'COMPLETE'],
    ['reserveHold', 'after', 5_000, 'COMPLETE'],
    ['settleHold', 'before', 5_000, 'COMPLETE'],
    ['settleHold', 'after', 5_000, 'COMPLETE'],
    ['releaseHold', 'before', 5_014, 'FAILED'],
    ['releaseHold', 'after', 5_014, 'FAILED'],
  ] as const)(
    'at %s, %s the effect in the ledger, leaves one refund of %s centavos, %s',
    async (method, when, amount, end) => {
      const tenant = await billing.configuredStore();
      const { id } = await aPaidPix(billing, tenant);
      await refundPart(billing, tenant, id, 300);
      const crashes = crashing(method, when);
      billing.ledger.refusal = method === 'reserveHold' ? 'UNAVAILABLE' : undefined;
      const asked = refund(billing, tenant, id, { amountCents: amount });
      if (method === 'reserveHold') await expect(asked).rejects.toMatchObject({ kind: 'UNAVAILABLE' });
      else await asked;
      billing.ledger.refusal = undefined;
      billing.clock.advance(15_000);
      await advanceDueRefunds(crashes);
      billing.clock.advance(2_000);
      await advanceDueRefunds(crashes);
      await expect(refund(billing, tenant, id, { amountCents: 1 })).rejects.toMatchObject({ reason: 'REFUND_PENDING' });
      for (let turn = 0; turn < 4; turn += 1) {
        billing.clock.advance(60_000);
        await advanceDueRefunds(billing.deps);
      }
      const [row] = (await rowsOf(billing, 'refunds', tenant)).filter(({ amount_cents: of }) => of === amount);
      expect(row).toMatchObject({ status: end });
      const held = end === 'COMPLETE' ? 'SETTLED' : 'RELEASED';
      expect(billing.ledger.holds.get(String(row?.['id']))).toMatchObject({ state: held });
      expect(await refundedState(billing, id)).toEqual(['PAID', end === 'COMPLETE' ? amount + 300 : 300]);
    },
  );
});
