import { everyTenant, type Tenant } from '@pitanga/core';
import type { Db, Invariant } from '@pitanga/database';
import { startBeforeAll, statesThatMustEnd, unseenStates, violatedInvariants } from '@pitanga/testing';
import { billingInvariants } from '../src/billing';
import { countBackFreed } from '../src/checking-out/reserve-coupons';
import { checkoutsArePaidOnce, checkoutsMatchPayments, paidCheckoutsAreClosed } from '../src/jobs/checkout-invariants';
import {
  agreementsArePaid,
  attemptsMatchCharges,
  couponsMatchRedemptions,
  debitsEnd,
  debitsMatchCharges,
  disputesMatchCharges,
  invariants,
  noRowIsSetAside,
  nothingIsOpenForEver,
  paymentsAreWhole,
  noRefundIsSentUnapproved,
  refundsEnd,
  refundsMatchCharges,
  refundsReachPayers,
} from '../src/jobs/invariants';
import { call, startBilling } from './billing-harness';
import { outsideMoneyCases, keyPaymentStates } from './key-payment-states';
import { aBoleto, aPaidCard, aPaidPix, aPix, anOpenCheckout, refund, runRefunds, simulateCheckout } from './money-back';
import { orphanCases, orphanStates } from './orphan-states';
import { aCoupon, declinedCard, openCheckout, pay } from './payment-requests';
import { subscriptionRequests } from './subscription-requests';
import { allOf, allTo, refundStates } from './refund-states';

const declined = { method: 'PAYMENT_METHOD_CARD' as const, cardNumber: declinedCard };
const billing = startBeforeAll(startBilling);

beforeAll(async () => {
  await everything(await billing.configuredStore());
});

const { aSubscription, aCycle } = subscriptionRequests(() => billing);
const hoursAgo = (hours: number) => new Date(billing.clock.real().getTime() - hours * 3_600_000);

/** Charges, checkouts, coupons, refunds and disputes in the states they can have, and a subscription with a cycle. */
async function everything(tenant: Tenant): Promise<void> {
  await aBoleto(billing, tenant);
  await aPix(billing, tenant);
  for (const kind of ['ONE_TIME', 'MULTIPLE_PAYMENTS'] as const) {
    const id = await anOpenCheckout(billing, tenant, kind);
    await simulateCheckout(billing, tenant, id);
    if (kind === 'MULTIPLE_PAYMENTS') await simulateCheckout(billing, tenant, id);
  }
  await refund(billing, tenant, (await aPaidPix(billing, tenant)).id);
  const returned = await anOpenCheckout(billing, tenant, 'ONE_TIME');
  await simulateCheckout(billing, tenant, returned);
  await refund(billing, tenant, returned, { origin: 'CHARGE_ORIGIN_CHECKOUT' });
  await runRefunds(billing);
  await refund(billing, tenant, (await aPaidPix(billing, tenant)).id);
  for (const outcome of ['OPENED', 'WON', 'LOST'] as const) {
    const { id } = await aPaidCard(billing, tenant);
    await billing.charges.simulateDispute({ tenant, id, outcome: 'DISPUTE_OUTCOME_OPENED' }, call());
    if (outcome !== 'OPENED')
      await billing.charges.simulateDispute({ tenant, id, outcome: `DISPUTE_OUTCOME_${outcome}` }, call());
  }
  await couponsInEveryState(tenant);
  const subscriptionId = await aSubscription(tenant);
  await aCycle(tenant, subscriptionId, { cycleNumber: 2 });
}

async function couponsInEveryState(tenant: Tenant): Promise<void> {
  for (const end of ['reserved', 'confirmed', 'released'] as const) {
    const code = await aCoupon(billing, tenant);
    const { id } = await openCheckout(billing, tenant, 10_000, { coupons: [code], allowCoupons: true });
    await pay(billing, tenant, id, { ...(end !== 'confirmed' && declined), coupons: [code] });
    if (end === 'released') await billing.checkouts.deleteCheckout({ tenant, id, frequency: undefined }, call());
  }
  await countBackFreed(billing.deps, everyTenant);
}

const ofOneTime = (db: Db) => db('checkouts').where({ frequency: 'ONE_TIME', status: 'PAID' }).select('id');
const aDebit = (over: object) => ({
  store_id: 'store_1',
  txid: 't'.repeat(32),
  subscription_id: 'subs_1',
  cycle_number: 1,
  authorization_id: 'R'.repeat(29),
  amount_cents: 100,
  attempt_id: 'subs_1:1:1',
  charge_id: 'pix_char_none',
  collect_on: '2020-01-01',
  first_on: '2020-01-01',
  step: 'SENT',
  created_at: new Date(),
  updated_at: new Date(),
  ...over,
});

const cases: readonly [string, Invariant, (db: Db) => Promise<unknown>][] = [
  [
    'a paid charge lost its amount',
    paymentsAreWhole,
    (db) => db('charges').where({ status: 'PAID' }).update({ paid_amount_cents: null }),
  ],
  [
    'an open charge has a payment',
    paymentsAreWhole,
    (db) => db('charges').where({ status: 'PAID' }).update({ status: 'PENDING' }),
  ],
  [
    'a charge is open beside the payment of its checkout',
    paidCheckoutsAreClosed,
    (db) => db('charges').whereIn('checkout_id', ofOneTime(db)).update({ status: 'PENDING' }),
  ],
  [
    'a link counts another sum than its payments',
    checkoutsMatchPayments,
    (db) => db('checkouts').where({ frequency: 'MULTIPLE_PAYMENTS' }).increment('paid_amount_cents', 1),
  ],
  [
    'a checkout has another fee than its payment',
    checkoutsMatchPayments,
    (db) => db('checkouts').whereIn('id', ofOneTime(db)).update({ platform_fee_cents: 0 }),
  ],
  [
    'a checkout was paid twice',
    checkoutsArePaidOnce,
    (db) => db('checkouts').where({ frequency: 'MULTIPLE_PAYMENTS' }).update({ frequency: 'ONE_TIME', status: 'PAID' }),
  ],
  [
    'a charge is of the checkout of another store',
    checkoutsArePaidOnce,
    (db) => db('checkouts').whereIn('id', ofOneTime(db)).update({ store_id: 'store_other' }),
  ],
  ['a coupon counts one use too many', couponsMatchRedemptions, (db) => db('coupons').increment('redeems_count', 1)],
  ['a redemption was lost', couponsMatchRedemptions, (db) => db('coupon_redemptions').delete()],
  ...orphanCases,
  ['a refund was lost', refundsMatchCharges, (db) => db('refunds').where({ status: 'COMPLETE' }).delete()],
  [
    'a charge is PAID though its money is back',
    refundsMatchCharges,
    (db) => db('charges').where({ status: 'REFUNDED' }).update({ status: 'PAID' }),
  ],
  [
    'less came back than was paid',
    refundsMatchCharges,
    (db) => db('refunds').where({ status: 'COMPLETE' }).update({ amount_cents: 1 }),
  ],
  ['a refund is under way since yesterday', refundsEnd, (db) => db('refunds').update({ requested_at: hoursAgo(25) })],
  [
    'a refund was sent that nobody had approved',
    noRefundIsSentUnapproved,
    async (db) => {
      // What refuses it is gone.
      await db.raw('alter table refunds drop constraint refunds_approved_first_check');
      const asked = { requested_by_kind: 'USER', requested_by: 'user_1', approval_expires_at: db.raw('now()') };
      await db('refunds')
        .where({ status: 'COMPLETE' })
        .update({ ...asked, approval_status: 'WAITING' });
    },
  ],
  [
    'the money of a refund came back',
    refundsReachPayers,
    (db) =>
      db('refunds')
        .where({ status: 'COMPLETE' })
        .update({ bounced_at: db.raw('now()') }),
  ],
  ['a dispute was lost', disputesMatchCharges, (db) => db('disputes').where({ status: 'OPEN' }).delete()],
  [
    'a lost dispute left its charge PAID',
    disputesMatchCharges,
    (db) => db('charges').where({ status: 'CHARGED_BACK' }).update({ status: 'PAID' }),
  ],
  [
    'a charge was never expired',
    nothingIsOpenForEver,
    (db) =>
      db('charges')
        .where({ status: 'PENDING', method: 'PIX' })
        .update({ expires_at: hoursAgo(2) }),
  ],
  [
    'a checkout was never expired',
    nothingIsOpenForEver,
    (db) =>
      db('checkouts')
        .where({ status: 'PENDING' })
        .update({ expires_at: hoursAgo(2) }),
  ],
  [
    'a job has set a row aside',
    noRowIsSetAside,
    (db) => {
      const at = billing.clock.real();
      const row = { store_id: 'store_1', dev_mode: true, job: 'ERASURE', id: 'cust_1', failures: 1 };
      return db('set_aside').insert({ ...row, since: at, run_at: at });
    },
  ],
  [
    'a subscription is ACTIVE without its payment',
    agreementsArePaid,
    (db) => db('agreements').update({ charge_id: 'card_absent' }),
  ],
  [
    'a voided attempt has collected',
    attemptsMatchCharges,
    (db) => db('cycle_attempts').update({ voided_at: db.raw('now()') }),
  ],
  [
    'an attempt collected for another subscription',
    attemptsMatchCharges,
    (db) => db('cycle_attempts').update({ subscription_id: 'subs_other' }),
  ],
  ...outsideMoneyCases(() => billing.clock.real()),
  ['a bank has kept a debit for a week', debitsEnd, (db) => db('pix_debits').insert(aDebit({}))],
  [
    'a debit is over and its charge still waits',
    debitsMatchCharges,
    async (db) => {
      const open = (await db('charges').where({ status: 'PENDING' }).first('id')) as { id: string };
      await db('pix_debits').insert(aDebit({ charge_id: open.id, step: 'DONE' }));
    },
  ],
];

const today = () => billing.clock.real().toISOString().slice(0, 10);
const aDebitOf =
  (chargeStatus: string, steps: readonly string[]) =>
  async (db: Db): Promise<void> => {
    const charge = (await db('charges').where({ status: chargeStatus }).first('id')) as { id: string };
    for (const [index, step] of steps.entries()) {
      const own = {
        txid: String(index).repeat(32),
        cycle_number: index + 1,
        attempt_id: `subs_1:${String(index + 1)}:1`,
      };
      await db('pix_debits').insert(aDebit({ ...own, charge_id: charge.id, step, collect_on: today() }));
    }
  };

/** States that the rows have in which `everything` leaves none, each as a change that leaves every invariant whole. */
const otherStates: readonly [string, (db: Db) => Promise<unknown>][] = [
  ['charges expired', allTo('charges', { status: 'EXPIRED' }, { status: 'PENDING' })],
  ['charges were cancelled', allTo('charges', { status: 'CANCELLED' }, { status: 'PENDING' })],
  ['checkouts expired', allTo('checkouts', { status: 'EXPIRED' }, { status: 'PENDING' })],
  ...allOf('agreements', ['STARTING', 'REFUSED', 'ENDED']),
  ...allOf('coupons', ['INACTIVE', 'EXPIRED', 'DELETED']),
  ['uses of coupons are free again', allTo('coupon_redemptions', { status: 'FREED' }, { status: 'RESERVED' })],
  ['debits are under way', aDebitOf('PENDING', ['SEND', 'RETRY', 'SENT'])],
  ['debits failed', aDebitOf('FAILED', ['FAILED'])],
  ['debits are done', aDebitOf('PAID', ['DONE'])],
  ...orphanStates,
  ...keyPaymentStates(() => billing.clock.real()),
  ...refundStates,
];

describe('the invariants of billing', () => {
  it('hold on charges, checkouts, coupons, refunds, disputes and subscriptions in every state', async () => {
    expect(await violatedInvariants(billing.db, invariants, billing.clock.real(), () => Promise.resolve())).toEqual([]);
  });

  it.each(cases)('find that %s', async (_what, { name }, damage) => {
    expect(await violatedInvariants(billing.db, invariants, billing.clock.real(), damage)).toContain(name);
  });

  it('are each proved to see a violation', () => {
    expect(new Set(cases.map(([, { name }]) => name))).toEqual(new Set(invariants.map(({ name }) => name)));
  });

  it('are watched together with those of every service', () => {
    const names = billingInvariants.map(({ name }) => name);
    expect(names).toEqual([...invariants.map(({ name }) => name), 'outbox_is_published', 'no_fact_is_dead']);
  });

  it.each(otherStates)('hold when %s', async (_what, change) => {
    expect(await violatedInvariants(billing.db, invariants, billing.clock.real(), change)).toEqual([]);
  });

  it('have met every state that their tables can have', async () => {
    const changes = otherStates.map(([, change]) => change);
    expect(await unseenStates(billing.db, invariants, changes)).toEqual([]);
  });

  it('let rows stay for years in every state but these', async () => {
    const inYears = new Date(billing.clock.real().getTime() + 5 * 365 * 86_400_000);
    expect(await statesThatMustEnd(billing.db, invariants, inYears)).toEqual([
      'nothing_is_open_for_ever: charges.status = PENDING',
      'nothing_is_open_for_ever: checkouts.status = PENDING',
      ...['WAITING', 'APPROVED', 'REJECTED', 'EXPIRED'].map(
        (status) => `refunds_end: refunds.approval_status = ${status}`,
      ),
      'refunds_end: refunds.status = PENDING',
      // Of those that are PENDING.
      ...['RESERVE', 'TAKE_BACK', 'APPROVE', 'SEND', 'WATCH', 'DONE'].map(
        (step) => `refunds_end: refunds.step = ${step}`,
      ),
    ]);
  });
});
