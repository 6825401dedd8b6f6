import type { Payout } from '@pitanga/contracts';
import type { Tenant } from '@pitanga/core';
import { startBeforeAll, testIds } from '@pitanga/testing';
import { asaasStores, startAsaas, validationToken, type TestAsaas } from './asaas-stores';
import { call, create, startPayouts } from './payouts-harness';

const payouts = startBeforeAll(startPayouts);
let asaas: TestAsaas;
beforeEach(async () => {
  asaas = await startAsaas(payouts);
  await payouts.deps.db('payouts').delete();
});
afterEach(() => asaas.stop());

const { aSent, ordersOf, connect, setValidation, find, ask, runAfter } = asaasStores(
  () => payouts,
  () => asaas,
);

interface Store {
  readonly tenant: Tenant;
  readonly segment: string;
}

async function aStore(over: object = {}): Promise<Store> {
  const tenant = await payouts.aStore(false);
  const segment = await connect(tenant, over);
  setValidation(segment);
  return { tenant, segment };
}

/** What is answered to an ask with this content, and this token. */
async function answer(segment: string, content: unknown, token = validationToken): Promise<string> {
  const body = typeof content === 'string' ? content : JSON.stringify(content);
  const { status, body: text } = await ask(segment, { headers: { 'asaas-access-token': token }, body });
  return status === 200 ? (JSON.parse(text) as { status: string }).status : String(status);
}

/** An ask about a payout's own order, as Asaas would send it, with these changes. */
function askAbout(payout: Payout, changes: object = {}) {
  const [order] = ordersOf(payout);
  return {
    type: 'TRANSFER',
    transfer: {
      id: order?.id,
      value: payout.amountCents / 100,
      externalReference: payout.id,
      bankAccount: { pixAddressKey: order?.pixKey },
      ...changes,
    },
  };
}

const approvals = async ({ storeId }: Tenant): Promise<number> =>
  (await payouts.deps.db('asaas_orders').where({ store_id: storeId }).whereNotNull('approved_at')).length;

describe('an ask of Asaas', () => {
  test('is approved once per payout, and again when it is repeated', async () => {
    const { tenant, segment } = await aStore();
    const payout = await aSent(tenant);
    const about = askAbout(payout);
    expect([await answer(segment, about), await answer(segment, about)]).toEqual(['APPROVED', 'APPROVED']);
    const another = askAbout(payout, { id: 'f3956d6d-6dbb-4882-8146-9df82288d95b' });
    expect([await answer(segment, another), await answer(segment, about)]).toEqual(['REFUSED', 'APPROVED']);
    expect(await approvals(tenant)).toBe(1);
  });

  test('approves one of many orders for a payout that ask at once', async () => {
    const { tenant, segment } = await aStore();
    asaas.loseAnswer(/^POST \/transfers/);
    const payout = await aSent(tenant);
    const asks = Array.from({ length: 20 }, (_, at) => askAbout(payout, { id: `order-${String(at)}` }));
    const answers = await Promise.all(asks.map((about) => answer(segment, about)));
    expect(answers.filter((status) => status === 'APPROVED')).toHaveLength(1);
    expect(await approvals(tenant)).toBe(1);
  });

  test.each<[string, object]>([
    ['another amount', { value: 50.01 }],
    ['no amount', { value: null }],
    ['another key', { bankAccount: { pixAddressKey: 'bia@example.com' } }],
    ['a payout that never was', { externalReference: `tran_${testIds.token(24)}` }],
  ])('with %s is refused, unless the order is known from its own answer', async (_what, change) => {
    const { tenant, segment } = await aStore();
    asaas.loseAnswer(/^POST \/transfers/);
    const payout = await aSent(tenant);
    expect(await answer(segment, askAbout(payout, change))).toBe('REFUSED');
    expect(await approvals(tenant)).toBe(0);
  });

  test('that names no receiver is approved only of an order that is known from its own answer', async () => {
    const { tenant, segment } = await aStore();
    const known = await aSent(tenant);
    asaas.loseAnswer(/^POST \/transfers/);
    const lost = await aSent(tenant);
    const bankAccount = { pixAddressKey: null };
    expect(await answer(segment, askAbout(known, { bankAccount }))).toBe('APPROVED');
    expect(await answer(segment, askAbout(lost, { bankAccount }))).toBe('REFUSED');
  });

  test('about a payout that waits to be sent, or has ended, is refused', async () => {
    const { tenant, segment } = await aStore();
    const waiting = await create(payouts, tenant);
    expect(
      await answer(segment, askAbout(waiting, { id: 'early', bankAccount: { pixAddressKey: 'ana@example.com' } })),
    ).toBe('REFUSED');
    await runAfter(0);
    asaas.books.balanceCents = 0;
    const failed = await aSent(tenant);
    const about = askAbout(failed, { id: 'late', bankAccount: { pixAddressKey: 'ana@example.com' } });
    expect(await answer(segment, about)).toBe('REFUSED');
  });

  test('about the payout of another store, or through the account of another store, is refused', async () => {
    const [one, other] = [await aStore(), await aStore()];
    const payout = await aSent(one.tenant);
    expect(await answer(other.segment, askAbout(payout))).toBe('REFUSED');
    expect(await answer(one.segment, askAbout(payout))).toBe('APPROVED');
  });

  test('with another token, or at an address of no account, is told nothing', async () => {
    const { tenant, segment } = await aStore();
    const payout = await aSent(tenant);
    const about = askAbout(payout);
    expect(await answer(segment, about, '')).toBe('401');
    expect(await answer(segment, about, `${validationToken}x`)).toBe('401');
    const nowhere = { segment: testIds.token(43), token: validationToken, body: Buffer.from(JSON.stringify(about)) };
    await expect(payouts.asaas.answerWithdrawal(nowhere, call())).rejects.toMatchObject({ kind: 'NOT_FOUND' });
    expect((await find(tenant))?.askedAt).toBeUndefined();
    expect(await approvals(tenant)).toBe(0);
  });

  test.each<[string, unknown]>([
    ['no JSON', '{'],
    ['nothing', ''],
    ['an unknown type', { type: 'TED', transfer: { id: '1', value: 1 } }],
    ['a bill', { type: 'BILL', bill: { id: 623471, value: 20 } }],
    ['a recharge', { type: 'MOBILE_PHONE_RECHARGE', mobilePhoneRecharge: { id: 'd29f', value: 20 } }],
    ['a refund without an amount', { type: 'PIX_REFUND', pixRefund: { id: '0639', value: null } }],
    ['a transfer of its owner', { type: 'TRANSFER', transfer: { id: 'own', value: 1 } }],
  ])('about %s is refused by default, and shows that Asaas asks', async (_what, content) => {
    const { tenant, segment } = await aStore();
    expect(await answer(segment, content)).toBe('REFUSED');
    expect((await find(tenant))?.askedAt).toEqual(payouts.clock.real());
  });
});

test('an ask about a refund is handed to billing, with the store of its address, and approves nothing by itself', async () => {
  const { tenant, segment } = await aStore({ ownTransfers: 'ALLOW' });
  const pixRefund = { id: '0639', value: 2, originalTransaction: { endToEndIdentifier: 'E1' }, payment: 'pay_1' };
  const body = Buffer.from(JSON.stringify({ type: 'PIX_REFUND', pixRefund }));
  expect(await payouts.asaas.answerWithdrawal({ segment, token: validationToken, body }, call())).toEqual({
    approved: false,
    refuseReason: '',
    pixReturn: {
      storeId: tenant.storeId,
      returnId: '0639',
      amountCents: 200,
      endToEndId: 'E1',
      paymentId: 'pay_1',
    },
  });
  expect((await find(tenant))?.askedAt).toEqual(payouts.clock.real());
  await expect(payouts.asaas.answerWithdrawal({ segment, token: 'x'.repeat(40), body }, call())).rejects.toMatchObject({
    kind: 'UNAUTHENTICATED',
  });
});

describe('an owner who lets their own withdrawals leave', () => {
  test('has transfers and bills approved that nobody asked for here, never those that name a payout', async () => {
    const { tenant, segment } = await aStore({ ownTransfers: 'ALLOW' });
    expect((await find(tenant))?.allowsOwnTransfers).toBe(true);
    expect(await answer(segment, { type: 'TRANSFER', transfer: { id: 'own', value: 1 } })).toBe('APPROVED');
    expect(await answer(segment, { type: 'BILL', bill: { id: 623471, value: 20 } })).toBe('APPROVED');
    const named = { id: 'x', value: 1, externalReference: `tran_${testIds.token(24)}` };
    expect(await answer(segment, { type: 'TRANSFER', transfer: named })).toBe('REFUSED');
  });

  test.each([
    ['TRANSFER', 'transfer'],
    ['PIX_QR_CODE', 'pixQrCode'],
  ])(
    'has no %s approved while one of the same amount is being sent here, which may be the same',
    async (type, subject) => {
      const { tenant, segment } = await aStore({ ownTransfers: 'ALLOW' });
      const asked = (id: string, value: number) => ({ type, [subject]: { id, value, description: null } });
      expect(await answer(segment, asked('before', 50))).toBe('APPROVED');
      await aSent(tenant);
      expect([await answer(segment, asked('same', 50)), await answer(segment, asked('other', 51))]).toEqual([
        'REFUSED',
        'APPROVED',
      ]);
    },
  );
});
