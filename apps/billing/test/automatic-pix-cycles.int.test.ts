import { addDays, cents, type Tenant } from '@pitanga/core';
import { withDeps } from '@pitanga/testing';
import { requireAutomaticPix } from '../src/charging/provider-for';
import { watchDebits } from '../src/jobs/watch-debits';
import { createPixAccounts } from '../src/pix-accounts/pix-accounts';
import { createProductionProviders } from '../src/production-providers';
import { automaticPixTests } from './automatic-pix-tests';

const { at, bank, pix, rows, seen, anAuthorized } = automaticPixTests();

const changed = (tenant: Tenant) => pix.types(tenant, 'agreement.attempt_changed');

describe('a cycle at the payer’s bank', () => {
  test('is sent with its day, waits, and is paid once when the bank has collected it', async () => {
    const { tenant, id } = await anAuthorized();
    const day = addDays(pix.today(), 7);
    const sent = await pix.charge(tenant, id);
    expect(sent).toMatchObject({
      charge: { status: 'CHARGE_STATUS_PENDING' },
      checkout: { status: 'CHECKOUT_STATUS_PENDING' },
    });
    expect(sent.askAgainAt?.getTime()).toBeGreaterThan(at().clock.real().getTime());
    expect(pix.cobrs(id)).toMatchObject([{ dueDay: day, status: 'ATIVA', request: { valor: { original: '50.00' } } }]);
    pix.passDays(7);
    bank().callbackTimes = 3;
    await pix.atBank(id, (books, txid) => books.collect(txid));
    const paid = await pix.charge(tenant, id, 1, 0);
    expect(paid).toMatchObject({
      charge: { id: sent.charge?.id, status: 'CHARGE_STATUS_PAID', paidAmountCents: 5_000 },
    });
    expect(paid.checkout?.status).toBe('CHECKOUT_STATUS_PAID');
    expect([await changed(tenant), seen(/PUT .*\/cobr/)]).toEqual([['agreement.attempt_changed'], 1]);
    await pix.drain();
    expect(await changed(tenant)).toHaveLength(1);
  });

  test('is read where the bank does not call, and where it leaves the transfer out', async () => {
    const { tenant, id } = await anAuthorized();
    await pix.charge(tenant, id);
    pix.books().hidesTransfers = true;
    pix.books().collect(pix.cobrs(id)[0]?.txid ?? '');
    pix.passDays(0.3);
    await pix.drain();
    expect((await pix.charge(tenant, id)).charge?.status).toBe('CHARGE_STATUS_PAID');
  });

  test('is asked for once, whatever answer is lost', async () => {
    const { tenant, id } = await anAuthorized();
    bank().loseAnswer('PUT', 'cut');
    await pix.charge(tenant, id);
    expect(pix.cobrs(id)).toHaveLength(1);
  });

  test('is asked for once by a process that comes after a crash', async () => {
    const { tenant, id } = await anAuthorized();
    const limits = { connectMs: 500, attemptMs: 500, operationMs: 500, repeatsMax: 2 };
    const impatient = createPixAccounts({ ...at().deps, limits });
    // The bank does it, and this process never learns.
    bank().loseAnswer('PUT', 'no answer');
    const { chargeCycle } = await import('../src/renewing/charge-cycle');
    const deps = withDeps(at().deps, {
      findProviders: createProductionProviders(
        { pix: impatient, stripe: at().deps.stripeAccounts, asaas: at().deps.asaasAccounts },
        at().deps.healths,
        at().deps.accountOrders,
      ),
    });
    const [product] = (await rows('products', tenant)) as { id: string }[];
    const attempt = { subscriptionId: id, cycleNumber: 1, attemptId: `${id}:1:1`, collectOn: addDays(pix.today(), 7) };
    const price = { amountCents: cents(5_000), quantity: 1, unitPriceCents: cents(5_000), discountCents: cents(0) };
    const carry = { carriedCents: cents(0), canCarry: true };
    const input = { ...attempt, ...price, ...carry, productId: product?.id ?? '', coupons: undefined, usage: [] };
    await expect(chargeCycle(deps, tenant, input)).rejects.toMatchObject({ kind: 'UNAVAILABLE' });
    impatient.close();
    // While its request may still arrive, nobody takes it back.
    await expect(pix.charge(tenant, id)).rejects.toMatchObject({ reason: 'ATTEMPT_IN_FLIGHT' });
    at().clock.advance(31_000);
    expect((await pix.charge(tenant, id)).charge?.status).toBe('CHARGE_STATUS_PENDING');
    expect(pix.cobrs(id)).toHaveLength(1);
    expect(await rows('pix_debits', tenant)).toMatchObject([{ step: 'SENT', is_accepted: true }]);
  });

  test('waits for the approval of the authorisation, with an alarm three days before', async () => {
    const { tenant, id } = await anAuthorized(false);
    expect((await pix.charge(tenant, id)).charge?.status).toBe('CHARGE_STATUS_PENDING');
    expect(pix.cobrs(id)).toEqual([]);
    const unaccepted = async () => {
      await watchDebits(at().deps);
      return Number(/pitanga_pix_debits_unaccepted (\d+)/.exec(await at().metrics())?.[1]);
    };
    expect(await unaccepted()).toBe(0);
    pix.passDays(4);
    expect(await unaccepted()).toBe(1);
    pix.books().approve(pix.recOf(id).idRec, 'JORNADA_3');
    await bank().tell('rec', pix.recOf(id).idRec);
    await pix.drain();
    pix.books().isPayerBankAway = true;
    await pix.charge(tenant, id, 1, 3);
    expect([pix.cobrs(id)[0]?.status, await unaccepted()]).toEqual(['CRIADA', 1]);
    await pix.atBank(id, (books, txid) => books.accept(txid));
    expect(await unaccepted()).toBe(0);
    pix.books().isPayerBankAway = false;
  });

  test('that is asked for too late is collected on the first day that the bank takes', async () => {
    const { tenant, id } = await anAuthorized();
    await pix.charge(tenant, id, 1, 1);
    expect(pix.cobrs(id)).toMatchObject([{ dueDay: addDays(pix.today(), 2) }]);
  });

  test('that the bank refuses fails the attempt, and the next one may succeed', async () => {
    const { tenant, id } = await anAuthorized();
    const other = await requireAutomaticPix(at().deps, tenant);
    // Somebody has used the receiver's contract by hand: the cycle is taken.
    const order = { txid: 'x'.repeat(32), authorizationId: pix.recOf(id).idRec, amountCents: cents(100) };
    await other.createDebit({ ...order, day: addDays(pix.today(), 7) });
    const refused = await pix.charge(tenant, id);
    expect(refused.charge).toMatchObject({
      status: 'CHARGE_STATUS_FAILED',
      failure: { code: 'PIX_PROVIDER_REFUSED', declineClass: 'DECLINE_CLASS_REVERSIBLE' },
    });
    await other.cancelDebit(order.txid);
    expect((await pix.charge(tenant, id, 2)).charge?.status).toBe('CHARGE_STATUS_PENDING');
  });
});

describe('a try that fails', () => {
  test('fails the attempt; the next one is a retry of the same charge on its day, and pays once', async () => {
    const { tenant, id } = await anAuthorized();
    await pix.charge(tenant, id);
    pix.passDays(7);
    await pix.failDay(id);
    const failed = await pix.charge(tenant, id, 1, 0);
    expect(failed.charge).toMatchObject({
      status: 'CHARGE_STATUS_FAILED',
      failure: {
        code: 'AM02',
        declineClass: 'DECLINE_CLASS_REVERSIBLE',
        reason: 'PAYMENT_FAILURE_REASON_LIMIT_EXCEEDED',
      },
    });
    // A callback that comes late tells nothing new.
    await bank().tell('cobr', pix.cobrs(id)[0]?.txid ?? '');
    await pix.drain();
    expect(await changed(tenant)).toHaveLength(1);
    bank().loseAnswer('POST', 'cut');
    const again = await pix.charge(tenant, id, 2, 1);
    expect([again.charge?.status, seen(/retentativa/)]).toEqual(['CHARGE_STATUS_PENDING', 1]);
    expect(pix.cobrs(id)).toMatchObject([
      { tentativas: [{ status: 'REJEITADA' }, { status: 'AGENDADA', dataLiquidacao: addDays(pix.today(), 1) }] },
    ]);
    pix.passDays(1);
    await pix.atBank(id, (books, txid) => books.collect(txid));
    expect((await pix.charge(tenant, id, 2, 0)).charge).toMatchObject({
      id: again.charge?.id,
      status: 'CHARGE_STATUS_PAID',
    });
    expect(await changed(tenant)).toHaveLength(2);
    expect(await rows('charges', tenant).whereNotNull('subscription_id').where({ status: 'PAID' })).toHaveLength(2);
  });

  test('fails nothing while the payer’s bank may try again that day, and a second try pays the cycle', async () => {
    const { tenant, id } = await anAuthorized();
    const day = addDays(pix.today(), 7);
    await pix.charge(tenant, id);
    pix.passTo(day, 8);
    await pix.atBank(id, (books, txid) => books.refuseTry(txid, 'AM02'));
    const waiting = await pix.charge(tenant, id, 1, 0);
    expect([waiting.charge?.status, await changed(tenant)]).toEqual(['CHARGE_STATUS_PENDING', []]);
    await expect(pix.voids(tenant, id)).rejects.toMatchObject({ reason: 'CYCLE_AT_BANK' });
    await pix.atBank(id, (books, txid) => books.collect(books.tryAgain(txid).txid));
    await pix.endDay();
    expect((await pix.charge(tenant, id, 1, 0)).charge?.status).toBe('CHARGE_STATUS_PAID');
    expect(await rows('refunds', tenant)).toEqual([]);
  });

  test('lets its retry wait while the bank still has an open try of its own, which pays the cycle', async () => {
    const { tenant, id } = await anAuthorized();
    await pix.charge(tenant, id);
    pix.passDays(7);
    await pix.failDay(id);
    pix.books().tryAgain(pix.cobrs(id)[0]?.txid ?? '');
    expect((await pix.charge(tenant, id, 2, 1)).charge?.status).toBe('CHARGE_STATUS_PENDING');
    await pix.atBank(id, (books, txid) => books.collect(txid));
    expect((await pix.charge(tenant, id, 2, 1)).charge?.status).toBe('CHARGE_STATUS_PAID');
    expect(await rows('refunds', tenant)).toEqual([]);
  });

  test.each(['AC05', 'AM09', 'DENC', 'DS27', 'DTED', 'MIDI', 'MSUC', 'NITX', 'RC09'])(
    'with %s is the last',
    async (code) => {
      const { tenant, id } = await anAuthorized();
      await pix.charge(tenant, id);
      await pix.atBank(id, (books, txid) => books.refuseTry(txid, code));
      expect((await pix.charge(tenant, id)).charge?.failure).toMatchObject({
        code,
        declineClass: 'DECLINE_CLASS_IRREVERSIBLE',
      });
    },
  );

  test('because the payer took it back in the app, or because it expired, is the last', async () => {
    for (const [deed, code] of [
      ['cancelByPayer', 'CANCELLED'],
      ['expire', 'CANCELLED'],
    ] as const) {
      const { tenant, id } = await anAuthorized();
      await pix.charge(tenant, id);
      await pix.atBank(id, (books, txid) => books[deed](txid));
      const { charge } = await pix.charge(tenant, id);
      expect(charge).toMatchObject({
        status: 'CHARGE_STATUS_FAILED',
        failure: { code, declineClass: 'DECLINE_CLASS_IRREVERSIBLE' },
      });
    }
  });

  test('has at most three retries within seven days, also when somebody asks for more', async () => {
    const { tenant, id } = await anAuthorized();
    await pix.charge(tenant, id);
    pix.passDays(7);
    for (const number of [1, 2, 3, 4]) {
      if (number > 1) await pix.charge(tenant, id, number, 1);
      if (number > 1) pix.passDays(1);
      await pix.failDay(id);
    }
    expect((await pix.charge(tenant, id, 5, 1)).charge?.failure?.code).toBe('PIX_PROVIDER_REFUSED');
    pix.passDays(5);
    expect((await pix.charge(tenant, id, 6, 1)).charge?.failure).toMatchObject({
      code: 'EXPIRED',
      declineClass: 'DECLINE_CLASS_IRREVERSIBLE',
    });
    expect(pix.cobrs(id)[0]?.tentativas).toHaveLength(4);
  });
});
