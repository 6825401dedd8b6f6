import type { Checkout } from '@pitanga/contracts';
import { unavailable, type Tenant } from '@pitanga/core';
import { violatedInvariants } from '@pitanga/testing';
import type { Deps } from '../src/deps';
import { advanceDueRefunds } from '../src/jobs/advance-refunds';
import { invariants } from '../src/jobs/invariants';
import { decideDispute, openDispute } from '../src/returning/decide-dispute';
import { call, factsOf, startBilling, type Billing } from './billing-harness';
import {
  aPaidBoleto,
  aPaidCard,
  aPaidPix,
  anOpenCheckout,
  aRefund,
  chargeStatus,
  moneyBackFacts,
  readRefund,
  refund,
  required,
  rowsOf,
  runRefunds,
  simulate,
  simulateCheckout,
} from './money-back';

let billing: Billing;
beforeAll(async () => {
  billing = await startBilling();
});
afterAll(() => billing.stop());
afterEach(async () => {
  expect(await violatedInvariants(billing.db, invariants, () => Promise.resolve())).toEqual([]);
});

const ofCheckout = { origin: 'CHARGE_ORIGIN_CHECKOUT' } as const;
const ofLink = { origin: 'CHARGE_ORIGIN_PAYMENT_LINK' } as const;

/** `[status, refunded]` of a charge. */
async function stand(id: string): Promise<readonly [string | undefined, number | undefined]> {
  const { charge } = await billing.charges.resolveCharge({ id }, call());
  return [await chargeStatus(billing, id), charge?.refundedAmountCents];
}

async function checkoutOf(tenant: Tenant, id: string): Promise<Checkout> {
  const keys = { id, externalId: undefined, customerId: undefined };
  return required((await billing.checkouts.getCheckout({ tenant, ...keys }, call())).checkout);
}

/** Asks for a part and lets it end. */
async function part(tenant: Tenant, id: string, amountCents: number, more: object = {}): Promise<string> {
  const { id: refundId } = await refund(billing, tenant, id, { amountCents, ...more });
  await runRefunds(billing);
  return refundId;
}

describe('a refund of a part', () => {
  test('leaves the charge PAID with what went back, and the last centavo makes it REFUNDED', async () => {
    const tenant = await billing.configuredStore();
    const { id } = await aPaidPix(billing, tenant);
    const first = await refund(billing, tenant, id, { amountCents: 5_000 });
    expect(first).toMatchObject({ amountCents: 5_000, status: 'REFUND_STATUS_PENDING' });
    expect(billing.ledger.holds.get(first.id)).toEqual({ state: 'HELD', amountCents: 5_000 });
    expect(await stand(id)).toEqual(['PAID', 0]);
    await runRefunds(billing);
    expect(await stand(id)).toEqual(['PAID', 5_000]);
    await part(tenant, id, 7_299);
    expect(await stand(id)).toEqual(['PAID', 12_299]);
    await part(tenant, id, 1);
    expect(await stand(id)).toEqual(['REFUNDED', 12_300]);
    await expect(refund(billing, tenant, id, { amountCents: 1 })).rejects.toMatchObject({
      reason: 'ALREADY_REFUNDED',
      message: 'Esta cobrança já foi reembolsada.',
    });
  });

  test('without an amount is of all that is left', async () => {
    const tenant = await billing.configuredStore();
    const { id } = await aPaidCard(billing, tenant);
    await part(tenant, id, 300);
    expect(await refund(billing, tenant, id)).toMatchObject({ amountCents: 12_000 });
    await runRefunds(billing);
    expect(await stand(id)).toEqual(['REFUNDED', 12_300]);
  });

  test('is from 1 to what is left, which a refusal says', async () => {
    const tenant = await billing.configuredStore();
    const { id } = await aPaidPix(billing, tenant);
    const ask = (amountCents: number) => refund(billing, tenant, id, { amountCents });
    for (const amount of [0, -1]) {
      await expect(ask(amount)).rejects.toMatchObject({ kind: 'INVALID_ARGUMENT', reason: 'REFUND_AMOUNT' });
    }
    await expect(ask(12_301)).rejects.toMatchObject({
      kind: 'FAILED_PRECONDITION',
      reason: 'REFUND_EXCEEDS_LEFT',
      message: 'What is left to refund of this charge is R$ 123,00 (12300 centavos)',
    });
    await part(tenant, id, 2_300);
    await expect(ask(10_001)).rejects.toMatchObject({
      message: 'What is left to refund of this charge is R$ 100,00 (10000 centavos)',
    });
    expect(await rowsOf(billing, 'refunds', tenant)).toHaveLength(1);
  });

  test('goes one at a time: after one that is COMPLETE or FAILED, not beside one that is under way', async () => {
    const tenant = await billing.configuredStore();
    const { id } = await aPaidPix(billing, tenant);
    const failing = await refund(billing, tenant, id, { amountCents: 1_014 });
    await expect(refund(billing, tenant, id, { amountCents: 1 })).rejects.toMatchObject({
      kind: 'FAILED_PRECONDITION',
      reason: 'REFUND_PENDING',
    });
    await runRefunds(billing);
    expect((await readRefund(billing, tenant, failing.id)).status).toBe('REFUND_STATUS_FAILED');
    expect(billing.ledger.holds.get(failing.id)?.state).toBe('RELEASED');
    expect(await stand(id)).toEqual(['PAID', 0]);
    await part(tenant, id, 1_000);
    await refund(billing, tenant, id);
    await expect(refund(billing, tenant, id, { amountCents: 1 })).rejects.toMatchObject({ reason: 'ALREADY_REFUNDED' });
    await runRefunds(billing);
    expect(await stand(id)).toEqual(['REFUNDED', 12_300]);
  });

  test('of a boleto goes to a Pix key, another each time when another is given', async () => {
    const tenant = await billing.configuredStore();
    const { id } = await aPaidBoleto(billing, tenant);
    await expect(refund(billing, tenant, id, { amountCents: 100 })).rejects.toMatchObject({
      reason: 'BOLETO_REFUND_NEEDS_KEY',
    });
    await part(tenant, id, 2_300, { pixKey: 'ana@example.com', pixKeyType: 'EMAIL' });
    await part(tenant, id, 10_000, { pixKey: 'bia@example.com', pixKeyType: 'EMAIL' });
    expect(await stand(id)).toEqual(['REFUNDED', 12_300]);
  });

  test('of a checkout counts in the checkout, which is REFUNDED with its charge', async () => {
    const tenant = await billing.configuredStore();
    const checkoutId = await anOpenCheckout(billing, tenant);
    const chargeId = await simulateCheckout(billing, tenant, checkoutId);
    await part(tenant, checkoutId, 2_300, ofCheckout);
    expect(await checkoutOf(tenant, checkoutId)).toMatchObject({
      status: 'CHECKOUT_STATUS_PAID',
      paidAmountCents: 12_300,
      refundedAmountCents: 2_300,
    });
    await part(tenant, chargeId, 10_000, ofCheckout);
    expect(await checkoutOf(tenant, checkoutId)).toMatchObject({
      status: 'CHECKOUT_STATUS_REFUNDED',
      refundedAmountCents: 12_300,
    });
  });

  test('of the payments of a link accumulates on the link, which stays ACTIVE, and is told for each payment', async () => {
    const tenant = await billing.configuredStore();
    const link = await anOpenCheckout(billing, tenant, 'MULTIPLE_PAYMENTS');
    const payments = [await simulateCheckout(billing, tenant, link), await simulateCheckout(billing, tenant, link)];
    await part(tenant, required(payments[0]), 300, ofLink);
    await part(tenant, required(payments[0]), 12_000, ofLink);
    await part(tenant, required(payments[1]), 700, ofLink);
    expect(await checkoutOf(tenant, link)).toMatchObject({
      status: 'CHECKOUT_STATUS_ACTIVE',
      paidAmountCents: 24_600,
      refundedAmountCents: 13_000,
    });
    const keys = { id: link, externalId: undefined, customerId: undefined };
    const { payments: shown } = await billing.checkouts.getCheckout({ tenant, ...keys }, call());
    expect(shown.map(({ status, refundedAmountCents }) => [status, refundedAmountCents])).toEqual([
      ['PAID', 700],
      ['REFUNDED', 12_300],
    ]);
  });

  test('has events of its own, each with its refund and what was refunded so far', async () => {
    const tenant = await billing.configuredStore();
    const checkoutId = await anOpenCheckout(billing, tenant);
    await simulateCheckout(billing, tenant, checkoutId);
    const first = await part(tenant, checkoutId, 2_300, ofCheckout);
    const second = await part(tenant, checkoutId, 10_000, ofCheckout);
    const one = ['refund.created', 'refund.completed', 'charge.refunded', 'checkout.refunded'];
    expect(await moneyBackFacts(billing, tenant)).toEqual([...one, ...one]);
    const facts = await factsOf(billing, tenant);
    for (const type of ['charge.refunded', 'checkout.refunded']) {
      expect(facts.filter((fact) => fact.type === type).map(({ payload }) => payload)).toMatchObject([
        {
          refund: { id: first, amountCents: 2_300, status: 'REFUND_STATUS_COMPLETE' },
          charge: { status: 'CHARGE_STATUS_PAID', refundedAmountCents: 2_300 },
          checkout: { status: 'CHECKOUT_STATUS_PAID', refundedAmountCents: 2_300 },
        },
        {
          refund: { id: second, amountCents: 10_000 },
          charge: { status: 'CHARGE_STATUS_REFUNDED', refundedAmountCents: 12_300 },
          checkout: { status: 'CHECKOUT_STATUS_REFUNDED', refundedAmountCents: 12_300 },
        },
      ]);
    }
  });

  test('of an overpaid charge is of what the charge took; what it did not take goes back whole', async () => {
    const tenant = await billing.configuredStore();
    const { id } = await aPaidBoleto(billing, tenant);
    await simulate(billing, tenant, id, { late: true });
    const over = required((await rowsOf(billing, 'refunds', tenant)).find(({ kind }) => kind === 'OVERPAYMENT'));
    const key = { pixKey: 'ana@example.com', pixKeyType: 'EMAIL' };
    await expect(refund(billing, tenant, String(over['id']), { ...key, amountCents: 1 })).rejects.toMatchObject({
      reason: 'OVERPAYMENT_GOES_WHOLE',
    });
    await part(tenant, id, 300, key);
    await part(tenant, String(over['id']), 12_300, key);
    expect(await stand(id)).toEqual(['PAID', 300]);
  });

  test('asked again with its Idempotency-Key is the one it was, also when something is left for another', async () => {
    const tenant = await billing.configuredStore();
    const { id } = await aPaidPix(billing, tenant);
    const ask = () => billing.refunds.createRefund(aRefund(tenant, id, { amountCents: 500 }), call('one-key'));
    const first = await ask();
    await runRefunds(billing);
    expect((await ask()).refund?.id).toBe(first.refund?.id);
    expect(await stand(id)).toEqual(['PAID', 500]);
  });

  test('that the version before completed, or told, counts as the whole', async () => {
    const tenant = await billing.configuredStore();
    const checkoutId = await anOpenCheckout(billing, tenant);
    const chargeId = await simulateCheckout(billing, tenant, checkoutId);
    await part(tenant, checkoutId, 12_300, ofCheckout);
    await billing.db('charges').where({ id: chargeId }).update({ refunded_cents: 0 });
    await billing.db('checkouts').where({ id: checkoutId }).update({ refunded_cents: 0 });
    expect(await stand(chargeId)).toEqual(['REFUNDED', 12_300]);
    expect(await checkoutOf(tenant, checkoutId)).toMatchObject({ refundedAmountCents: 12_300 });
  });
});

describe('a dispute after a refund of a part', () => {
  const open = (tenant: Tenant, chargeId: string) => openDispute(billing.deps, tenant, { chargeId, reason: undefined });
  const decide = (tenant: Tenant, chargeId: string, outcome: 'WON' | 'LOST') =>
    decideDispute(billing.deps, tenant, { chargeId, outcome });

  test('is of the rest, which is told; won, the rest may be refunded', async () => {
    const tenant = await billing.configuredStore();
    const { id } = await aPaidPix(billing, tenant);
    await part(tenant, id, 2_300);
    await open(tenant, id);
    expect(await rowsOf(billing, 'disputes', tenant)).toMatchObject([{ amount_cents: 10_000, status: 'OPEN' }]);
    await expect(refund(billing, tenant, id, { amountCents: 1 })).rejects.toMatchObject({ reason: 'NOT_REFUNDABLE' });
    await decide(tenant, id, 'WON');
    const facts = (await factsOf(billing, tenant)).filter(({ type }) => type.startsWith('charge.dispute'));
    expect(facts.map(({ payload }) => payload)).toMatchObject([{ amountCents: 10_000 }, { amountCents: 10_000 }]);
    await part(tenant, id, 10_000);
    expect(await stand(id)).toEqual(['REFUNDED', 12_300]);
  });

  test('lost, takes the rest alone, and what was refunded stays to be seen', async () => {
    const tenant = await billing.configuredStore();
    const { id } = await aPaidPix(billing, tenant);
    await part(tenant, id, 2_300);
    await open(tenant, id);
    await decide(tenant, id, 'LOST');
    expect(await stand(id)).toEqual(['CHARGED_BACK', 2_300]);
  });

  test('is refused while a part is under way, and of what is refunded whole', async () => {
    const tenant = await billing.configuredStore();
    const { id } = await aPaidPix(billing, tenant);
    await refund(billing, tenant, id, { amountCents: 2_300 });
    await expect(open(tenant, id)).rejects.toMatchObject({ reason: 'REFUND_UNDER_WAY' });
    await runRefunds(billing);
    await part(tenant, id, 10_000);
    await expect(open(tenant, id)).rejects.toMatchObject({ reason: 'NOT_DISPUTABLE' });
  });
});

describe('many at once', () => {
  test('of all amounts and keys, with disputes between them, never return more than was paid', async () => {
    const tenant = await billing.configuredStore();
    const { id } = await aPaidPix(billing, tenant);
    const amounts = [1, 500, 5_000, 12_300, 12_301, undefined, 4_014, 3_000];
    for (let round = 0; round < 12; round += 1) {
      const asked = amounts.map((amountCents, index) =>
        billing.refunds.createRefund(aRefund(tenant, id, { amountCents }), call(`${String(round)}-${String(index)}`)),
      );
      const disputed = openDispute(billing.deps, tenant, { chargeId: id, reason: undefined });
      const answers = await Promise.allSettled([...asked, disputed]);
      const begun = answers.filter(({ status }) => status === 'fulfilled');
      // A refund, a dispute or, once nothing is left, neither; never two.
      expect(begun.length).toBeLessThanOrEqual(1);
      const [, refunded = 0] = await stand(id);
      expect(refunded).toBeLessThanOrEqual(12_300);
      await Promise.all([1, 2, 3].map(() => advanceDueRefunds(billing.deps)));
      billing.clock.advance(2_000);
      await Promise.all([1, 2, 3].map(() => advanceDueRefunds(billing.deps)));
      const { charge } = await billing.charges.resolveCharge({ id }, call());
      if (charge?.status === 'CHARGE_STATUS_UNDER_DISPUTE') {
        await decideDispute(billing.deps, tenant, { chargeId: id, outcome: 'WON' });
      }
      expect(await violatedInvariants(billing.db, invariants, () => Promise.resolve())).toEqual([]);
    }
    const rows = await rowsOf(billing, 'refunds', tenant);
    const complete = rows.filter(({ status }) => status === 'COMPLETE');
    const sum = complete.reduce((total, { amount_cents: amount }) => total + Number(amount), 0);
    expect([sum, complete.every(({ id: of }) => billing.ledger.holds.get(String(of))?.state === 'SETTLED')]).toEqual([
      (await stand(id))[1],
      true,
    ]);
  });
});

describe('a crash in a refund of a part', () => {
  function crashing(method: 'reserveHold' | 'settleHold' | 'releaseHold', when: 'before' | 'after'): Deps {
    const ledger = billing.ledger;
    const crash = async (...request: Parameters<Deps['ledger'][typeof method]>) => {
      if (when === 'after') await (ledger[method] as (...all: unknown[]) => Promise<unknown>)(...request);
      throw unavailable('The connection was lost');
    };
    return { ...billing.deps, ledger: { ...ledger, [method]: crash } };
  }

  test.each([
    ['reserveHold', 'before', 5_000, 'COMPLETE'],
    ['reserveHold', 'after', 5_000, 'COMPLETE'],
    ['settleHold', 'before', 5_000, 'COMPLETE'],
    ['settleHold', 'after', 5_000, 'COMPLETE'],
    ['releaseHold', 'before', 5_014, 'FAILED'],
    ['releaseHold', 'after', 5_014, 'FAILED'],
  ] as const)(
    'at %s, %s the ledger did it, leaves one effect of %s centavos, %s',
    async (method, when, amount, end) => {
      const tenant = await billing.configuredStore();
      const { id } = await aPaidPix(billing, tenant);
      await part(tenant, id, 300);
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
      expect(await stand(id)).toEqual(['PAID', end === 'COMPLETE' ? amount + 300 : 300]);
    },
  );
});
