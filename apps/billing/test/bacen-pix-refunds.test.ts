import { cents, systemClock } from '@pitanga/core';
import type { PixProvider } from '../src/provider/pix-provider';
import { bankForEachTest } from './bank-under-test';
import { anOrder, aRefund } from './pix-provider.conformance';

const at = bankForEachTest();
const now = () => systemClock.real();

describe('a return', () => {
  async function aPaidCharge(provider: PixProvider) {
    const order = anOrder(now());
    await provider.createPix(order);
    return aRefund(at.bank.books.pay(order.txid).endToEndId, order, now());
  }

  test('that the bank did and did not answer is read instead of sent again', async () => {
    const { provider } = at.adapter({ limits: { attemptMs: 2_000 } });
    const order = await aPaidCharge(provider);
    at.bank.loseAnswer('PUT', 'no answer');
    const reading = await provider.refundPix(order);
    expect(reading).toMatchObject({ status: 'COMPLETE', reference: at.bank.books.returns()[0]?.rtrId });
    expect([at.seen(/^PUT .*devolucao/), at.bank.books.returns().length]).toEqual([1, 1]);
  });

  test('asked for again is read first, because a bank that did not notice the repeat would send it twice', async () => {
    const { provider } = at.adapter();
    const order = await aPaidCharge(provider);
    const first = await provider.refundPix(order);
    expect(await provider.refundPix(order)).toEqual(first);
    expect(at.seen(/^PUT .*devolucao/)).toBe(1);
  });

  test('whose outcome nobody knows is UNAVAILABLE, and asking again sends no second one', async () => {
    const { provider } = at.adapter({ limits: { operationMs: 3_000 } });
    const order = await aPaidCharge(provider);
    const putReturn = at.bank.books.putReturn.bind(at.bank.books);
    at.bank.books.putReturn = (endToEndId, id, body) => {
      const made = putReturn(endToEndId, id, body);
      // Done, and from then on the bank is away.
      at.bank.failNext(1_000);
      return made;
    };
    at.bank.loseAnswer('PUT', 'cut');
    await expect(provider.refundPix(order)).rejects.toMatchObject({ kind: 'UNAVAILABLE' });
    at.bank.failNext(0);
    expect(await provider.refundPix(order)).toMatchObject({ status: 'COMPLETE' });
    expect(at.bank.books.returns()).toHaveLength(1);
  });

  test('that failed says why, and one under way is pending', async () => {
    const { provider } = at.adapter();
    at.bank.books.refundStatus = 'NAO_REALIZADO';
    expect(await provider.refundPix(await aPaidCharge(provider))).toMatchObject({
      status: 'FAILED',
      failureReason: 'INSUFFICIENT_FUNDS',
      providerCode: undefined,
    });
    at.bank.books.refundStatus = 'EM_PROCESSAMENTO';
    const order = await aPaidCharge(provider);
    expect(await provider.refundPix({ ...order, refundId: 'ref_0123456789ABCDEFabcdefgh' })).toMatchObject({
      status: 'PENDING',
    });
    expect(at.bank.books.returns().at(-1)?.id).toBe('ref0123456789ABCDEFabcdefgh');
  });

  test.each([
    [301, ''],
    [400, '<html>Bad Request</html>'],
    [404, ''],
    [404, '<html>Not Found</html>'],
    [404, '{"type":"about:blank","title":"Not Found","status":404}'],
    [405, ''],
    [422, '{"message":"no"}'],
  ])(
    'answered with %i and "%s" by something before the bank is unknown, and never one that the bank has not',
    async (status, page) => {
      const { provider } = at.adapter();
      const order = await aPaidCharge(provider);
      at.bank.proxy = (request) => (request.startsWith('PUT') ? { status, page } : undefined);
      await expect(provider.refundPix(order)).rejects.toMatchObject({ reason: 'PIX_PROVIDER_UNAVAILABLE' });
      at.bank.proxy = undefined;
      await provider.refundPix(order);
      at.bank.proxy = () => ({ status, page });
      await expect(provider.readPixRefund(order)).rejects.toMatchObject({ reason: 'PIX_PROVIDER_UNAVAILABLE' });
      await expect(provider.refundPix(order)).rejects.toMatchObject({ reason: 'PIX_PROVIDER_UNAVAILABLE' });
      expect(at.bank.books.returns()).toHaveLength(1);
    },
  );

  test.each(['PixDevolucaoNaoEncontrada', 'PixNaoEncontrado', 'NaoEncontrado'])(
    'that the bank itself says it does not have (%s) is one it never got',
    async (type) => {
      const { provider } = at.adapter();
      const order = await aPaidCharge(provider);
      const page = JSON.stringify({ type: `https://pix.bcb.gov.br/api/v2/error/${type}`, status: 404 });
      at.bank.proxy = () => ({ status: 404, page });
      expect(await provider.readPixRefund(order)).toBeUndefined();
    },
  );

  test('of more than was paid is refused in our words', async () => {
    const { provider } = at.adapter();
    const order = await aPaidCharge(provider);
    await expect(provider.refundPix({ ...order, amountCents: cents(99_999) })).rejects.toMatchObject({
      kind: 'FAILED_PRECONDITION',
      message: 'The bank refused to return this Pix',
    });
  });
});
