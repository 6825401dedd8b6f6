import { encodeDynamic } from '@pitanga/core';
import { efiNamed, efiProblem, startBeforeAll, type EfiStandIn } from '@pitanga/testing';
import { efiStores, startEfi } from './efi-stores';
import { activePayout, create, factsOf, get, holderTaxId, runJob, startPayouts, transfer } from './payouts-harness';

const payouts = startBeforeAll(startPayouts);
let efi: EfiStandIn;
beforeEach(async () => {
  efi = await startEfi(payouts);
  await payouts.deps.db('payouts').delete();
});
afterEach(() => efi.stop());

const { aStore, aSent, runAfter, sentOf } = efiStores(
  () => payouts,
  () => efi,
);
const aCode = encodeDynamic({
  location: 'pix.example/qr/v2/9d36b84fc70b4520',
  merchantName: 'Bia',
  merchantCity: 'Sao Paulo',
});

describe('a payout through Efí', () => {
  test('is sent once under our id, read until it ends, and its callback makes it read at once', async () => {
    const tenant = await aStore();
    const payout = await aSent(tenant, { ...transfer, pixKeyType: 'EMAIL', pixKey: 'bia@example.com' });
    const [sent] = sentOf(payout);
    expect(sent).toMatchObject({ valor: '50.00', chave: 'bia@example.com', status: 'EM_PROCESSAMENTO' });
    // Minutes later it is still on its way.
    await runAfter(2, 5, 60, 600);
    expect((await get(payouts, tenant, payout)).status).toBe('PAYOUT_STATUS_PENDING');
    await efi.out.end(payout.id.replace('_', ''), 'REALIZADO');
    await runJob(payouts.deps);
    expect(await get(payouts, tenant, payout)).toMatchObject({
      status: 'PAYOUT_STATUS_COMPLETE',
      endToEndId: sent?.endToEndId,
    });
    expect(efi.out.sent).toHaveLength(1);
    expect(await factsOf(payouts, payout.id)).toEqual(['payout.created', 'payout.completed']);
  });

  test('that Efí does not carry out, without a reason, is FAILED, and its money is back', async () => {
    const tenant = await aStore();
    const payout = await aSent(tenant, transfer);
    await efi.out.end(payout.id.replace('_', ''), 'NAO_REALIZADO');
    await runJob(payouts.deps);
    expect(await activePayout(payouts, tenant, payout.id)).toMatchObject({
      status: 'FAILED',
      failureReason: 'UNKNOWN',
      providerCode: 'EFI_NAO_REALIZADO',
    });
    expect(payouts.ledger.available(tenant)).toBe(100_000);
  });

  test('whose answer was lost is read, and not sent again', async () => {
    const tenant = await aStore();
    efi.loseAnswer(/^PUT \/v3/);
    const payout = await aSent(tenant, transfer);
    expect(sentOf(payout)).toHaveLength(1);
    await runAfter(5, 60);
    expect(efi.seen.filter((request) => request.startsWith('PUT /v3'))).toHaveLength(1);
    await efi.out.end(payout.id.replace('_', ''), 'REALIZADO');
    await runJob(payouts.deps);
    expect((await get(payouts, tenant, payout)).status).toBe('PAYOUT_STATUS_COMPLETE');
  });

  test('that never arrived is sent again under the same id, once Efí says so itself', async () => {
    const tenant = await aStore();
    efi.failNext(/^PUT \/v3/, { status: 503 });
    // The 404 of something in front of Efí proves nothing.
    efi.failNext(/^GET .*id-envio/, { status: 404, body: { message: 'no route' } }, 2);
    const payout = await aSent(tenant, transfer);
    await runAfter(5, 61);
    expect(sentOf(payout)).toHaveLength(0);
    await runAfter(600, 0);
    expect(sentOf(payout)).toHaveLength(1);
  });

  test('waits as long as Efí says, when its bucket is empty', async () => {
    const tenant = await aStore();
    const empty = { ...efiNamed(429, 'balde_fichas_vazio'), headers: { 'Retry-After': '120', 'Bucket-Size': '0' } };
    efi.failNext(/^PUT \/v3/, empty);
    const payout = await aSent(tenant, transfer);
    await runAfter(5, 60, 0);
    const orders = () => efi.seen.filter((request) => request.startsWith('PUT /v3')).length;
    expect([orders(), sentOf(payout).length]).toEqual([1, 0]);
    await runAfter(70, 600, 0);
    expect(sentOf(payout)).toHaveLength(1);
  });

  test('that came back in parts returns them, and is RETURNED once it is all', async () => {
    const tenant = await aStore();
    const payout = await aSent(tenant, transfer);
    const id = payout.id.replace('_', '');
    await efi.out.end(id, 'REALIZADO');
    await runJob(payouts.deps);
    await efi.out.giveBack(id, '20.00');
    await runJob(payouts.deps);
    expect(await activePayout(payouts, tenant, payout.id)).toMatchObject({ status: 'COMPLETE', returnedCents: 2_000 });
    await efi.out.giveBack(id, '30.00');
    await runJob(payouts.deps);
    expect(await activePayout(payouts, tenant, payout.id)).toMatchObject({ status: 'RETURNED', returnedCents: 5_000 });
    const [sentBy, backTo] = [
      { holdId: payout.id, sentBy: 'BACEN_PIX' },
      { holdId: payout.id, backTo: 'BACEN_PIX' },
    ];
    expect(payouts.ledger.accounts.filter(({ holdId }) => holdId === payout.id)).toEqual([sentBy, backTo, backTo]);
    // A COMPLETE one is read by the id of its Pix.
    expect(efi.seen.at(-1)).toBe(`GET /v2/gn/pix/enviados/${sentOf(payout)[0]?.endToEndId ?? ''}`);
  });

  test.each([
    ['chave_invalida', 400, 'INVALID_KEY'],
    ['chave_favorecido_nao_encontrada', 404, 'INVALID_KEY'],
    ['documento_bloqueado', 400, 'ACCOUNT_BLOCKED'],
    ['pagamento_negado', 422, 'UNKNOWN'],
  ])('that is refused with %s is FAILED at once', async (name, status, failureReason) => {
    const tenant = await aStore();
    efi.failNext(/^PUT \/v3/, efiNamed(status, name));
    const payout = await aSent(tenant, transfer);
    const providerCode = `EFI_${name.toUpperCase()}`;
    expect(await activePayout(payouts, tenant, payout.id)).toMatchObject({
      status: 'FAILED',
      failureReason,
      providerCode,
    });
  });

  test.each([
    ['an error of another form', { status: 400, body: { erro: 'x' } }],
    ['a page of a proxy', { status: 404 }],
    ['a token that lacks the scope', efiProblem(403, 'AcessoNegado')],
  ])('answered by %s is not known to have failed', async (_what, answer) => {
    const tenant = await aStore();
    efi.failNext(/^PUT \/v3/, answer);
    const payout = await aSent(tenant, transfer);
    expect(await activePayout(payouts, tenant, payout.id)).toMatchObject({ status: 'PENDING', step: 'WATCH' });
  });

  test('is not believed about another amount', async () => {
    const tenant = await aStore();
    const payout = await aSent(tenant, transfer);
    const { endToEndId = '' } = sentOf(payout)[0] ?? {};
    const lie = { idEnvio: payout.id.replace('_', ''), endToEndId, valor: '49.99', status: 'REALIZADO' };
    efi.failNext(/^GET .*id-envio/, { status: 200, body: lie });
    await runAfter(2);
    expect((await get(payouts, tenant, payout)).status).toBe('PAYOUT_STATUS_PENDING');
  });
});

describe('a withdrawal through Efí', () => {
  test('names its holder, so that Efí refuses a key of another', async () => {
    const tenant = await aStore();
    const own = await aSent(tenant, { pixKey: 'ana@example.com' });
    expect(sentOf(own)).toHaveLength(1);
    const other = await aSent(tenant, { pixKey: 'bia@example.com' });
    expect(await activePayout(payouts, tenant, other.id)).toMatchObject({
      status: 'FAILED',
      failureReason: 'OWNER_MISMATCH',
      providerCode: 'EFI_CHAVE_NAO_PERTENCE_AO_DOCUMENTO',
    });
  });

  test('to a tax id of another, or by a code, is refused before anything is held', async () => {
    const tenant = await aStore();
    await expect(create(payouts, tenant, { pixKeyType: 'CPF', pixKey: '52998224725' })).rejects.toMatchObject({
      reason: 'PIX_KEY_NOT_OWN',
    });
    const withCode = { pixKeyType: 'BR_CODE', pixKey: aCode } as const;
    await expect(create(payouts, tenant, withCode)).rejects.toMatchObject({ reason: 'PIX_KEY_OWNER_UNKNOWN' });
    const toItself = await create(payouts, tenant, { pixKeyType: 'CNPJ', pixKey: holderTaxId });
    expect(toItself.status).toBe('PAYOUT_STATUS_PENDING');
  });
});

describe('the code of one charge', () => {
  const pay = { ...transfer, pixKeyType: 'BR_CODE' } as const;

  test('is paid by Efí when it costs what the payout is of', async () => {
    const tenant = await aStore();
    efi.out.codes.set(aCode, { original: '50.00' });
    const payout = await aSent(tenant, { ...pay, pixKey: aCode });
    expect(sentOf(payout)).toMatchObject([{ valor: '50.00' }]);
  });

  test.each([
    ['of another amount', { original: '50.01' }],
    ['whose fees are not shown', { original: '50.00', multa: { modalidade: 2, valorPerc: '2.00' } }],
  ])('%s is not', async (_what, valor) => {
    const tenant = await aStore();
    efi.out.codes.set(aCode, valor);
    const payout = await aSent(tenant, { ...pay, pixKey: aCode });
    expect(sentOf(payout)).toHaveLength(0);
    expect(await activePayout(payouts, tenant, payout.id)).toMatchObject({
      status: 'FAILED',
      failureReason: 'INVALID_AMOUNT',
    });
  });
});
