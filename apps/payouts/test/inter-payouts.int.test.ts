import { encodeDynamic } from '@pitanga/core';
import { startBeforeAll, type InterStandIn } from '@pitanga/testing';
import { interStores, startInter } from './inter-stores';
import {
  activePayout,
  call,
  create,
  factsOf,
  get,
  holderTaxId,
  runJob,
  startPayouts,
  transfer,
} from './payouts-harness';

const payouts = startBeforeAll(startPayouts);
let inter: InterStandIn;
beforeEach(async () => {
  inter = await startInter(payouts);
  await payouts.deps.db('payouts').delete();
});
afterEach(() => inter.stop());

const { aStore, aSent, connect, runAfter, sentOf, endOf } = interStores(
  () => payouts,
  () => inter,
);
const orders = () => inter.seen.filter((request) => request === 'POST /banking/v2/pix');
const aCode = encodeDynamic({
  location: 'pix.example/qr/v2/9d36b84fc70b4520',
  merchantName: 'Bia',
  merchantCity: 'Sao Paulo',
});

describe('a payout through Inter', () => {
  test('is sent once, named by our id, and its callback makes it read at once', async () => {
    const tenant = await aStore();
    const payout = await aSent(tenant, { ...transfer, pixKey: 'bia@example.com', description: 'Comissão' });
    expect(sentOf(payout.id)).toMatchObject([
      { cents: 5_000, receiver: 'bia@example.com', descricao: `${payout.id} Comissão` },
    ]);
    await runAfter(2, 5, 60);
    await endOf(payout, 'PIX_ENVIADO');
    await runJob(payouts.deps);
    expect((await get(payouts, tenant, payout)).status).toBe('PAYOUT_STATUS_PENDING');
    await endOf(payout, 'PIX_PAGO');
    await runJob(payouts.deps);
    expect(await get(payouts, tenant, payout)).toMatchObject({
      status: 'PAYOUT_STATUS_COMPLETE',
      endToEndId: sentOf(payout.id)[0]?.endToEndId,
    });
    expect(orders()).toHaveLength(1);
    expect(await factsOf(payouts, payout.id)).toEqual(['payout.created', 'payout.completed']);
  });

  test.each([
    ['CANCELADO_SEM_SALDO', undefined, 'INSUFFICIENT_FUNDS', 'INTER_CANCELADO_SEM_SALDO'],
    ['FALHA', 'AC03', 'INVALID_KEY', 'AC03'],
    ['FALHA', 'código de Ana', 'UNKNOWN', 'INTER_FALHA'],
    ['REPROVADO', undefined, 'UNKNOWN', 'INTER_REPROVADO'],
  ])('that ends as %s with %s is FAILED, and its money is back', async (status, code, failureReason, providerCode) => {
    const tenant = await aStore();
    const payout = await aSent(tenant, transfer);
    await endOf(payout, status, code);
    await runJob(payouts.deps);
    expect(await activePayout(payouts, tenant, payout.id)).toMatchObject({
      status: 'FAILED',
      failureReason,
      providerCode,
    });
    expect(payouts.ledger.available(tenant)).toBe(100_000);
  });

  test('that waits for a person at the bank is PENDING for days, and is asked for once', async () => {
    const tenant = await aStore();
    inter.out.approvalFromCents = 5_000;
    inter.loseAnswer(/^POST \/banking/);
    const payout = await aSent(tenant, transfer);
    // Not in the statement: its key gets the first answer.
    await runAfter(5, 60, 0, 10, 600, 86_400);
    expect(sentOf(payout.id)).toMatchObject([{ status: 'AGUARDANDO_APROVACAO' }]);
    expect(orders()).toHaveLength(2);
    await endOf(payout, 'PAGO');
    await runAfter(3_600);
    expect((await get(payouts, tenant, payout)).status).toBe('PAYOUT_STATUS_COMPLETE');
  });

  test('whose key Inter refuses is FAILED at once', async () => {
    const tenant = await aStore();
    inter.out.unknownKeys.add('nobody@example.com');
    const payout = await aSent(tenant, { ...transfer, pixKey: 'nobody@example.com' });
    expect(await activePayout(payouts, tenant, payout.id)).toMatchObject({
      status: 'FAILED',
      failureReason: 'INVALID_KEY',
      providerCode: 'INTER_RECUSADO',
    });
  });

  test('is not believed about another amount', async () => {
    const tenant = await aStore();
    const payout = await aSent(tenant, transfer);
    const [sent] = sentOf(payout.id);
    if (sent) inter.out.sent[0] = { ...sent, cents: 4_999 };
    await endOf(payout, 'PAGO').catch(() => undefined);
    await runAfter(2);
    expect((await get(payouts, tenant, payout)).status).toBe('PAYOUT_STATUS_PENDING');
  });
});

describe('an order whose answer was lost', () => {
  test('is found in the statement, on whatever page, and its key tells its id: it is not sent again', async () => {
    const tenant = await aStore();
    inter.out.linesMax = 1;
    await aSent(tenant, { ...transfer, amountCents: 4_000 });
    inter.loseAnswer(/^POST \/banking/);
    const payout = await aSent(tenant, transfer);
    await runAfter(5);
    expect(inter.seen.filter((request) => request.includes('pagina=1'))).toHaveLength(1);
    await endOf(payout, 'PAGO');
    await runJob(payouts.deps);
    expect((await get(payouts, tenant, payout)).status).toBe('PAYOUT_STATUS_COMPLETE');
    expect(sentOf(payout.id)).toHaveLength(1);
  });

  test('and that never arrived is sent again after a minute, under the same key', async () => {
    const tenant = await aStore();
    inter.failNext(/^POST \/banking/, 503);
    const payout = await aSent(tenant, transfer);
    await runAfter(5);
    expect(orders()).toHaveLength(1);
    await runAfter(60, 0);
    expect([orders().length, sentOf(payout.id).length]).toEqual([2, 1]);
  });

  test('is never repeated once Inter may have forgotten its key', async () => {
    const tenant = await aStore();
    inter.loseAnswer(/^POST \/banking/);
    const payout = await aSent(tenant, transfer);
    inter.out.byKey.clear();
    await runAfter(7_200, 3_600, 3_600);
    expect([orders().length, sentOf(payout.id).length]).toEqual([1, 1]);
    expect((await get(payouts, tenant, payout)).status).toBe('PAYOUT_STATUS_PENDING');
  });

  test('and is in no statement for a day waits for a person', async () => {
    const tenant = await aStore();
    inter.failNext(/^POST \/banking/, 503, 100);
    const payout = await aSent(tenant, transfer);
    await runAfter(5, 60, 0, 90_000);
    const before = orders().length;
    await runAfter(3_600, 3_600);
    expect(orders()).toHaveLength(before);
    expect(await activePayout(payouts, tenant, payout.id)).toMatchObject({ status: 'PENDING', step: 'WATCH' });
  });

  test.each([
    ['a statement that is refused', 403],
    ['one that is away', 503],
  ])('is not sent again after %s', async (_what, status) => {
    const tenant = await aStore();
    inter.loseAnswer(/^POST \/banking/);
    inter.failNext(/^GET \/banking.*extrato/, status, 100);
    const payout = await aSent(tenant, transfer);
    await runAfter(5, 60, 600);
    expect([orders().length, sentOf(payout.id).length]).toEqual([1, 1]);
  });
});

describe('a withdrawal through Inter', () => {
  test('goes to a key that is the holder’s tax id, and to no other', async () => {
    const tenant = await aStore();
    const own = await aSent(tenant, { pixKeyType: 'CNPJ', pixKey: holderTaxId });
    expect(sentOf(own.id)).toHaveLength(1);
    await expect(create(payouts, tenant, { pixKey: 'ana@example.com' })).rejects.toMatchObject({
      reason: 'PIX_KEY_OWNER_UNKNOWN',
    });
  });
});

test('the code of one charge is paid as it is, with the amount of the payout', async () => {
  const tenant = await aStore();
  const payout = await aSent(tenant, { ...transfer, pixKeyType: 'BR_CODE', pixKey: aCode });
  expect(sentOf(payout.id)).toMatchObject([{ receiver: aCode, cents: 5_000 }]);
});

describe('connecting an account at Inter that sends', () => {
  test.each([
    [
      'a scope is not ticked',
      () => (inter.scopes = inter.scopes.filter((one) => one !== 'extrato.read')),
      {},
      'extrato.read',
    ],
    [
      'the address is not the Pix API’s',
      () => undefined,
      { baseUrl: 'https://127.0.0.1:1/v2' },
      'should end with /pix/v2',
    ],
    ['the scopes that it names lack one', () => undefined, { scope: 'pagamento-pix.read' }, 'tick extrato.read'],
  ])('says it when %s, and stores nothing', async (_what, prepare, over, sentence) => {
    prepare();
    const tenant = await payouts.aStore(false);
    await expect(connect(tenant, over)).rejects.toThrow(sentence);
    expect(await payouts.deps.findProvider(tenant)).toBeUndefined();
  });

  test('works when Inter does not register the address: payouts are read at their times', async () => {
    inter.failNext(/^PUT \/banking\/v2\/webhooks/, 400);
    const tenant = await aStore();
    const payout = await aSent(tenant, transfer);
    await endOf(payout, 'PAGO');
    await runAfter(2);
    expect((await get(payouts, tenant, payout)).status).toBe('PAYOUT_STATUS_COMPLETE');
  });

  test('lets no callback of another store, and none that names nothing, change a payout', async () => {
    const [tenant, stranger] = [await aStore(), await aStore()];
    const payout = await aSent(tenant, transfer);
    const { endToEndId, codigoSolicitacao } = sentOf(payout.id)[0] ?? {};
    const seen = inter.seen.length;
    const tell = ({ storeId }: { storeId: string }, body: unknown) =>
      payouts.banks.receiveBankNotice({ storeId, body: Buffer.from(JSON.stringify(body)) }, call());
    await tell(stranger, [{ endToEnd: endToEndId }, { codigoSolicitacao }]);
    for (const body of [null, 7, [], [null], [{ endToEnd: 7 }], { endToEnd: 'x'.repeat(99) }]) await tell(tenant, body);
    await runJob(payouts.deps);
    expect(inter.seen).toHaveLength(seen);
    await tell(tenant, { codigoSolicitacao });
    await runJob(payouts.deps);
    expect(inter.seen).toHaveLength(seen + 1);
  });
});
