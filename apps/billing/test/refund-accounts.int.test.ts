import { cents, type AccountOwner, type Tenant } from '@pitanga/core';
import { transact } from '@pitanga/database';
import { startBeforeAll } from '@pitanga/testing';
import { confirmPayment } from '../src/charging/confirm-payment';
import { advanceDueRefunds } from '../src/jobs/advance-refunds';
import { configurePixAccount } from '../src/managing/pix-account-service';
import { settingsOf } from './bank-under-test';
import { aPixCharge, call, startBilling } from './billing-harness';
import { startFakeBank, type FakeBank } from './fake-bank';
import { aRefund, required, rowsOf } from './money-back';

const billing = startBeforeAll(startBilling);
let first: FakeBank;
let second: FakeBank;

beforeEach(async () => {
  const now = () => billing.clock.real();
  [first, second] = [await startFakeBank(now), await startFakeBank(now)];
});
afterEach(() => Promise.all([first.stop(), second.stop()]));

async function configure({ storeId }: Tenant, bank: FakeBank, over: object = {}): Promise<void> {
  await configurePixAccount(
    billing.deps,
    storeId,
    JSON.stringify(settingsOf(bank, { registerWebhook: false, ...over })),
  );
}

/** A refund that the first bank got, and whose response was lost. */
async function aSentRefund(): Promise<Tenant> {
  const tenant = await billing.configuredStore(false);
  await configure(tenant, first);
  const charge = required((await billing.charges.createPixCharge(aPixCharge(tenant), call())).charge);
  const { endToEndId, horario } = first.books.pay(required(charge.pix).txid);
  const notice = { rail: 'PIX', reference: endToEndId, paidAt: new Date(horario), payer: undefined } as const;
  await transact(billing.deps, (tx) =>
    confirmPayment(tx, tenant, { ...notice, chargeId: charge.id, amountCents: cents(charge.amountCents) }),
  );
  await billing.refunds.createRefund(aRefund(tenant, charge.id), call());
  first.books.refundStatus = 'EM_PROCESSAMENTO';
  first.loseAnswer('PUT', 'cut');
  await advanceDueRefunds(billing.deps);
  expect(await refundOf(tenant)).toMatchObject({ status: 'PENDING', step: 'WATCH' });
  first.books.returns().forEach((made) => (made.status = 'DEVOLVIDO'));
  return tenant;
}

const refundOf = async (tenant: Tenant) => required((await rowsOf(billing, 'refunds', tenant))[0]);
const holdOf = async (tenant: Tenant) => billing.ledger.holds.get(String((await refundOf(tenant))['id']))?.state;

async function anHourOfTries(): Promise<void> {
  for (let minute = 0; minute < 60; minute += 10) {
    billing.clock.advance(600_000);
    await advanceDueRefunds(billing.deps);
  }
}

test.each([
  ['another bank', () => [second, {}] as const],
  ['another key at the same bank', () => [first, { pixKey: 'another-key' }] as const],
])(
  'a refund is asked about only where it was sent: with %s it waits until that account is there again',
  async (_name, other) => {
    const tenant = await aSentRefund();
    const [bank, over] = other();
    await configure(tenant, bank, over);
    const returns = jest.spyOn(first.books, 'getReturn');
    await anHourOfTries();
    expect(await refundOf(tenant)).toMatchObject({ status: 'PENDING', step: 'WATCH' });
    expect([await holdOf(tenant), second.seen, returns.mock.calls]).toEqual(['HELD', [], []]);
    await configure(tenant, first);
    await anHourOfTries();
    expect(await refundOf(tenant)).toMatchObject({ status: 'COMPLETE' });
    expect([await holdOf(tenant), first.books.returns().length]).toEqual(['SETTLED', 1]);
  },
);

test('new credentials of the same account do not delay a refund, and the name of the account contains neither key nor secret', async () => {
  const tenant = await aSentRefund();
  const { account } = await refundOf(tenant);
  expect(account).toMatch(/^[0-9a-f]{64}$/);
  await configure(tenant, first, { headers: { 'x-of-this-bank': 'other' } });
  await anHourOfTries();
  expect(await refundOf(tenant)).toMatchObject({ status: 'COMPLETE', account });
});

test('a refund that an earlier version sent without an account is watched as before', async () => {
  const tenant = await aSentRefund();
  await billing.db('refunds').where({ store_id: tenant.storeId }).update({ account: null });
  await anHourOfTries();
  expect(await refundOf(tenant)).toMatchObject({ status: 'COMPLETE' });
});

describe('the owner of the account that sends a refund', () => {
  const connect = ({ storeId }: Tenant, bank: FakeBank, owner: AccountOwner) =>
    configurePixAccount(billing.deps, storeId, JSON.stringify(settingsOf(bank, { registerWebhook: false })), { owner });
  const pay = async (tenant: Tenant, reference: string, owner: AccountOwner, chargeId?: string) => {
    const charge = chargeId ?? required((await billing.charges.createPixCharge(aPixCharge(tenant), call())).charge).id;
    const notice = { rail: 'PIX', reference, paidAt: billing.clock.real(), payer: undefined, owner } as const;
    const { amountCents } = aPixCharge(tenant);
    await transact(billing.deps, (tx) =>
      confirmPayment(tx, tenant, { ...notice, chargeId: charge, amountCents: cents(amountCents) }),
    );
    return charge;
  };
  /** As the merchant's own bank attests it, with the id of a payment that the operator's bank did take. */
  const taken = async (tenant: Tenant): Promise<string> => {
    const { charge } = await billing.charges.createPixCharge(aPixCharge(tenant), call());
    return second.books.pay(required(required(charge).pix).txid).endToEndId;
  };
  const reason = async (tenant: Tenant) => {
    const { status, failure_reason: failure, step } = await refundOf(tenant);
    return [status, failure, step];
  };

  test('is whose money it is held for', async () => {
    const tenant = await billing.configuredStore(false);
    await connect(tenant, first, 'OPERATOR');
    const charge = await pay(tenant, 'E1', 'MERCHANT');
    await billing.refunds.createRefund(aRefund(tenant, charge), call());
    expect(billing.ledger.reserves.at(-1)?.accountOwner).toBe('ACCOUNT_OWNER_OPERATOR');
  });

  test('never sends what was held for another’s, whose money comes back', async () => {
    const tenant = await billing.configuredStore(false);
    await connect(tenant, second, 'OPERATOR');
    const endToEndId = await taken(tenant);
    await connect(tenant, first, 'MERCHANT');
    const charge = await pay(tenant, endToEndId, 'MERCHANT');
    await billing.refunds.createRefund(aRefund(tenant, charge), call());
    await connect(tenant, second, 'OPERATOR');
    await advanceDueRefunds(billing.deps);
    expect([await reason(tenant), await holdOf(tenant)]).toEqual([['FAILED', 'ACCOUNT_CHANGED', 'DONE'], 'RELEASED']);
    expect(second.books.returns()).toEqual([]);
  });

  test('never returns an overpayment that another’s account attested', async () => {
    const tenant = await billing.configuredStore(false);
    await connect(tenant, second, 'OPERATOR');
    const endToEndId = await taken(tenant);
    await connect(tenant, first, 'MERCHANT');
    const charge = await pay(tenant, 'E2', 'MERCHANT');
    await pay(tenant, endToEndId, 'MERCHANT', charge);
    await connect(tenant, second, 'OPERATOR');
    await advanceDueRefunds(billing.deps);
    expect(await reason(tenant)).toEqual(['FAILED', 'ACCOUNT_CHANGED', 'DONE']);
    expect(second.books.returns()).toEqual([]);
  });
});
