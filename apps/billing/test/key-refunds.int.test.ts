import { cents, type Tenant } from '@pitanga/core';
import { transact } from '@pitanga/database';
import { startInter, type InterAccount } from './inter-account';
import { confirmPayment } from '../src/charging/confirm-payment';
import { advanceDueRefunds } from '../src/jobs/advance-refunds';
import { call, startBilling, type Billing } from './billing-harness';
import { interSettings } from './inter-under-test';
import { readRefund, refund, refundedState } from './money-back';
import { createStripeBoleto as createBoleto } from './stripe-boleto-requests';
import { startTransfersStandIn, type TransfersStandIn } from './transfers-stand-in';

let payouts: TransfersStandIn;
let billing: Billing;
let inter: InterAccount;
beforeAll(async () => {
  payouts = await startTransfersStandIn();
  billing = await startBilling({ settings: { PAYOUTS_ADDRESS: payouts.address } });
  inter = await startInter(() => billing.clock.real());
});
beforeEach(() => {
  payouts.sent.length = 0;
  payouts.owner = 'ACCOUNT_OWNER_MERCHANT';
});
afterAll(async () => {
  await billing.stop();
  await inter.stop();
  await payouts.stop();
});

/** A boleto of production that was paid by its line. */
async function aPaidBoleto(): Promise<{ readonly tenant: Tenant; readonly id: string }> {
  const tenant = await billing.configuredStore(false);
  const settingsJson = JSON.stringify(interSettings(inter, { registerWebhook: false }));
  const owner = 'ACCOUNT_OWNER_MERCHANT' as const;
  await billing.pix.configurePixAccount({ storeId: tenant.storeId, settingsJson, check: false, owner }, call());
  const { id, amountCents } = await createBoleto(billing, tenant);
  const notice = {
    chargeId: id,
    rail: 'BOLETO',
    reference: `paid-${id}`,
    payer: undefined,
    owner: 'MERCHANT',
  } as const;
  await transact(billing.deps, (tx) =>
    confirmPayment(tx, tenant, { ...notice, amountCents: cents(amountCents), paidAt: billing.clock.real() }),
  );
  return { tenant, id };
}

/** The payer's own tax id. */
const payersKey = { pixKey: '12345678909', pixKeyType: 'CPF' };
const advance = async (seconds: number): Promise<void> => {
  billing.clock.advance(seconds * 1_000);
  await advanceDueRefunds(billing.deps);
};

it('a boleto goes back to the payer’s key through the account that sends payouts, once', async () => {
  const { tenant, id } = await aPaidBoleto();
  payouts.losesAnswer = true;
  const asked = await refund(billing, tenant, id, { ...payersKey, amountCents: 4_000 });
  for (const seconds of [0, 5, 60, 600]) await advance(seconds);
  const order = { id: asked.id, amountCents: 4_000, pixKeyType: 'CPF', pixKey: '12345678909' };
  expect(payouts.sent).toMatchObject([{ ...order, owner: 'ACCOUNT_OWNER_MERCHANT' }]);
  payouts.end(asked.id, {
    status: 'PAYOUT_STATUS_COMPLETE',
    endToEndId: 'E1234',
    providerAccount: 'HTTP_PAYOUTS',
  });
  await advance(3_600);
  expect(await readRefund(billing, tenant, asked.id)).toMatchObject({ status: 'REFUND_STATUS_COMPLETE' });
  expect(await refundedState(billing, id)).toEqual(['PAID', 4_000]);
  // By the account that paid it out, and not by the one at which the boleto was paid.
  expect(billing.ledger.holds.get(asked.id)).toMatchObject({ state: 'SETTLED', sentBy: 'HTTP_PAYOUTS' });
});

it('one that payouts could not send fails with the reason, and gives the money back', async () => {
  const { tenant, id } = await aPaidBoleto();
  const asked = await refund(billing, tenant, id, payersKey);
  await advance(0);
  const failure = 'PAYOUT_FAILURE_REASON_ACCOUNT_CLOSED' as const;
  payouts.end(asked.id, { status: 'PAYOUT_STATUS_FAILED', failure, providerCode: 'AC03' });
  await advance(3_600);
  expect(await readRefund(billing, tenant, asked.id)).toMatchObject({
    status: 'REFUND_STATUS_FAILED',
    failure: 'REFUND_FAILURE_REASON_ACCOUNT_CLOSED',
    providerCode: 'AC03',
  });
  expect(billing.ledger.holds.get(asked.id)?.state).toBe('RELEASED');
});

it('another’s key is refused by the look-up of that account, and nothing is held', async () => {
  const { tenant, id } = await aPaidBoleto();
  payouts.owners.set('EMAIL bia@example.com', '***.982.247-**');
  const theirs = { pixKey: 'bia@example.com', pixKeyType: 'EMAIL' };
  await expect(refund(billing, tenant, id, theirs)).rejects.toMatchObject({ reason: 'PIX_KEY_NOT_PAYER' });
  expect(payouts.sent).toEqual([]);
});

it('without an account that sends, nothing is written', async () => {
  const { tenant, id } = await aPaidBoleto();
  payouts.owner = undefined;
  await expect(refund(billing, tenant, id, payersKey)).rejects.toMatchObject({ reason: 'PROVIDER_NOT_CONFIGURED' });
  expect(await billing.db('refunds').where({ store_id: tenant.storeId })).toEqual([]);
});

it('is a capability of boletos where the store has such an account', async () => {
  const { tenant } = await aPaidBoleto();
  const read = async () => {
    const { methods } = await billing.capabilities.getCapabilities({ tenant }, call());
    return methods.find(({ method }) => method === 'PAYMENT_METHOD_BOLETO');
  };
  expect(await read()).toMatchObject({ refunds: true, refundNeedsKey: true });
  payouts.owner = undefined;
  expect(await read()).toMatchObject({ refunds: false, refundNeedsKey: false });
});
