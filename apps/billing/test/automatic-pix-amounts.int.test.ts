import type { Tenant } from '@pitanga/core';
import { anAutomaticStore } from './automatic-pix-requests';
import { automaticPixTests } from './automatic-pix-tests';

const { at, bank, pix, rows, anAuthorized } = automaticPixTests();

const txidOf = async (tenant: Tenant, subscriptionId: string, number = 1): Promise<string> => {
  const attempt = { attempt_id: `${subscriptionId}:1:${String(number)}` };
  const [row] = (await rows('pix_debits', tenant).where(attempt)) as { txid: string }[];
  return row?.txid ?? '';
};

/** A cycle whose payer pays a code, and the code. */
async function aCode() {
  const tenant = await anAutomaticStore(at(), bank());
  const plan = await pix.aPlan(tenant, { methods: ['PAYMENT_METHOD_PIX'], isAuthorizationOptional: true });
  const { subscriptionId: id, charge } = await pix.byPix(tenant, plan.id);
  await bank().pay(charge?.pix?.txid ?? '');
  await pix.drain();
  await pix.charge(tenant, id);
  return { tenant, id, txid: await txidOf(tenant, id) };
}

async function expectReturnedAndFailed(tenant: Tenant, id: string): Promise<void> {
  expect((await pix.charge(tenant, id)).charge).toMatchObject({
    status: 'CHARGE_STATUS_FAILED',
    failure: { code: 'AMOUNT_MISMATCH', declineClass: 'DECLINE_CLASS_REVERSIBLE' },
  });
  expect(await rows('refunds', tenant)).toMatchObject([{ kind: 'OVERPAYMENT', reason: 'AMOUNT_MISMATCH' }]);
  expect(await pix.types(tenant, 'agreement.attempt_changed')).toHaveLength(1);
}

describe('a payment of another amount than that of its cycle', () => {
  test('by a debit goes back and fails the attempt, once', async () => {
    const { tenant, id } = await anAuthorized();
    await pix.charge(tenant, id);
    pix.passDays(7);
    bank().callbackTimes = 2;
    await pix.atBank(id, (books, txid) => Object.assign(books.collect(txid), { valor: '49.99' }));
    bank().callbackTimes = 1;
    await pix.drain();
    await expectReturnedAndFailed(tenant, id);
  });

  test('by a code goes back and fails the attempt, and the next attempt is another code', async () => {
    const { tenant, id, txid } = await aCode();
    await bank().pay(txid, { valor: '1.00' });
    await pix.drain();
    await expectReturnedAndFailed(tenant, id);
    expect((await pix.charge(tenant, id, 2)).charge?.status).toBe('CHARGE_STATUS_PENDING');
    const next = await txidOf(tenant, id, 2);
    expect(next).not.toBe(txid);
    await bank().pay(next);
    await pix.drain();
    expect((await pix.charge(tenant, id, 2)).charge?.status).toBe('CHARGE_STATUS_PAID');
  });

  test('beside one of the right amount goes back, and the cycle is paid', async () => {
    const { tenant, id, txid } = await aCode();
    bank().books.pay(txid, { valor: '1.00' });
    await bank().pay(txid, { even: true });
    await pix.drain();
    expect((await pix.charge(tenant, id)).charge?.status).toBe('CHARGE_STATUS_PAID');
    expect(await rows('refunds', tenant)).toMatchObject([{ reason: 'AMOUNT_MISMATCH' }]);
  });
});
