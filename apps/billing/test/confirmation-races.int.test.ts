import type { ChargeCycleRequest } from '@pitanga/contracts';
import type { Owned, Tenant } from '@pitanga/core';
import { transact } from '@pitanga/database';
import { startBeforeAll, testIds, withDeps } from '@pitanga/testing';
import { chargeMany } from '../src/api/cycle-rpc';
import type { Charge } from '../src/charges/charge';
import { findCharge } from '../src/charges/charge-queries';
import { confirmAtOnce, confirmPayment, confirmPayments } from '../src/charging/confirm-payment';
import type { PaymentNotice } from '../src/charging/payment-notice';
import type { Deps } from '../src/deps';
import { call, readEvents, startBilling } from './billing-harness';
import { anOpenCheckout, aPix, required, rowsOf } from './money-back';
import { subscriptionRequests } from './subscription-requests';

const billing = startBeforeAll(startBilling);

const { aSubscription, cycleRequest } = subscriptionRequests(() => billing);

type OpenCharge = Owned<{ readonly charge: Charge }>;

async function readOpen(tenant: Tenant, id: string): Promise<OpenCharge> {
  return { tenant, charge: required(await findCharge(billing.db, tenant, id)) };
}

async function chargesWithoutCheckout(tenants: readonly Tenant[]): Promise<readonly OpenCharge[]> {
  return Promise.all(tenants.map(async (tenant) => readOpen(tenant, (await aPix(billing, tenant)).id)));
}

async function chargesOfCheckouts(tenants: readonly Tenant[]): Promise<readonly OpenCharge[]> {
  return Promise.all(
    tenants.map(async (tenant) => {
      const checkoutId = await anOpenCheckout(billing, tenant);
      const { charge } = await billing.checkouts.openCheckoutPix({ tenant, checkoutId }, call());
      return readOpen(tenant, required(charge).id);
    }),
  );
}

/** Of a process that died while the provider had its orders. */
async function chargesOfCycles(tenants: readonly Tenant[]): Promise<readonly OpenCharge[]> {
  const cycles: ChargeCycleRequest[] = [];
  for (const tenant of tenants) {
    const id = await aSubscription(tenant);
    cycles.push(await cycleRequest(tenant, id, { attemptId: `${id}:1:1` }));
  }
  const findProviders: Deps['findProviders'] = async (tenant) => {
    const { card, ...others } = await billing.deps.findProviders(tenant);
    const never = new Promise<never>(() => undefined);
    return { ...others, card: card && { ...card, chargeCard: () => never } };
  };
  await chargeMany(withDeps(billing.deps, { findProviders, lateWork: new Set() }), cycles, 50);
  return Promise.all(
    tenants.map(async (tenant) => {
      const open = await billing
        .db('charges')
        .where({ store_id: tenant.storeId, status: 'PENDING' })
        .pluck<string[]>('id');
      return readOpen(tenant, required(open[0]));
    }),
  );
}

function notify({ tenant, charge }: OpenCharge, isKnown: boolean, reference: string): Owned<PaymentNotice> {
  const { id: chargeId, method: rail, amountCents } = charge;
  if (rail === 'FREE') throw new Error('it takes no payment');
  return { tenant, chargeId, known: isKnown ? charge : undefined, rail, amountCents, reference, payer: undefined };
}

const timesEach = 3;

/** Confirms all charges at once on every way there is, each several times. */
async function race(charges: readonly OpenCharge[], nameReference: (charge: Charge) => string): Promise<void> {
  const { deps } = billing;
  const notices = (isKnown: boolean) => charges.map((one) => notify(one, isKnown, nameReference(one.charge)));
  const ways = Array.from({ length: timesEach }).flatMap(() => [
    ...notices(true).map(({ tenant, ...notice }) => confirmAtOnce(deps, tenant, notice)),
    ...notices(false).map(({ tenant, ...notice }) => transact(deps, (tx) => confirmPayment(tx, tenant, notice))),
    transact(deps, (tx) => confirmPayments(tx, notices(true))),
    transact(deps, (tx) => confirmPayments(tx, notices(false).toReversed())),
  ]);
  await Promise.all(ways);
}

async function bookedTimes({ tenant, charge }: OpenCharge): Promise<number> {
  return (await readEvents(billing, tenant)).filter(({ type, key }) => type === 'charge.paid' && key === charge.id)
    .length;
}

async function paidOfCheckout({ tenant, charge: { checkoutId } }: OpenCharge): Promise<unknown> {
  const rows: { id: string; paid_amount_cents: number }[] = await billing
    .db('checkouts')
    .where({ store_id: tenant.storeId });
  return rows.find(({ id }) => id === checkoutId)?.paid_amount_cents;
}

describe.each([
  ['without a checkout', chargesWithoutCheckout],
  ['of checkouts', chargesOfCheckouts],
  ['of cycles', chargesOfCycles],
])('confirmations of charges %s that race each other, alone and in batches', (_kind, open) => {
  const openThree = async () =>
    open(await Promise.all([billing.configuredStore(), billing.configuredStore(), billing.configuredStore()]));

  test('book the same payment once', async () => {
    const charges = await openThree();
    const references = new Map(charges.map(({ charge }) => [charge.id, `E99999999202611201500${testIds.token(11)}`]));
    await race(charges, ({ id }) => required(references.get(id)));
    for (const one of charges) {
      expect(await bookedTimes(one)).toBe(1);
      expect(await findCharge(billing.db, one.tenant, one.charge.id)).toMatchObject({ status: 'PAID' });
      expect(await rowsOf(billing, 'refunds', one.tenant)).toEqual([]);
      if (one.charge.checkoutId !== undefined) expect(await paidOfCheckout(one)).toBe(one.charge.amountCents);
    }
  });

  test('book one of several payments and return the others', async () => {
    const charges = await openThree();
    await race(charges, () => `E99999999202611201500${testIds.token(11)}`);
    for (const one of charges) {
      expect(await bookedTimes(one)).toBe(1);
      const refunds = await rowsOf(billing, 'refunds', one.tenant);
      expect(refunds.map(({ reason, charge_id: id }) => [reason, id])).toEqual(
        Array.from({ length: 4 * timesEach - 1 }, () => ['DUPLICATE', one.charge.id]),
      );
      if (one.charge.checkoutId !== undefined) expect(await paidOfCheckout(one)).toBe(one.charge.amountCents);
    }
  });
});
