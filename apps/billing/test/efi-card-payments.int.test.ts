import type { Charge } from '@pitanga/contracts';
import type { Tenant } from '@pitanga/core';
import { startBeforeAll } from '@pitanga/testing';
import { advanceDueRefunds } from '../src/jobs/advance-refunds';
import { createPixSyncDrain } from '../src/jobs/drain-pix-syncs';
import { finishCardCharges } from '../src/jobs/finish-card-charges';
import { aProduct, call, eventTypes, firstPage as page, startBilling, type Billing } from './billing-harness';
import { anEfiStore, startEfiAccount, stopEfiAccount, type EfiAccount } from './efi-account';
import { aRefund } from './money-back';
import { payPage } from './page-requests';
import { aCardCharge } from './payment-requests';

const billing: Billing = startBeforeAll(() => startBilling({ settings: { PUBLIC_URL: 'https://pitanga.test' } }));
let account: EfiAccount;
let tenant: Tenant;
let drain: () => Promise<void>;
const payeeCode = '0123456789abcdef0123456789abcdef';
const dayMs = 86_400_000;

beforeAll(async () => {
  account = await startEfiAccount(billing);
});
beforeEach(async () => {
  tenant = await anEfiStore(billing, account, { methods: ['PIX', 'CARD'], payeeCode });
  drain = createPixSyncDrain(billing.deps);
});
afterAll(() => stopEfiAccount(account));

const customer = {
  name: 'Ana Souza',
  taxId: '52998224725',
  email: 'ana@loja.example',
  cellphone: '(11) 98765-4321',
  metadataJson: '{}',
};

async function aToken(number = '4242424242424240'): Promise<string> {
  const paymentMethod = `efi_${account.efi.cardToken(number)}_visa_${number.slice(-4)}_122030`;
  const noCard = { number: '', expMonth: 0, expYear: 0, cvv: '' };
  const made = await billing.cards.createCardToken(
    { tenant, ...noCard, holderName: 'ANA SOUZA', paymentMethod },
    call(),
  );
  return made.id;
}

async function charge(token: string, over: object = {}): Promise<Charge> {
  const request = { ...aCardCharge(tenant, token), customer, ...over };
  const { charge: made } = await billing.charges.createCardCharge(request, call());
  if (!made) throw new Error('no charge');
  return made;
}
const readCharge = async ({ id }: Charge) => (await billing.charges.getCharge({ tenant, id }, call())).charge;
const countEvents = async (type: string) => (await eventTypes(billing, tenant)).filter((one) => one === type).length;
/** Efí takes none by its API, which is no answer that was given. */
async function expectNoAnswer({ id: chargeId }: Charge): Promise<void> {
  const { disputes } = await billing.disputes.listDisputes({ tenant, page, chargeId, state: undefined }, call());
  const asked = { tenant, id: disputes[0]?.id ?? '', evidence: undefined, submit: true };
  await expect(billing.disputes.answerDispute(asked, call())).rejects.toMatchObject({
    reason: 'DISPUTE_ANSWER_UNSUPPORTED',
  });
}
const isOfPending = (id: string) => billing.db('charges').where({ store_id: tenant.storeId, id }).first('status');

describe('a card by Efí', () => {
  it('is what the page says of Efí’s token, is paid in parts, and pays again by its saved token', async () => {
    expect((await billing.cards.readCardFields({ tenant }, call())).fields).toMatchObject({
      kind: 'CARD_FIELDS_KIND_EFI',
      payeeCode,
      scriptUrl: expect.stringMatching(/^https:\/\/cdn\.jsdelivr\.net\/npm\/payment-token-efi@\d/) as string,
    });
    const paid = await charge(await aToken(), { installmentCount: 3 });
    expect(paid).toMatchObject({
      status: 'CHARGE_STATUS_PAID',
      paidAmountCents: 10_000,
      card: { brand: 'VISA', lastFour: '4240' },
    });
    expect(account.efi.findCharges(paid.id)).toMatchObject([{ payment: { installments: 3 } }]);
    expect(await charge(paid.card?.cardToken ?? '')).toMatchObject({ status: 'CHARGE_STATUS_PAID' });
  });

  it('of a payer without a phone is declined by a sentence that names it, and nothing is made at Efí', async () => {
    const failed = await charge(await aToken(), {
      customer: { ...customer, taxId: '12345678909', cellphone: undefined },
    });
    expect(failed).toMatchObject({
      status: 'CHARGE_STATUS_FAILED',
      failure: { code: 'payer_data_missing', message: expect.stringContaining('customer.cellphone') as string },
    });
    expect(account.efi.findCharges(failed.id)).toEqual([]);
  });

  it('is offered for one more product only where Efí would have all that it asks of the payer', async () => {
    const upsellProduct = await aProduct(billing, tenant, 4_900);
    const { aCheckout, payByCard, resolve } = payPage(() => billing);
    const { id } = await aCheckout(tenant, { methods: ['PAYMENT_METHOD_CARD'], upsellProduct, customer });
    const paymentMethod = `efi_${account.efi.cardToken('4242424242424240')}_visa_4240_122030`;
    const noCard = { number: '', expMonth: 0, expYear: 0, cvv: '' };
    const payer = { taxId: customer.taxId, email: customer.email, cellphone: customer.cellphone };
    await payByCard(tenant, id, { ...noCard, ...payer, paymentMethod });
    expect((await resolve(id)).upsell).toMatchObject({ cardLastFour: '4240' });
    await billing.db('customers').where({ store_id: tenant.storeId }).update({ cellphone: null });
    expect((await resolve(id)).upsell).toBeUndefined();
  });

  it('in review is paid once its notification says so, however often it comes', async () => {
    const token = await aToken('4242424242424249');
    await expect(charge(token)).rejects.toMatchObject({ reason: 'EFI_CARD_IN_REVIEW' });
    const { id } = (await billing.db('charges').where({ store_id: tenant.storeId }).first('id')) as { id: string };
    expect(await isOfPending(id)).toMatchObject({ status: 'PENDING' });
    billing.clock.advance(61_000);
    await finishCardCharges(billing.deps);
    expect(await isOfPending(id)).toMatchObject({ status: 'PENDING' });
    account.efi.review(id, 'approved');
    await account.efi.deliverDue(2);
    await drain();
    await drain();
    expect(await isOfPending(id)).toMatchObject({ status: 'PAID' });
    expect(await countEvents('charge.paid')).toBe(1);
  });

  it('that is contested has a dispute, which is decided by where its money stands then', async () => {
    const paid = await charge(await aToken());
    for (const [state, status] of [
      ['contested', 'CHARGE_STATUS_UNDER_DISPUTE'],
      ['refunded', 'CHARGE_STATUS_CHARGED_BACK'],
    ] as const) {
      const [booked] = account.efi.findCharges(paid.id);
      if (!booked) throw new Error('no charge at Efí');
      account.efi.books.move(booked, state);
      await account.efi.deliverDue(2);
      await drain();
      expect((await readCharge(paid))?.status).toBe(status);
      if (state === 'contested') await expectNoAnswer(paid);
    }
    expect(await countEvents('dispute.opened')).toBe(1);
    expect(await countEvents('dispute.closed')).toBe(1);
  });

  it('is given back by one part a day, and a second one is refused before anything is held', async () => {
    const paid = await charge(await aToken());
    const refund = (amountCents?: number) =>
      billing.refunds.createRefund(aRefund(tenant, paid.id, { amountCents }), call());
    const statuses = async () =>
      (await billing.db('refunds').where({ store_id: tenant.storeId }).orderBy('id').pluck('status')) as string[];
    await refund(1_000);
    await advanceDueRefunds(billing.deps);
    expect(await statuses()).toEqual(['COMPLETE']);
    // What remains is a part, too.
    for (const amount of [2_000, undefined]) {
      await expect(refund(amount)).rejects.toMatchObject({ reason: 'REFUND_ONE_PART_A_DAY' });
    }
    billing.clock.advance(dayMs);
    await refund();
    await advanceDueRefunds(billing.deps);
    expect(await statuses()).toEqual(['COMPLETE', 'COMPLETE']);
  });
});
