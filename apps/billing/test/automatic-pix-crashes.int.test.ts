import type { CreateCheckoutRequest } from '@pitanga/contracts';
import { addDays, cents, type Tenant } from '@pitanga/core';
import { testIds } from '@pitanga/testing';
import { requireAutomaticPix } from '../src/charging/provider-for';
import { bookPayments } from '../src/renewing/settle-debit';
import { registerAuthorization } from '../src/subscribing/start-authorization';
import { findDebit } from '../src/debits/debit-repository';
import { anAutomaticStore } from './automatic-pix-requests';
import { automaticPixTests } from './automatic-pix-tests';
import { call, defaultSettings, eventTypes } from './billing-harness';
import { dyingAfter } from './dying-bank';
import { aCoupon } from './payment-requests';
import { aStore, configure } from './pix-bank';

const { at, bank, pix, rows } = automaticPixTests();
const onlyPix: Partial<CreateCheckoutRequest> = { methods: ['PAYMENT_METHOD_PIX'] };

describe('a crash while an authorisation is registered', () => {
  test.each([1, 2, 3])('after call %s makes no second authorisation and no second charge', async (calls) => {
    const tenant = await anAutomaticStore(at(), bank());
    const { id } = await pix.aPlan(tenant, onlyPix);
    const key = testIds.token(20);
    // The request dies before its first call.
    bank().failNext(50);
    await expect(pix.byPix(tenant, id, {}, key)).rejects.toMatchObject({ kind: 'UNAVAILABLE' });
    bank().failNext(0);
    const [row] = (await rows('agreements', tenant)) as { subscription_id: string }[];
    const subscriptionId = row?.subscription_id ?? '';
    const crashed = await dyingAfter(calls, at().deps, tenant);
    await expect(registerAuthorization(crashed, tenant, subscriptionId)).rejects.toThrow('the process ended');
    // The polls of the start go on with it.
    at().clock.advance(120_000);
    await pix.drain();
    expect(pix.books().recs.size).toBe(1);
    expect(await rows('charges', tenant)).toHaveLength(1);
    const { charge } = (await pix.resolve(id, subscriptionId)).subscription ?? {};
    await bank().pay(charge?.pix?.txid ?? '');
    await pix.drain();
    expect(await pix.started(tenant)).toMatchObject([{ subscriptionId }]);
  });

  test('a start that the bank never got ends by itself, and its coupon is free', async () => {
    const tenant = await anAutomaticStore(at(), bank());
    const code = await aCoupon(at(), tenant, { maxRedeems: 1 });
    const { id } = await pix.aPlan(tenant, { ...onlyPix, coupons: [code], allowCoupons: true });
    bank().failNext(50);
    await expect(pix.byPix(tenant, id, { coupons: [code] })).rejects.toMatchObject({ kind: 'UNAVAILABLE' });
    bank().failNext(0);
    pix.passDays(1.1);
    await pix.drain();
    await pix.drain();
    expect(await rows('agreements', tenant)).toMatchObject([{ status: 'REFUSED' }]);
    expect(await rows('coupon_redemptions', tenant)).toMatchObject([{ status: 'FREED' }]);
    expect(await rows('pix_syncs', tenant)).toEqual([]);
  });

  test('a bank that refuses the authorisation refuses the start', async () => {
    const tenant = await anAutomaticStore(at(), bank());
    const { id } = await pix.aPlan(tenant, onlyPix);
    bank().beforeAnswer = (request) => {
      // What the bank has given goes, so that the next call refers to nothing.
      if (request.endsWith('/locrec')) bank().books.automatic.refusesRecs = true;
      return Promise.resolve();
    };
    await expect(pix.byPix(tenant, id)).rejects.toMatchObject({
      reason: 'PIX_PROVIDER_REFUSED',
      message: 'The bank refused the authorisation of automatic Pix',
    });
    expect(await rows('agreements', tenant)).toMatchObject([{ status: 'REFUSED' }]);
  });
});

/** Its first attempt has failed, on the day that is ending. */
async function aFailedCycle(): Promise<{ tenant: Tenant; id: string; txid: string }> {
  const tenant = await anAutomaticStore(at(), bank());
  const id = await pix.aSubscription(tenant);
  await pix.charge(tenant, id);
  pix.passDays(7);
  await pix.failDay(id);
  return { tenant, id, txid: pix.cobrs(id)[0]?.txid ?? '' };
}

/** The bank has the request of a retry whose answer nobody got, and the attempt is not there any more. */
async function retryUnanswered(tenant: Tenant, id: string): Promise<void> {
  bank().failNext(50);
  await expect(pix.charge(tenant, id, 2, 1)).rejects.toMatchObject({ kind: 'UNAVAILABLE' });
  bank().failNext(0);
  at().clock.advance(31_000);
}

describe('a transfer that comes after its attempt has failed', () => {
  async function paidLate(tenant: Tenant, txid: string) {
    const debit = await findDebit(at().db, tenant, txid);
    pix.books().tryAgain(txid);
    pix.books().collect(txid);
    const reading = await (await requireAutomaticPix(at().deps, tenant)).readDebit(txid);
    if (!debit || !reading) throw new Error('the bank has no debit');
    return { debit, payments: reading.payments };
  }

  test('is returned, and never taken by the next attempt as well, also if the process ends there', async () => {
    const { tenant, id, txid } = await aFailedCycle();
    const { debit, payments } = await paidLate(tenant, txid);
    await bookPayments(at().deps, tenant, debit, payments);
    // Nothing after it runs.
    expect((await pix.charge(tenant, id, 2, 1)).charge?.status).toBe('CHARGE_STATUS_FAILED');
    expect(await rows('refunds', tenant)).toMatchObject([{ kind: 'OVERPAYMENT', reason: 'LATE' }]);
  });

  test('is the next attempt’s if that has begun, and then it is not returned', async () => {
    const { tenant, id, txid } = await aFailedCycle();
    const stale = await findDebit(at().db, tenant, txid);
    await retryUnanswered(tenant, id);
    const { payments } = await paidLate(tenant, txid);
    if (!stale) throw new Error('no debit');
    const booked = bookPayments(at().deps, tenant, stale, payments);
    await expect(booked).rejects.toMatchObject({ reason: 'ATTEMPT_IN_FLIGHT' });
    await pix.drain();
    expect((await pix.charge(tenant, id, 2, 1)).charge?.status).toBe('CHARGE_STATUS_PAID');
    expect(await rows('refunds', tenant)).toEqual([]);
  });
});

describe('a request that reaches the bank after its attempt has ended', () => {
  test('of a retry that was taken back is read until it has paid, and returned, without a callback', async () => {
    const { tenant, id, txid } = await aFailedCycle();
    const day = addDays(pix.today(), 1);
    await retryUnanswered(tenant, id);
    expect((await pix.voids(tenant, id, 2)).outcome).toBe('ATTEMPT_OUTCOME_VOIDED');
    // Now it arrives.
    await (await requireAutomaticPix(at().deps, tenant)).retryDebit(txid, day);
    at().clock.advance(121_000);
    await pix.drain();
    pix.passDays(1);
    pix.books().collect(txid);
    await pix.drain();
    expect(await rows('refunds', tenant)).toMatchObject([{ kind: 'OVERPAYMENT', reason: 'LATE' }]);
    expect(await rows('pix_syncs', tenant).where({ txid })).toEqual([]);
  });

  test('of a debit that was refused before is cancelled there', async () => {
    const tenant = await anAutomaticStore(at(), bank());
    const id = await pix.aSubscription(tenant);
    const provider = await requireAutomaticPix(at().deps, tenant);
    const order = { authorizationId: pix.recOf(id).idRec, amountCents: cents(5_000), day: addDays(pix.today(), 7) };
    // The cycle is taken, until the receiver cancels what was made by hand.
    const other = 'x'.repeat(32);
    await provider.createDebit({ ...order, txid: other });
    expect((await pix.charge(tenant, id)).charge?.status).toBe('CHARGE_STATUS_FAILED');
    await provider.cancelDebit(other);
    const [debit] = (await rows('pix_debits', tenant)) as { txid: string }[];
    await provider.createDebit({ ...order, txid: debit?.txid ?? '' });
    at().clock.advance(121_000);
    await pix.drain();
    expect(pix.cobrs(id).map(({ status }) => status)).toEqual(['CANCELADA', 'CANCELADA']);
  });

  test('is looked for until no try can come any more', async () => {
    const { tenant, id, txid } = await aFailedCycle();
    await retryUnanswered(tenant, id);
    await pix.voids(tenant, id, 2);
    at().clock.advance(121_000);
    await pix.drain();
    expect(await rows('pix_syncs', tenant).where({ txid })).toHaveLength(1);
    pix.passDays(14);
    await pix.drain();
    expect(await rows('pix_syncs', tenant).where({ txid })).toEqual([]);
  });
});

describe('stores without automatic Pix', () => {
  const withSetting = async (tenant: Tenant, automaticPixProd: boolean): Promise<void> => {
    await at().settings.configureBilling({ ...defaultSettings, automaticPixProd, storeId: tenant.storeId }, call());
    at().clock.advance(60_000);
  };
  const sentence = 'PIX subscriptions require automatic Pix';

  test('are told so: without the setting, and without the receiver’s account', async () => {
    const off = await aStore(at(), bank(), { conta: '997182', tipoConta: 'CORRENTE' });
    await withSetting(off, false);
    await expect(pix.aPlan(off, onlyPix)).rejects.toThrow(sentence);
    const bare = await aStore(at(), bank());
    await withSetting(bare, true);
    await expect(pix.aPlan(bare, onlyPix)).rejects.toMatchObject({ message: sentence, reason: 'NO_AUTOMATIC_PIX' });
    expect(await eventTypes(at(), bare)).not.toContain('checkout.created');
  });

  test('are 503 without a provider', async () => {
    const tenant = await at().configuredStore(false);
    await withSetting(tenant, true);
    await expect(pix.aPlan(tenant, onlyPix)).rejects.toMatchObject({ reason: 'PROVIDER_NOT_CONFIGURED' });
  });

  test('whose account lost its receiver are told so on the page, before anything is written', async () => {
    const tenant = await anAutomaticStore(at(), bank());
    const { id } = await pix.aPlan(tenant, onlyPix);
    await configure(at(), bank(), tenant.storeId);
    await expect(pix.byPix(tenant, id)).rejects.toThrow(sentence);
    expect(await rows('agreements', tenant)).toEqual([]);
  });

  test('cannot be configured by half', async () => {
    const tenant = await at().configuredStore(false);
    const half = configure(at(), bank(), tenant.storeId, { conta: '997182' });
    await expect(half).rejects.toMatchObject({ reason: 'INVALID_PIX_ACCOUNT' });
  });
});
