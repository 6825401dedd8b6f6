import type { CreateCheckoutRequest } from '@pitanga/contracts';
import { parseBrCode, type Tenant } from '@pitanga/core';
import { refuseAbandonedStarts } from '../src/jobs/refuse-abandoned-starts';
import { anAutomaticStore } from './automatic-pix-requests';
import { automaticPixTests } from './automatic-pix-tests';
import { call } from './billing-harness';
import { aCoupon } from './payment-requests';
import { aPayer } from './subscription-requests';

const { at, bank, pix, rows } = automaticPixTests();
const onlyPix: Partial<CreateCheckoutRequest> = { methods: ['PAYMENT_METHOD_PIX'] };

describe('a subscription without a trial (journey 3)', () => {
  test('shows one code that pays and authorises, begins with the payment, and is approved after it', async () => {
    const tenant = await anAutomaticStore(at(), bank());
    const { id } = await pix.aPlan(tenant, onlyPix);
    const { subscriptionId, charge, authorization } = await pix.byPix(tenant, id);
    const code = parseBrCode(charge?.pix?.brCode ?? '');
    expect([code.location, code.recurrenceLocation]).toEqual([
      expect.stringMatching(/\/qr\/v2\/\w{32}$/),
      expect.stringMatching(/\/rec\/\w{32}$/),
    ]);
    expect(authorization).toBeUndefined();
    expect(pix.recOf(subscriptionId).request).toMatchObject({
      vinculo: { contrato: subscriptionId, objeto: 'Plano' },
      calendario: { periodicidade: 'MENSAL' },
      valor: { valorMinimoRecebedor: '50.00' },
      ativacao: { dadosJornada: { txid: charge?.pix?.txid } },
    });
    await bank().pay(charge?.pix?.txid ?? '');
    await pix.drain();
    expect(await pix.started(tenant)).toMatchObject([{ subscriptionId, leadDays: 7, charge: { id: charge?.id } }]);
    const { idRec } = pix.books().approve(pix.recOf(subscriptionId).idRec, 'JORNADA_3');
    await bank().tell('rec', idRec);
    await pix.drain();
    expect(await rows('pix_authorizations', tenant)).toMatchObject([{ status: 'APPROVED', authorization_id: idRec }]);
    expect(await pix.agreementStatus(tenant, subscriptionId)).toBe('ACTIVE');
  });

  test('keeps where the subscriber came from with the first payment, which is made after the bank has answered', async () => {
    const tenant = await anAutomaticStore(at(), bank());
    const { id } = await pix.aPlan(tenant, onlyPix);
    const utms = { campaign: 'natal', sck: 'clique-1' };
    const { charge } = await pix.byPix(tenant, id, { utms });
    expect(charge?.utms).toEqual(utms);
  });

  test('shows the same payer the same code, and other payers and other coupons another', async () => {
    const tenant = await anAutomaticStore(at(), bank());
    const code = await aCoupon(at(), tenant, { discount: 1_000 });
    const { id } = await pix.aPlan(tenant, { ...onlyPix, coupons: [code], allowCoupons: true });
    const payer = aPayer();
    const first = await pix.byPix(tenant, id, { payer });
    expect((await pix.byPix(tenant, id, { payer })).subscriptionId).toBe(first.subscriptionId);
    expect((await pix.byPix(tenant, id)).subscriptionId).not.toBe(first.subscriptionId);
    const cheaper = await pix.byPix(tenant, id, { payer, coupons: [code] });
    expect([first.charge?.amountCents, cheaper.charge?.amountCents]).toEqual([5_000, 4_500]);
    expect(pix.recOf(cheaper.subscriptionId).request).toMatchObject({ valor: { valorMinimoRecebedor: '45.00' } });
  });

  test('lets the payer set no maximum below the price after a coupon that ends', async () => {
    const tenant = await anAutomaticStore(at(), bank());
    const code = await aCoupon(at(), tenant, { discount: 1_000, duration: 'COUPON_DURATION_ONCE' });
    const { id } = await pix.aPlan(tenant, { ...onlyPix, coupons: [code], allowCoupons: true });
    const { charge, subscriptionId } = await pix.byPix(tenant, id, { coupons: [code] });
    expect(charge?.amountCents).toBe(4_500);
    expect(pix.recOf(subscriptionId).request).toMatchObject({ valor: { valorMinimoRecebedor: '50.00' } });
  });

  test.each(['REJEITADA', 'EXPIRADA'] as const)('that is paid and then %s is revoked', async (status) => {
    const tenant = await anAutomaticStore(at(), bank());
    const { id } = await pix.aPlan(tenant, onlyPix);
    const { subscriptionId, charge } = await pix.byPix(tenant, id);
    // The payment is at the bank, but nobody has read it yet.
    bank().callbackTimes = 0;
    await bank().pay(charge?.pix?.txid ?? '');
    pix.books().end(pix.recOf(subscriptionId).idRec, status);
    bank().callbackTimes = 2;
    await bank().tell('rec', pix.recOf(subscriptionId).idRec);
    await pix.drain();
    expect(await pix.types(tenant, 'agreement.')).toEqual(['agreement.started', 'agreement.revoked']);
    expect(await pix.agreementStatus(tenant, subscriptionId)).toBe('ENDED');
    await bank().tell('rec', pix.recOf(subscriptionId).idRec);
    await pix.drain();
    expect(await pix.types(tenant, 'agreement.revoked')).toHaveLength(1);
  });

  test('that is rejected before it is paid does not begin: its code is closed and its coupon is free', async () => {
    const tenant = await anAutomaticStore(at(), bank());
    const code = await aCoupon(at(), tenant, { maxRedeems: 1 });
    const { id } = await pix.aPlan(tenant, { ...onlyPix, coupons: [code], allowCoupons: true });
    const { subscriptionId, charge } = await pix.byPix(tenant, id, { coupons: [code] });
    pix.books().end(pix.recOf(subscriptionId).idRec, 'REJEITADA');
    await bank().tell('rec', pix.recOf(subscriptionId).idRec);
    await pix.drain();
    expect(await pix.agreementStatus(tenant, subscriptionId)).toBe('REFUSED');
    expect(await rows('charges', tenant)).toMatchObject([{ id: charge?.id, status: 'CANCELLED' }]);
    expect(await rows('coupon_redemptions', tenant)).toMatchObject([{ status: 'FREED' }]);
    // Money that comes all the same goes back.
    await bank().pay(charge?.pix?.txid ?? '');
    await pix.drain();
    expect(await rows('refunds', tenant)).toMatchObject([{ kind: 'OVERPAYMENT' }]);
    expect(await pix.started(tenant)).toEqual([]);
  });

  test('that nobody pays ends with its code, at the bank too', async () => {
    const tenant = await anAutomaticStore(at(), bank());
    const { id } = await pix.aPlan(tenant, onlyPix);
    const { subscriptionId } = await pix.byPix(tenant, id);
    await rows('charges', tenant).update({ status: 'EXPIRED' });
    for (let hours = 0; hours < 4; hours += 1) {
      at().clock.advance(8 * 3_600_000);
      await pix.drain();
    }
    await pix.drain();
    expect(await pix.agreementStatus(tenant, subscriptionId)).toBe('REFUSED');
    expect(pix.recOf(subscriptionId).status).toBe('CANCELADA');
    expect(await rows('pix_authorizations', tenant)).toMatchObject([{ status: 'ENDED', is_ending: false }]);
  });
});

describe('a subscription with a trial (journey 2)', () => {
  const aTrial = async (tenant: Tenant) => {
    const { id } = await pix.aPlan(tenant, { ...onlyPix, trialDays: 14 });
    return { id, ...(await pix.byPix(tenant, id)) };
  };

  test('shows a code that only authorises, and begins when the payer has approved it', async () => {
    const tenant = await anAutomaticStore(at(), bank());
    const { id, subscriptionId, charge, authorization } = await aTrial(tenant);
    expect(charge).toBeUndefined();
    const code = parseBrCode(authorization?.brCode ?? '');
    expect([code.location, code.recurrenceLocation]).toEqual([undefined, expect.stringContaining('/rec/')]);
    expect(authorization?.qrPng.length).toBeGreaterThan(100);
    const shown = (await pix.resolve(id, subscriptionId)).subscription;
    expect(shown).toMatchObject({ authorization: { brCode: authorization?.brCode } });
    // The job that ends abandoned trials by card leaves it alone.
    at().clock.advance(3_600_000);
    await refuseAbandonedStarts(at().deps);
    expect(await pix.started(tenant)).toEqual([]);
    const { idRec } = pix.books().approve(pix.recOf(subscriptionId).idRec);
    bank().callbackTimes = 3;
    await bank().tell('rec', idRec);
    await Promise.all([pix.drain(), pix.drain()]);
    expect(await pix.started(tenant)).toMatchObject([{ subscriptionId, trialDays: 14, leadDays: 7 }]);
    expect((await pix.resolve(id, subscriptionId)).subscription?.authorization).toBeUndefined();
  });

  test('is found by polling where the bank does not call', async () => {
    const tenant = await anAutomaticStore(at(), bank());
    const { subscriptionId } = await aTrial(tenant);
    pix.books().approve(pix.recOf(subscriptionId).idRec);
    at().clock.advance(180_000);
    await pix.drain();
    expect(await pix.started(tenant)).toHaveLength(1);
  });

  test('begins once for a payer who approves two codes; the bank is told to end the other', async () => {
    const tenant = await anAutomaticStore(at(), bank());
    const { id } = await pix.aPlan(tenant, { ...onlyPix, trialDays: 14 });
    const payer = aPayer();
    const { subscriptionId: first } = await pix.byPix(tenant, id, { payer });
    // The first code is no longer shown, but the payer still has it.
    await rows('pix_authorizations', tenant).update({ expires_at: at().clock.real() });
    const { subscriptionId: second } = await pix.byPix(tenant, id, { payer });
    for (const one of [second, first]) {
      pix.books().approve(pix.recOf(one).idRec);
      await bank().tell('rec', pix.recOf(one).idRec);
      await pix.drain();
    }
    await pix.drain();
    expect(await pix.started(tenant)).toMatchObject([{ subscriptionId: second }]);
    expect([pix.recOf(first).status, pix.recOf(second).status]).toEqual(['CANCELADA', 'APROVADA']);
  });

  test('that nobody approves ends after a day, at the bank too', async () => {
    const tenant = await anAutomaticStore(at(), bank());
    const { subscriptionId } = await aTrial(tenant);
    for (let hours = 0; hours < 5; hours += 1) {
      at().clock.advance(6 * 3_600_000);
      await pix.drain();
    }
    await pix.drain();
    expect([await pix.agreementStatus(tenant, subscriptionId), pix.recOf(subscriptionId).status]).toEqual([
      'REFUSED',
      'CANCELADA',
    ]);
  });
});

describe('the end of an authorisation', () => {
  test('by the payer in the bank’s app revokes the subscription, once', async () => {
    const tenant = await anAutomaticStore(at(), bank());
    const subscriptionId = await pix.aSubscription(tenant);
    pix.books().end(pix.recOf(subscriptionId).idRec, 'CANCELADA', 'SLDB', 'USUARIO_PAGADOR');
    // Nobody calls; the daily reading finds it.
    pix.passDays(1.1);
    await pix.drain();
    expect(await pix.types(tenant, 'agreement.')).toEqual(['agreement.started', 'agreement.revoked']);
    expect(await rows('pix_authorizations', tenant)).toMatchObject([{ status: 'ENDED', end_code: 'SLDB' }]);
  });

  test('by the merchant ends it at the bank, also when the bank was away', async () => {
    const tenant = await anAutomaticStore(at(), bank());
    const subscriptionId = await pix.aSubscription(tenant);
    await at().agreements.endAgreement({ tenant, subscriptionId }, call());
    bank().failNext(50);
    await pix.drain();
    expect(pix.recOf(subscriptionId).status).toBe('APROVADA');
    bank().failNext(0);
    at().clock.advance(60_000);
    await pix.drain();
    expect(pix.recOf(subscriptionId).status).toBe('CANCELADA');
    expect(await pix.types(tenant, 'agreement.')).toEqual(['agreement.started', 'agreement.ended']);
  });
});
