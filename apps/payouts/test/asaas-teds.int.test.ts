import type { Tenant } from '@pitanga/core';
import { startBeforeAll } from '@pitanga/testing';
import { outcomesAreKnown } from '../src/invariants/invariant-queries';
import { asaasStores, startAsaas, validationToken, type TestAsaas } from './asaas-stores';
import { call, factsOf, get, holderTaxId, startPayouts } from './payouts-harness';
import { aTed } from './teds';

const payouts = startBeforeAll(startPayouts);
let asaas: TestAsaas;
beforeEach(async () => {
  asaas = await startAsaas(payouts);
  await payouts.deps.db('payouts').delete();
});
afterEach(() => asaas.stop());

const { aSent, runAfter, ordersOf, connect, setValidation, find, ask } = asaasStores(
  () => payouts,
  () => asaas,
);
const stateOf = ({ id }: { readonly id: string }) => payouts.ledger.stateOf(id);

async function aStore(): Promise<{ readonly tenant: Tenant; readonly segment: string }> {
  const tenant = await payouts.aStore(false);
  const segment = await connect(tenant);
  setValidation(segment);
  return { tenant, segment };
}

async function anOrder(tenant: Tenant) {
  const payout = await aSent(tenant, aTed({ description: 'Folha' }));
  const [order] = ordersOf(payout);
  if (!order) throw new Error('no order');
  return { payout, order };
}

describe('a TED through Asaas', () => {
  test('names the holder, leaves once Asaas has asked, and ends without the id of a Pix', async () => {
    const { tenant } = await aStore();
    const { payout, order } = await anOrder(tenant);
    expect(order).toMatchObject({
      valueCents: 5_000,
      bankAccount: {
        bank: { code: '341' },
        ownerName: 'Loja Ltda',
        cpfCnpj: holderTaxId,
        agency: '1234',
        account: '12345678',
        accountDigit: '9',
        bankAccountType: 'CONTA_CORRENTE',
      },
    });
    // Ours alone.
    expect([payout.description, order.description]).toEqual(['Folha', undefined]);
    expect(await asaas.out.askDue()).toEqual(['BANK_PROCESSING']);
    await runAfter(5);
    expect(stateOf(payout)).toBe('HELD');
    // No alarm until the next business day.
    const { db, clock } = payouts.deps;
    const inDays = (days: number) => new Date(clock.real().getTime() + days * 86_400_000);
    expect(await outcomesAreKnown.violations(db, inDays(3.9))).toEqual([]);
    expect(await outcomesAreKnown.violations(db, inDays(4.1))).toEqual([expect.stringContaining(payout.id)]);
    asaas.out.end(order.id, 'DONE');
    await runAfter(60);
    expect(await get(payouts, tenant, payout)).toMatchObject({
      status: 'PAYOUT_STATUS_COMPLETE',
      endToEndId: undefined,
    });
    expect([stateOf(payout), (await find(tenant))?.stoppedAt]).toEqual(['SETTLED', undefined]);
    expect(await factsOf(payouts, payout.id)).toEqual(['payout.created', 'payout.completed']);
  });

  test('to a bank by its ISPB names that', async () => {
    const { tenant } = await aStore();
    const asked = aTed({}, { bankCode: undefined, ispb: '18236120', type: 'BANK_ACCOUNT_TYPE_SAVINGS' });
    const [order] = ordersOf(await aSent(tenant, asked));
    expect(order?.bankAccount).toMatchObject({ ispb: '18236120', bankAccountType: 'CONTA_POUPANCA' });
    expect(await asaas.out.askDue()).toEqual(['BANK_PROCESSING']);
  });

  test('that fails gives everything back', async () => {
    const { tenant } = await aStore();
    const { payout, order } = await anOrder(tenant);
    await asaas.out.askDue();
    asaas.out.end(order.id, 'FAILED');
    await runAfter(5);
    expect(await get(payouts, tenant, payout)).toMatchObject({
      status: 'PAYOUT_STATUS_FAILED',
      providerCode: 'ASAAS_FAILED',
    });
    expect(payouts.ledger.available(tenant)).toBe(100_000);
  });

  test('that the receiving bank sends back after it was DONE has come back as a whole, without its fee', async () => {
    const { tenant } = await aStore();
    const { payout, order } = await anOrder(tenant);
    await asaas.out.askDue();
    asaas.out.end(order.id, 'DONE');
    await runAfter(5);
    expect(stateOf(payout)).toBe('SETTLED');
    asaas.out.end(order.id, 'FAILED');
    await runAfter(3_600);
    expect(await get(payouts, tenant, payout)).toMatchObject({
      status: 'PAYOUT_STATUS_RETURNED',
      returnedCents: 5_000,
    });
    expect(payouts.ledger.available(tenant)).toBe(100_000 - 80);
  });

  test('that is sent back between its settling and a crash before its row has come back, too', async () => {
    const { tenant } = await aStore();
    const { payout, order } = await anOrder(tenant);
    await asaas.out.askDue();
    const settled = { tenant, holdId: payout.id, providerAccount: undefined, occurredAt: payouts.clock.real() };
    await payouts.ledger.settleHold(settled, call());
    asaas.out.end(order.id, 'FAILED');
    await runAfter(5, 5);
    expect(await get(payouts, tenant, payout)).toMatchObject({
      status: 'PAYOUT_STATUS_RETURNED',
      returnedCents: 5_000,
    });
    expect(await factsOf(payouts, payout.id)).toEqual(['payout.created', 'payout.completed', 'payout.returned']);
    expect(payouts.ledger.available(tenant)).toBe(100_000 - 80);
  });

  test('whose answer was lost is known by the ask, and never sent again', async () => {
    const { tenant } = await aStore();
    asaas.loseAnswer(/^POST \/transfers/);
    const { payout, order } = await anOrder(tenant);
    await asaas.out.askDue();
    asaas.out.end(order.id, 'DONE');
    await runAfter(5, 60, 600);
    expect([stateOf(payout), ordersOf(payout).length]).toEqual(['SETTLED', 1]);
  });

  test('that was sent twice leaves once: whichever order is asked about first', async () => {
    const { tenant } = await aStore();
    asaas.loseAnswer(/^POST \/transfers/);
    const { payout, order: first } = await anOrder(tenant);
    asaas.out.orders.length = 0;
    asaas.out.addOwn('TRANSFER', 100);
    await asaas.out.askDue();
    await runAfter(5, 60, 600, 600);
    const [second] = ordersOf(payout);
    if (!second) throw new Error('it was not sent again');
    const answers = [await asaas.out.askAbout(first), await asaas.out.askAbout(second)];
    const statuses = answers.map(({ body }) => (JSON.parse(body) as { status: string }).status).sort();
    expect(statuses).toEqual(['APPROVED', 'REFUSED']);
  });

  test.each([
    ['is as it was asked for', {}, 'APPROVED'],
    ['is shown with zeros in front', { bankAccount: { agency: '1234', account: '0012345678', accountDigit: '9' } }],
    ['is not shown', { bankAccount: {}, operationType: undefined }],
    ['is a Pix', { operationType: 'PIX' }, 'REFUSED'],
    ['goes to a key', { bankAccount: { pixAddressKey: 'bia@example.com' } }, 'REFUSED'],
    ['goes to another account', { bankAccount: { account: '12345679', accountDigit: '9' } }, 'REFUSED'],
    ['goes to another branch', { bankAccount: { agency: '1235', account: '12345678' } }, 'REFUSED'],
    ['goes to an account of another', { bankAccount: { account: '12345678', cpfCnpj: '529.982.247-25' } }, 'REFUSED'],
    ['goes to another bank', { bankAccount: { bank: { code: '001' }, account: '12345678' } }, 'REFUSED'],
    ['has another amount', { value: 50.01 }, 'REFUSED'],
  ])('whose order %s is answered as it should', async (_what, changes, expected = 'APPROVED') => {
    const { tenant, segment } = await aStore();
    const { payout, order } = await anOrder(tenant);
    const base = { id: order.id, value: 50, externalReference: payout.id, operationType: 'TED' };
    const body = JSON.stringify({
      type: 'TRANSFER',
      transfer: { ...base, bankAccount: { ...order.bankAccount, pixAddressKey: null }, ...changes },
    });
    const answer = await ask(segment, { headers: { 'asaas-access-token': validationToken }, body });
    expect((JSON.parse(answer.body) as { status: string }).status).toBe(expected);
  });

  test('of another id is approved by no account that it does not show', async () => {
    const { tenant, segment } = await aStore();
    asaas.loseAnswer(/^POST \/transfers/);
    const { payout } = await anOrder(tenant);
    const whole = { bank: { code: 341 }, agency: 1234, account: 12_345_678, accountDigit: 9, cpfCnpj: holderTaxId };
    const answerTo = async (bankAccount: object) => {
      const transfer = { id: 'another', value: 50, externalReference: payout.id, operationType: 'TED', bankAccount };
      const body = JSON.stringify({ type: 'TRANSFER', transfer });
      const answer = await ask(segment, { headers: { 'asaas-access-token': validationToken }, body });
      return (JSON.parse(answer.body) as { status: string }).status;
    };
    const refused = [
      {},
      { ...whole, bank: undefined },
      { ...whole, bank: undefined, ispb: '18236120' },
      { ...whole, agency: undefined },
      { ...whole, account: null },
      { ...whole, accountDigit: undefined },
      { ...whole, agency: 1235 },
      { ...whole, cpfCnpj: '52998224725' },
      { ...whole, cpfCnpj: `9${'*'.repeat(holderTaxId.length - 1)}` },
    ];
    for (const shown of refused) expect([shown, await answerTo(shown)]).toEqual([shown, 'REFUSED']);
    expect(await answerTo(whole)).toBe('APPROVED');
  });
});
