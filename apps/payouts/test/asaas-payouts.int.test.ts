import { startBeforeAll } from '@pitanga/testing';
import { asaasAsksFirst } from '../src/invariants/invariant-queries';
import { asaasStores, startAsaas, type TestAsaas } from './asaas-stores';
import { call, create, factsOf, get, startPayouts, transfer } from './payouts-harness';

const payouts = startBeforeAll(startPayouts);
let asaas: TestAsaas;
beforeEach(async () => {
  asaas = await startAsaas(payouts);
  await payouts.deps.db('payouts').delete();
  await payouts.deps.db('asaas_accounts').delete();
});
afterEach(() => asaas.stop());

const { aStore, aSent, runAfter, ordersOf, connect, setValidation, find } = asaasStores(
  () => payouts,
  () => asaas,
);
const accountsOf = ({ id }: { readonly id: string }) =>
  payouts.ledger.accounts.filter(({ holdId }) => holdId === id).map(({ holdId: _id, ...account }) => account);
const stateOf = ({ id }: { readonly id: string }) => payouts.ledger.stateOf(id);
const posts = () => asaas.seen.filter((request) => request.startsWith('POST')).length;
const aCode =
  '00020126580014br.gov.bcb.pix2536pix.example/qr/v2/cobv/9d36b84fc70b45204000053039865802BR5903Bia6009Sao Paulo62070503***6304';

describe('payouts through Asaas', () => {
  test('leave once Asaas has asked, and end as it says', async () => {
    const tenant = await aStore();
    const payout = await aSent(tenant);
    const [order] = ordersOf(payout);
    expect([order?.valueCents, order?.pixKey, stateOf(payout)]).toEqual([5_000, 'ana@example.com', 'HELD']);
    expect(await asaas.out.askDue()).toEqual(['BANK_PROCESSING']);
    asaas.out.end(order?.id ?? '', 'DONE');
    await runAfter(5);
    const endToEndId = order?.endToEndIdentifier;
    expect(await get(payouts, tenant, payout)).toMatchObject({ status: 'PAYOUT_STATUS_COMPLETE', endToEndId });
    expect([stateOf(payout), (await find(tenant))?.stoppedAt]).toEqual(['SETTLED', undefined]);
  });

  test.each(['FAILED', 'CANCELLED'] as const)('that Asaas ends as %s give the money back', async (status) => {
    const tenant = await aStore();
    const payout = await aSent(tenant);
    if (status === 'FAILED') {
      await asaas.out.askDue();
      asaas.out.end(ordersOf(payout)[0]?.id ?? '', status);
    } else {
      setValidation('x'.repeat(43));
      expect(await asaas.out.askDue()).toEqual(['CANCELLED']);
    }
    await runAfter(5);
    expect(await get(payouts, tenant, payout)).toMatchObject({
      status: 'PAYOUT_STATUS_FAILED',
      providerCode: `ASAAS_${status}`,
    });
    expect([stateOf(payout), payouts.ledger.available(tenant)]).toEqual(['RELEASED', 100_000]);
  });

  test.each([
    ['the order of an event', true],
    ['the payout that an order names', false],
  ])('are read at once by %s, and nothing is believed of it', async (_what, isBound) => {
    const tenant = await aStore();
    const payout = await aSent(tenant);
    const [order] = ordersOf(payout);
    await asaas.out.askDue();
    // The read that follows an approval, and the next is a minute away.
    await runAfter(5);
    const note = { storeId: tenant.storeId, orderId: isBound ? (order?.id ?? '') : 'unknown' };
    const hint = { ...note, payoutId: isBound ? '' : payout.id };
    await payouts.asaas.noteAsaasTransfer(hint, call());
    await runAfter(0);
    expect(stateOf(payout)).toBe('HELD');
    asaas.out.end(order?.id ?? '', 'DONE');
    await payouts.asaas.noteAsaasTransfer({ ...hint, storeId: (await payouts.aStore(false)).storeId }, call());
    await runAfter(0);
    expect(stateOf(payout)).toBe('HELD');
    await payouts.asaas.noteAsaasTransfer(hint, call());
    await runAfter(0);
    expect(stateOf(payout)).toBe('SETTLED');
  });

  test('whose answer was lost are known by the ask, and never sent again', async () => {
    const tenant = await aStore();
    asaas.loseAnswer(/^POST \/transfers/);
    const payout = await aSent(tenant);
    await asaas.out.askDue();
    asaas.out.end(ordersOf(payout)[0]?.id ?? '', 'DONE');
    await runAfter(5, 60, 600);
    expect([stateOf(payout), ordersOf(payout).length]).toEqual(['SETTLED', 1]);
    expect(await factsOf(payouts, payout.id)).toEqual(['payout.created', 'payout.completed']);
  });

  test('that were sent twice leave once: whichever order is asked about first', async () => {
    const tenant = await aStore();
    asaas.loseAnswer(/^POST \/transfers/);
    const payout = await aSent(tenant);
    // Asaas took it, shows it in no list, and asks late.
    const [first] = ordersOf(payout);
    if (!first) throw new Error('no order');
    asaas.out.orders.length = 0;
    asaas.out.addOwn('TRANSFER', 100);
    await asaas.out.askDue();
    await runAfter(5, 60, 600, 600);
    const [second] = ordersOf(payout);
    if (!second) throw new Error('it was not sent again');
    asaas.out.orders.push(first);
    const answers = [
      await asaas.out.askAbout(first),
      await asaas.out.askAbout(second),
      await asaas.out.askAbout(second),
    ];
    expect(answers.map(({ body }) => (JSON.parse(body) as { status: string }).status)).toEqual([
      'REFUSED',
      'APPROVED',
      'APPROVED',
    ]);
  });

  test('whose order Asaas refuses fail at once', async () => {
    const tenant = await aStore();
    asaas.books.balanceCents = 0;
    const payout = await aSent(tenant);
    expect(await get(payouts, tenant, payout)).toMatchObject({
      status: 'PAYOUT_STATUS_FAILED',
      providerCode: 'invalid_action',
    });
    expect([stateOf(payout), posts()]).toEqual(['RELEASED', 1]);
  });

  test('pay a code, whose end names the payout', async () => {
    const tenant = await aStore();
    const pixKey = withCheckValue(aCode);
    asaas.out.keys.codes.set(pixKey, { name: 'Bia Lima', taxId: '12345678909' });
    const payout = await aSent(tenant, { ...transfer, pixKeyType: 'BR_CODE', pixKey, description: 'Conta de luz' });
    const [order] = ordersOf(payout);
    expect([order?.type, order?.description]).toEqual(['PIX_QR_CODE', `Conta de luz ${payout.id}`]);
    expect(await asaas.out.askDue()).toEqual(['REQUESTED']);
    asaas.out.end(order?.id ?? '', 'DONE');
    await runAfter(5);
    expect((await get(payouts, tenant, payout)).status).toBe('PAYOUT_STATUS_COMPLETE');
  });

  test('that come back are available again without the fee', async () => {
    const tenant = await aStore();
    const payout = await aSent(tenant);
    await asaas.out.askDue();
    const id = ordersOf(payout)[0]?.id ?? '';
    asaas.out.end(id, 'DONE');
    await runAfter(5);
    asaas.out.sendBack(id, 5_000);
    await runAfter(3_600);
    expect(await get(payouts, tenant, payout)).toMatchObject({
      status: 'PAYOUT_STATUS_RETURNED',
      returnedCents: 5_000,
    });
    expect(payouts.ledger.available(tenant)).toBe(100_000 - 80);
    expect(accountsOf(payout)).toEqual([{ sentBy: 'ASAAS' }, { backTo: 'ASAAS' }]);
  });
});

describe('an account that Asaas does not ask about', () => {
  test('sends nothing more once money has left, until it is connected again', async () => {
    const tenant = await aStore();
    asaas.out.validation = undefined;
    const payout = await aSent(tenant);
    await asaas.out.askDue();
    asaas.out.end(ordersOf(payout)[0]?.id ?? '', 'DONE');
    const waits = await create(payouts, tenant);
    await runAfter(5);
    expect((await get(payouts, tenant, payout)).status).toBe('PAYOUT_STATUS_COMPLETE');
    expect(await find(tenant)).toMatchObject({ stoppedAt: payouts.clock.real(), askedAt: undefined });
    await expect(create(payouts, tenant)).rejects.toMatchObject({ kind: 'UNAVAILABLE', reason: 'PAYOUTS_STOPPED' });
    const found = await asaasAsksFirst.violations(payouts.deps.db, payouts.clock.real());
    expect(found).toEqual([expect.stringContaining(tenant.storeId)]);
    setValidation(await connect(tenant));
    expect((await find(tenant))?.stoppedAt).toBeUndefined();
    await runAfter(5, 60);
    expect(ordersOf(waits)).toHaveLength(1);
    expect(await asaas.out.askDue()).toEqual(['BANK_PROCESSING']);
    expect((await find(tenant))?.askedAt).toEqual(payouts.clock.real());
  });

  test('is asked at once by a withdrawal of its owner at Asaas, which is refused', async () => {
    const tenant = await aStore();
    asaas.out.addOwn('TRANSFER', 100);
    expect(await asaas.out.askDue()).toEqual(['CANCELLED']);
    expect((await find(tenant))?.askedAt).toEqual(payouts.clock.real());
  });

  test('sends an order that was lost before the first ask again only when a person has made Asaas ask', async () => {
    const tenant = await aStore();
    asaas.failNext(/^POST \/transfers/, { status: 503 });
    const payout = await aSent(tenant);
    await runAfter(5, 60, 600, 3_600, 3_600);
    expect([ordersOf(payout).length, posts(), stateOf(payout)]).toEqual([0, 1, 'HELD']);
    asaas.out.addOwn('TRANSFER', 100);
    await asaas.out.askDue();
    await runAfter(3_600, 0);
    expect(ordersOf(payout)).toHaveLength(1);
  });
});

function withCheckValue(text: string): string {
  let crc = 0xffff;
  for (const byte of Buffer.from(text)) {
    crc ^= byte << 8;
    for (let bit = 0; bit < 8; bit += 1) crc = crc & 0x8000 ? ((crc << 1) ^ 0x1021) & 0xffff : (crc << 1) & 0xffff;
  }
  return text + crc.toString(16).toUpperCase().padStart(4, '0');
}
