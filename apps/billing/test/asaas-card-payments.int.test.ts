import type { Charge } from '@pitanga/contracts';
import type { Tenant } from '@pitanga/core';
import { startAsaasStandIn, startBeforeAll, testIds, type AsaasStandIn } from '@pitanga/testing';
import { advanceDueRefunds } from '../src/jobs/advance-refunds';
import { createAsaasSyncDrain } from '../src/jobs/drain-asaas-syncs';
import { finishCardActions } from '../src/jobs/finish-card-actions';
import { anAsaasStore } from './asaas-account';
import { aProduct, call, eventTypes, startBilling } from './billing-harness';
import { payPage } from './page-requests';
import { the } from './payment-requests';
import { resumeCard } from './stripe-account';
import { pageSubscriptions, subscriptionRequests } from './subscription-requests';

const billing = startBeforeAll(startBilling);
let asaas: AsaasStandIn;
let drain: () => Promise<void>;
let tenant: Tenant;

beforeEach(async () => {
  asaas = await startAsaasStandIn(() => billing.clock.real());
  drain = createAsaasSyncDrain(billing.deps);
  tenant = await anAsaasStore(billing, asaas, { keepsCards: true });
});
afterEach(async () => {
  await billing.db('asaas_syncs').delete();
  await asaas.stop();
});

const { aCheckout, payByCard, read, resolve } = payPage(() => billing);
const { aPlan, byCard: subscribeByCard, started } = pageSubscriptions(() => billing);
const { aCycle } = subscriptionRequests(() => billing);

const card = ['PAYMENT_METHOD_CARD' as const];
const payer = { holderName: 'Ana Souza', taxId: '52998224725' };
const typed = { number: '', cvv: '', expMonth: 0, expYear: 0, isTypedAtProvider: true };
const minutesMs = 60_000;
const readCharge = async ({ id }: Charge): Promise<Charge> => {
  const { charge } = await billing.charges.resolveCharge({ id }, call());
  if (!charge) throw new Error('no charge');
  return charge;
};
const paidEvents = async () => (await eventTypes(billing, tenant)).filter((type) => type === 'charge.paid').length;
const refundRows = () =>
  billing.db('refunds').where({ store_id: tenant.storeId }).select('kind', 'status', 'amount_cents', 'provider');

/** A payer has pressed the button of a page, and is on their way to Asaas. */
async function begin(over: object = {}, key = testIds.token(20)) {
  const { id } = await aCheckout(tenant, { methods: card, maxInstallments: 10 });
  const answer = await payByCard(tenant, id, { ...typed, ...payer, ...over }, key);
  return { id, key, charge: the(answer), actionUrl: answer.actionUrl };
}

describe('a checkout that is paid by card on the page of Asaas', () => {
  it('waits for the payer, shows no card before it is typed, and is paid when the payer comes back', async () => {
    const { id, key, charge, actionUrl } = await begin();
    expect(charge).toMatchObject({ status: 'CHARGE_STATUS_PENDING', card: { brand: 'UNKNOWN', lastFour: '' } });
    expect(actionUrl).toBe(`http://pitanga.test/card-actions/${charge.id}`);
    expect(await resolve(id)).toMatchObject({
      cardFields: { kind: 'CARD_FIELDS_KIND_HOSTED' },
      cardInstallmentsMax: 12,
      payment: { id: charge.id },
    });
    // The form again is the same payment.
    expect(the(await payByCard(tenant, id, { ...typed, ...payer }, key)).id).toBe(charge.id);
    const state = await resumeCard(billing, charge.id);
    expect(state.actionUrl).toBe(`${asaas.books.origin}/i/${asaas.findPayments(charge.id)[0]?.id.slice(4) ?? ''}`);
    asaas.payByCard(charge.id);
    expect((await resumeCard(billing, charge.id)).actionUrl).toBeUndefined();
    expect(await readCharge(charge)).toMatchObject({
      status: 'CHARGE_STATUS_PAID',
      card: { brand: 'VISA', lastFour: '4444' },
    });
    expect((await read(tenant, id)).checkout?.status).toBe('CHECKOUT_STATUS_PAID');
    expect(asaas.books.customers).toMatchObject([{ cpfCnpj: payer.taxId, notificationDisabled: true }]);
  });

  it('says that a card is typed again for one more product where Asaas has kept none', async () => {
    const upsellProduct = await aProduct(billing, tenant, 4_900);
    const { id } = await aCheckout(tenant, { methods: card, upsellProduct });
    const charge = the(await payByCard(tenant, id, { ...typed, ...payer }));
    asaas.payByCard(charge.id);
    await resumeCard(billing, charge.id);
    expect((await resolve(id)).upsell?.cardLastFour).toBe('4444');
    await billing.db('cards').where({ store_id: tenant.storeId }).update({ vault_reference: 'page' });
    expect((await resolve(id)).upsell).toMatchObject({ method: card[0], cardLastFour: undefined });
  });

  it('is paid by the event when the payer closes the browser there, once for all installments', async () => {
    const { charge } = await begin({ installmentCount: 10 });
    expect(asaas.findPayments(charge.id)).toHaveLength(10);
    asaas.payByCard(charge.id);
    await asaas.deliverDue();
    await drain();
    expect(await readCharge(charge)).toMatchObject({ status: 'CHARGE_STATUS_PAID', paidAmountCents: 10_000 });
    for (const payment of asaas.findPayments(charge.id)) asaas.credit(payment);
    await asaas.deliverDue();
    await drain();
    expect([await paidEvents(), await refundRows()]).toEqual([1, []]);
  });

  it('is found in the list of what was paid when no event comes', async () => {
    const { charge } = await begin();
    await drain();
    asaas.payByCard(charge.id);
    billing.clock.advance(11 * minutesMs);
    await drain();
    await drain();
    expect((await readCharge(charge)).status).toBe('CHARGE_STATUS_PAID');
  });

  it('is read seldom by the job, and is deleted there and FAILED after half an hour', async () => {
    const { charge } = await begin();
    const reads = () => asaas.seen.filter((name) => name.startsWith('GET /payments/')).length;
    const before = reads();
    for (let minute = 0; minute < 9; minute += 1) {
      billing.clock.advance(minutesMs);
      await finishCardActions(billing.deps);
    }
    expect(reads()).toBe(before);
    billing.clock.advance(25 * minutesMs);
    await finishCardActions(billing.deps);
    expect(await readCharge(charge)).toMatchObject({ status: 'CHARGE_STATUS_FAILED' });
    expect(asaas.findPayments(charge.id)).toMatchObject([{ deleted: true }]);
  });

  it('that was given up and is paid all the same goes back once', async () => {
    const { charge } = await begin();
    await resumeCard(billing, charge.id, true);
    expect((await readCharge(charge)).status).toBe('CHARGE_STATUS_FAILED');
    asaas.books.paysDeleted = true;
    asaas.payByCard(charge.id);
    await asaas.deliverDue();
    await drain();
    expect(await refundRows()).toMatchObject([{ kind: 'OVERPAYMENT', provider: 'asaas' }]);
    asaas.loseAnswer(/^POST .*\/refund$/);
    await advanceDueRefunds(billing.deps);
    billing.clock.advance(2 * minutesMs);
    await advanceDueRefunds(billing.deps);
    expect(asaas.findPayments(charge.id)[0]?.refunds).toHaveLength(1);
    expect(await refundRows()).toMatchObject([{ status: 'COMPLETE' }]);
  });

  it('charges nothing twice when it was paid there while the payer gave it up here', async () => {
    const { charge } = await begin();
    asaas.payByCard(charge.id);
    await resumeCard(billing, charge.id, true);
    expect((await readCharge(charge)).status).toBe('CHARGE_STATUS_PAID');
    expect(await refundRows()).toEqual([]);
  });
});

describe('a subscription by a card that is typed on the page of Asaas', () => {
  it('begins when its first payment is made there, and renews by the kept card', async () => {
    const { id } = await aPlan(tenant, { methods: card });
    const { charge } = await subscribeByCard(tenant, id, typed);
    expect(await started(tenant)).toEqual([]);
    asaas.payByCard(charge?.id ?? '');
    const { subscriptionId = '' } = await resumeCard(billing, charge?.id ?? '');
    expect(await started(tenant)).toMatchObject([{ subscriptionId }]);
    const renewed = (await aCycle(tenant, subscriptionId)).charge;
    expect(renewed).toMatchObject({ status: 'CHARGE_STATUS_PAID', card: { lastFour: '4444' } });
    expect(asaas.books.payments.map(({ status }) => status)).toEqual(['CONFIRMED', 'CONFIRMED']);
  });

  it('is refused where the account may not keep cards, before anything is written, and a trial always', async () => {
    const other = await anAsaasStore(billing, asaas);
    await expect(aPlan(other, { methods: card })).rejects.toMatchObject({ reason: 'CARD_CANNOT_RENEW' });
    await expect(aPlan(tenant, { methods: card, trialDays: 7 })).rejects.toMatchObject({
      reason: 'CARD_CANNOT_VERIFY',
    });
    const { methods } = await billing.capabilities.getCapabilities({ tenant: other }, call());
    expect(methods.find(({ method }) => method === 'PAYMENT_METHOD_CARD')).toMatchObject({
      renews: false,
      verifies: false,
      isTypedAtProvider: true,
    });
  });

  it('takes no card number and no payment method: there is no other way in', async () => {
    const number = { number: '4242424242424242', cvv: '123', expMonth: 12, expYear: 2036, holderName: 'ANA SOUZA' };
    for (const given of [number, { ...number, number: '', paymentMethod: 'pm_1' }]) {
      await expect(billing.cards.createCardToken({ tenant, ...given }, call())).rejects.toMatchObject({
        reason: 'CARD_TYPED_AT_PROVIDER',
      });
    }
  });
});
