import { addDays, type Tenant } from '@pitanga/core';
import { expireOverdue } from '../src/jobs/expire-overdue';
import { anAutomaticStore } from './automatic-pix-requests';
import { automaticPixTests } from './automatic-pix-tests';

const { at, bank, pix, rows, anAuthorized } = automaticPixTests();

/** A retry that the bank has for tomorrow; the process that asked for it ended before it knew, and another asks on that day. */
async function aRetryAskedTwice() {
  const { tenant, id } = await anAuthorized();
  await pix.charge(tenant, id);
  pix.passDays(7);
  await pix.failDay(id);
  const day = addDays(pix.today(), 1);
  await pix.charge(tenant, id, 2, 1);
  await rows('pix_debits', tenant).update({ step: 'RETRY' });
  pix.passTo(day, 0.5);
  expect((await pix.charge(tenant, id, 2, 0)).charge?.status).toBe('CHARGE_STATUS_PENDING');
  return { tenant, id, day };
}

describe('a retry that was asked for before midnight in São Paulo, and again after it', () => {
  test('is one try, of the first day', async () => {
    const { tenant, id, day } = await aRetryAskedTwice();
    expect(pix.cobrs(id)[0]?.tentativas.map(({ dataLiquidacao }) => dataLiquidacao)).toEqual([expect.anything(), day]);
    expect(await rows('pix_debits', tenant)).toMatchObject([{ step: 'SENT', collect_on: day }]);
    await pix.failDay(id);
    expect((await pix.charge(tenant, id, 2)).charge?.status).toBe('CHARGE_STATUS_FAILED');
  });

  test('is not taken back: the bank has it', async () => {
    const { tenant, id } = await aRetryAskedTwice();
    await expect(pix.voids(tenant, id, 2)).rejects.toMatchObject({ reason: 'CYCLE_AT_BANK' });
  });
});

describe('a retry of the last possible day whose answer was lost', () => {
  /** The bank has it; the process that asked for it ended before it knew, and another asks when that day has come. */
  async function aLastRetry() {
    const { tenant, id } = await anAuthorized();
    await pix.charge(tenant, id);
    pix.passDays(7);
    await pix.failDay(id);
    pix.passDays(6);
    await pix.charge(tenant, id, 2, 1);
    await rows('pix_debits', tenant).update({ step: 'RETRY' });
    pix.passTo(addDays(pix.today(), 1), 0.5);
    return { tenant, id };
  }
  const states = async (tenant: Tenant) => ({
    charge: ((await rows('charges', tenant).orderBy('created_at')) as { status: string }[]).at(-1)?.status,
    refunds: (await rows('refunds', tenant)).length,
  });

  test('is paid by that day, and nothing goes back', async () => {
    const { tenant, id } = await aLastRetry();
    expect((await pix.charge(tenant, id, 2, 0)).charge?.status).toBe('CHARGE_STATUS_PENDING');
    await pix.atBank(id, (books, txid) => books.collect(txid));
    expect(await states(tenant)).toEqual({ charge: 'PAID', refunds: 0 });
  });

  test('is paid when the bank has collected it before anyone asks again', async () => {
    const { tenant, id } = await aLastRetry();
    const [{ txid } = { txid: '' }] = pix.cobrs(id);
    pix.books().collect(txid);
    expect((await pix.charge(tenant, id, 2, 0)).charge?.status).toBe('CHARGE_STATUS_PAID');
    expect(await states(tenant)).toEqual({ charge: 'PAID', refunds: 0 });
  });

  test('that never reached the bank has an end', async () => {
    const { tenant, id } = await anAuthorized();
    await pix.charge(tenant, id);
    pix.passDays(7);
    await pix.failDay(id);
    pix.passDays(7);
    const { charge } = await pix.charge(tenant, id, 2, 0);
    expect(charge?.failure?.code).toBe('EXPIRED');
  });
});

describe('a start of the last day that its bank tells of after midnight', () => {
  /** Authorised so many minutes after midnight, or before it. */
  async function aStart(minutes: number, tells = true) {
    const tenant = await anAutomaticStore(at(), bank());
    const day = addDays(pix.today(), 1);
    pix.passTo(pix.today(), 23.9);
    const { id } = await pix.aPlan(tenant, { methods: ['PAYMENT_METHOD_PIX'], dueDate: day });
    const { subscriptionId } = await pix.byPix(tenant, id);
    pix.passTo(day, minutes / 60);
    const rec = pix.books().approve(pix.recOf(subscriptionId).idRec);
    if (!tells) rec.atualizacao = [];
    pix.passTo(day, 0.2);
    await expireOverdue(at().deps);
    await bank().tell('rec', rec.idRec);
    await pix.drain();
    await pix.drain();
    const [{ status } = { status: '' }] = (await rows('checkouts', tenant)) as { status: string }[];
    return { tenant, rec, status, agreement: await pix.agreementStatus(tenant, subscriptionId) };
  }

  test.each([true, false])('begins where it was authorised on that day; the bank says when: %s', async (tells) => {
    const { tenant, status, agreement } = await aStart(-3, tells);
    expect([status, agreement]).toEqual(['PAID', 'ACTIVE']);
    // The first charge is on its day, not a day late.
    expect(await pix.started(tenant)).toMatchObject([{ trialDays: 1 }]);
  });

  test('is refused where it was authorised too late, and then the checkout is over', async () => {
    const { tenant, rec, agreement } = await aStart(3);
    expect([agreement, rec.status]).toEqual(['REFUSED', 'CANCELADA']);
    expect(await pix.started(tenant)).toEqual([]);
    await expireOverdue(at().deps);
    expect(await rows('checkouts', tenant)).toMatchObject([{ status: 'EXPIRED' }]);
  });
});
