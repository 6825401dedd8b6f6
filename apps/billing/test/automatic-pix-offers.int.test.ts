import type { CreateCheckoutRequest } from '@pitanga/contracts';
import { addDays, parseBrCode, type Tenant } from '@pitanga/core';
import { testIds } from '@pitanga/testing';
import { registerAuthorization } from '../src/subscribing/start-authorization';
import { anAutomaticStore } from './automatic-pix-requests';
import { automaticPixTests } from './automatic-pix-tests';
import { dyingAfter } from './dying-bank';

const { at, bank, pix, rows } = automaticPixTests();
const optional: Partial<CreateCheckoutRequest> = {
  methods: ['PAYMENT_METHOD_PIX'],
  isAuthorizationOptional: true,
};

const aStart = async () => {
  const tenant = await anAutomaticStore(at(), bank());
  const { id } = await pix.aPlan(tenant, optional);
  const { subscriptionId, charge } = await pix.byPix(tenant, id);
  return { tenant, checkoutId: id, id: subscriptionId, txid: charge?.pix?.txid ?? '', charge };
};

/** Paid without an authorisation. */
const aPaidStart = async () => {
  const start = await aStart();
  await bank().pay(start.txid);
  await pix.drain();
  return start;
};

const approve = async (id: string): Promise<void> => {
  const { idRec } = pix.books().approve(pix.recOf(id).idRec, 'JORNADA_4');
  await bank().tell('rec', idRec);
  await pix.drain();
};

const end = async (id: string, status: 'REJEITADA' | 'EXPIRADA' | 'CANCELADA'): Promise<void> => {
  pix.books().end(pix.recOf(id).idRec, status);
  await bank().tell('rec', pix.recOf(id).idRec);
  await pix.drain();
};

/** The code of the cycle's newest attempt, as its page shows it. */
async function shownCode(tenant: Tenant, id: string, number = 1) {
  const { checkout, charge } = await pix.charge(tenant, id, number);
  const page = await pix.resolve(checkout?.id ?? '');
  return { checkout, charge, txid: page.openPix?.pix?.txid ?? '', brCode: page.openPix?.pix?.brCode ?? '', page };
}

const statusOf = async (tenant: Tenant, id: string, number = 1) =>
  (await pix.charge(tenant, id, number)).charge?.status;

describe('a start whose payer may authorise or not (journey 4)', () => {
  test('shows one code that pays by its day and offers the authorisation, and begins with the payment', async () => {
    const { tenant, checkoutId, id, charge, txid } = await aStart();
    const code = parseBrCode(charge?.pix?.brCode ?? '');
    expect([code.location, code.recurrenceLocation]).toEqual([
      expect.stringContaining('/cobv/'),
      expect.stringContaining('/rec/'),
    ]);
    expect(pix.recOf(id).request).not.toHaveProperty('ativacao');
    expect(bank().books.getCharge('cobv', txid)).toMatchObject({
      calendario: { dataDeVencimento: addDays(pix.today(), 1), validadeAposVencimento: 0 },
    });
    await bank().pay(txid);
    await pix.drain();
    expect(await pix.started(tenant)).toMatchObject([{ subscriptionId: id, charge: { id: charge?.id } }]);
    expect((await pix.resolve(checkoutId)).checkout?.isAuthorizationOptional).toBe(true);
  });

  test.each(['REJEITADA', 'EXPIRADA'] as const)(
    'goes on where the offer is %s, after and before the payment',
    async (status) => {
      const paid = await aPaidStart();
      await end(paid.id, status);
      expect(await pix.agreementStatus(paid.tenant, paid.id)).toBe('ACTIVE');
      expect(await pix.types(paid.tenant, 'agreement.')).toEqual(['agreement.started']);
      const unpaid = await aStart();
      await end(unpaid.id, status);
      expect(await pix.agreementStatus(unpaid.tenant, unpaid.id)).toBe('STARTING');
      await bank().pay(unpaid.txid);
      await pix.drain();
      expect(await pix.agreementStatus(unpaid.tenant, unpaid.id)).toBe('ACTIVE');
      expect(await rows('refunds', unpaid.tenant)).toEqual([]);
    },
  );

  test('that is approved before its payment is read begins once, and its cycles are debits', async () => {
    const { tenant, id, txid } = await aStart();
    bank().callbackTimes = 0;
    await bank().pay(txid);
    bank().callbackTimes = 2;
    await approve(id);
    expect(await pix.started(tenant)).toEqual([]);
    at().clock.advance(180_000);
    await pix.drain();
    expect(await pix.started(tenant)).toHaveLength(1);
    await pix.charge(tenant, id);
    expect(pix.cobrs(id)).toMatchObject([{ status: 'ATIVA' }]);
  });

  test('that was declined and is never paid ends with its time', async () => {
    const { tenant, id } = await aStart();
    await end(id, 'REJEITADA');
    await rows('charges', tenant).update({ status: 'EXPIRED' });
    pix.passDays(2.2);
    await pix.drain();
    expect(await pix.agreementStatus(tenant, id)).toBe('REFUSED');
    expect(await rows('pix_syncs', tenant)).toEqual([]);
  });

  test('with a trial authorises first, as without the option', async () => {
    const tenant = await anAutomaticStore(at(), bank());
    const { id } = await pix.aPlan(tenant, { ...optional, trialDays: 14 });
    const { subscriptionId, charge, authorization } = await pix.byPix(tenant, id);
    expect([charge, parseBrCode(authorization?.brCode ?? '').location]).toEqual([undefined, undefined]);
    await end(subscriptionId, 'REJEITADA');
    expect(await pix.agreementStatus(tenant, subscriptionId)).toBe('REFUSED');
  });

  test('is refused without PIX', async () => {
    const tenant = await anAutomaticStore(at(), bank());
    const byCard = pix.aPlan(tenant, { ...optional, methods: ['PAYMENT_METHOD_CARD'] });
    await expect(byCard).rejects.toThrow("Property 'pixAuthorization' is only valid when PIX is accepted");
  });

  test.each([1, 2, 3, 4])('is registered once, also where the process ends after call %s', async (calls) => {
    const tenant = await anAutomaticStore(at(), bank());
    const { id } = await pix.aPlan(tenant, optional);
    bank().failNext(50);
    await expect(pix.byPix(tenant, id, {}, testIds.token(20))).rejects.toMatchObject({ kind: 'UNAVAILABLE' });
    bank().failNext(0);
    const [row] = (await rows('agreements', tenant)) as { subscription_id: string }[];
    const subscriptionId = row?.subscription_id ?? '';
    const crashed = await dyingAfter(calls, at().deps, tenant);
    await expect(registerAuthorization(crashed, tenant, subscriptionId)).rejects.toThrow('the process ended');
    at().clock.advance(120_000);
    await pix.drain();
    expect([pix.books().recs.size, (await rows('charges', tenant)).length, bank().books.charges().length]).toEqual([
      1, 1, 1,
    ]);
    await bank().pay(bank().books.charges()[0] ?? '');
    await pix.drain();
    expect(await pix.started(tenant)).toMatchObject([{ subscriptionId }]);
  });
});

describe('a cycle whose payer has not authorised', () => {
  test('is a code that can be paid until its day and offers the authorisation again', async () => {
    const { tenant, checkoutId, id } = await aPaidStart();
    const { checkout, charge, txid, brCode } = await shownCode(tenant, id);
    expect([charge?.status, pix.cobrs(id)]).toEqual(['CHARGE_STATUS_PENDING', []]);
    expect([parseBrCode(brCode).location, parseBrCode(brCode).recurrenceLocation]).toEqual([
      expect.stringContaining('/cobv/'),
      expect.stringContaining('/rec/'),
    ]);
    expect((await pix.resolve(checkoutId, id)).subscription?.dueCheckoutId).toBe(checkout?.id);
    pix.passDays(7);
    bank().callbackTimes = 3;
    await bank().pay(txid);
    await Promise.all([pix.drain(), pix.drain()]);
    expect(await statusOf(tenant, id)).toBe('CHARGE_STATUS_PAID');
    expect(await pix.types(tenant, 'agreement.attempt_changed')).toHaveLength(1);
    expect(await rows('refunds', tenant)).toEqual([]);
    expect((await pix.resolve(checkoutId, id)).subscription?.dueCheckoutId).toBeUndefined();
  });

  test('is paid by the code that is out where the payer authorises meanwhile, and the next one is a debit', async () => {
    const { tenant, id } = await aPaidStart();
    const { txid } = await shownCode(tenant, id);
    await approve(id);
    expect([await statusOf(tenant, id), pix.cobrs(id)]).toEqual(['CHARGE_STATUS_PENDING', []]);
    await bank().pay(txid);
    await pix.drain();
    expect(await statusOf(tenant, id)).toBe('CHARGE_STATUS_PAID');
    await pix.charge(tenant, id, 1);
    await pix.aCycleOf(tenant, id, 2);
    expect(pix.cobrs(id)).toHaveLength(1);
  });

  test('fails when its day is over in São Paulo and not before, and the next attempt has another code', async () => {
    const { tenant, id } = await aPaidStart();
    const { txid } = await shownCode(tenant, id);
    pix.passTo(addDays(pix.today(), 7), 23);
    await pix.drain();
    expect(await statusOf(tenant, id)).toBe('CHARGE_STATUS_PENDING');
    pix.passTo(addDays(pix.today(), 1), 2);
    await pix.drain();
    expect((await pix.charge(tenant, id)).charge).toMatchObject({
      status: 'CHARGE_STATUS_FAILED',
      failure: { code: 'EXPIRED', declineClass: 'DECLINE_CLASS_REVERSIBLE' },
    });
    const next = await shownCode(tenant, id, 2);
    expect([next.txid === txid, next.txid.length]).toEqual([false, 32]);
    // The bank takes nothing for the first any more.
    at().clock.advance(121_000);
    await pix.drain();
    expect(bank().books.getCharge('cobv', txid)).toMatchObject({ status: 'REMOVIDA_PELO_USUARIO_RECEBEDOR' });
  });

  test('that was paid in the last minute and told late is paid, not tried again', async () => {
    const { tenant, id } = await aPaidStart();
    const { txid } = await shownCode(tenant, id);
    bank().callbackTimes = 0;
    pix.passTo(addDays(pix.today(), 7), 23.99);
    await bank().pay(txid);
    pix.passTo(addDays(pix.today(), 1), 2);
    await pix.drain();
    expect(await statusOf(tenant, id)).toBe('CHARGE_STATUS_PAID');
    expect(await rows('refunds', tenant)).toEqual([]);
  });

  test('is taken back at the bank, and money that comes all the same goes back', async () => {
    const { tenant, id } = await aPaidStart();
    const { txid } = await shownCode(tenant, id);
    pix.passDays(7);
    expect((await pix.voids(tenant, id)).outcome).toBe('ATTEMPT_OUTCOME_VOIDED');
    expect(bank().books.getCharge('cobv', txid)).toMatchObject({ status: 'REMOVIDA_PELO_USUARIO_RECEBEDOR' });
    bank().books.pay(txid, { even: true });
    at().clock.advance(121_000);
    await pix.drain();
    expect(await rows('refunds', tenant)).toMatchObject([{ kind: 'OVERPAYMENT' }]);
    expect(await rows('pix_syncs', tenant).where({ txid })).toEqual([]);
  });

  test('that is taken back while its payment is unread is paid', async () => {
    const { tenant, id } = await aPaidStart();
    const { txid } = await shownCode(tenant, id);
    bank().callbackTimes = 0;
    await bank().pay(txid);
    expect((await pix.voids(tenant, id)).outcome).toBe('ATTEMPT_OUTCOME_PAID');
    expect(await rows('refunds', tenant)).toEqual([]);
  });

  test('is one code, whatever answer of the bank is lost', async () => {
    const { tenant, id } = await aPaidStart();
    for (const lost of [50, 1]) {
      bank().failNext(lost);
      await pix.charge(tenant, id).catch(() => undefined);
      bank().failNext(0);
      at().clock.advance(31_000);
    }
    const { txid } = await shownCode(tenant, id);
    expect(bank().books.charges()).toHaveLength(2);
    await bank().pay(txid);
    await pix.drain();
    expect(await statusOf(tenant, id)).toBe('CHARGE_STATUS_PAID');
  });

  test('is a debit that the payer ends in the app, once it was authorised: the subscription is revoked', async () => {
    const { tenant, id } = await aPaidStart();
    await approve(id);
    await end(id, 'CANCELADA');
    expect(await pix.agreementStatus(tenant, id)).toBe('ENDED');
    expect(await pix.types(tenant, 'agreement.revoked')).toHaveLength(1);
  });

  test('has a page that shows other stores nothing, and a paid one no code', async () => {
    const { tenant, id } = await aPaidStart();
    const { checkout, txid } = await shownCode(tenant, id);
    await bank().pay(txid);
    await pix.drain();
    expect((await pix.resolve(checkout?.id ?? '')).openPix).toBeUndefined();
  });
});
