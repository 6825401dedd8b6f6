import { digitableLine, formatDigitableLine, parseBrCode, parseDigitableLine } from '@pitanga/core';
import { waitFor, webhookReceiver, type WebhookReceiver, testTimeoutMs } from '@pitanga/testing';
import type { SharedPlatform } from '@pitanga/tools';
import { aCpf, clientOf, type Client } from './api';
import { joinPlatform } from './use-platform';

const events = ['completed', 'refunded', 'disputed', 'lost'].flatMap((what) => [
  `checkout.${what}`,
  `transparent.${what}`,
]);

describe('collecting by every method', () => {
  let platform: SharedPlatform;
  let api: Client;
  let receiver: WebhookReceiver;

  beforeAll(async () => {
    platform = await joinPlatform();
    api = clientOf(platform.demo);
    receiver = await webhookReceiver();
    const hook = { name: 'all', endpoint: receiver.url, events: [...events, 'refund.failed'] };
    expect((await api.post('/v2/webhooks/create', hook)).status).toBe(200);
    await pay(await pix(500_000));
  }, 2 * testTimeoutMs);
  afterAll(() => receiver.close(), 2 * testTimeoutMs);

  const pix = async (amount: number): Promise<string> =>
    (await api.post('/v2/transparents/create', { data: { amount } })).json.data.id;
  const pay = async (id: string): Promise<void> => {
    expect((await api.post('/v2/transparents/simulate-payment', { id })).status).toBe(200);
  };
  const balance = async () => (await api.get('/v2/store/get')).json.data.balance;
  const cardToken = async (number: string): Promise<string> => {
    const card = { number, expMonth: 12, expYear: 2035, cvv: '739', holderName: 'Ana Souza' };
    const answer = await api.post('/v2/card-tokens', card, { key: platform.demo.publicKey });
    return answer.json.data.id;
  };
  const eventsOf = (id: string): string[] =>
    receiver.seen
      .map((seen) => JSON.parse(seen.body))
      .filter(({ data }) => [data.transparent?.id, data.checkout?.id].includes(id))
      .map(({ event }) => event);
  const told = (id: string, wanted: readonly string[]) =>
    waitFor(`${wanted.join(', ')} of ${id}`, () =>
      Promise.resolve(wanted.every((event) => eventsOf(id).includes(event))),
    );
  const booked = (id: string) =>
    waitFor(`the payment ${id} on the statement`, async () => {
      const { data } = (await api.get(`/v2/bank-statement/list?search=${id}&kind=PAYMENT`)).json;
      return data.some(({ movements }: { movements: { balanceEffect: string }[] }) =>
        movements.some(({ balanceEffect }) => balanceEffect === 'credit'),
      );
    });
  const refunded = (id: string, status: string) =>
    waitFor(`the refund ${status}`, async () => {
      const refund = (await api.get(`/v2/refunds/list?originalId=${id}&limit=1`)).json.data[0];
      return refund?.status === status;
    });

  it('a boleto: its numbers, its PDF, its payment, and its refund to a Pix key', async () => {
    const customer = { name: 'Ana', cellphone: '11987654321', email: 'ana@example.com', taxId: aCpf() };
    const data = { amount: 12_345, customer, interest: { value: 100 }, fine: { value: 200, type: 'PERCENTAGE' } };
    const created = (await api.post('/v2/transparents/create', { method: 'BOLETO', data })).json.data;
    expect(created).toMatchObject({ status: 'PENDING', platformFee: 250, interest: { value: 100 }, fine: data.fine });
    const { barCodeNumber } = created;
    expect(parseDigitableLine(created.digitableLine)).toMatchObject({ barCode: barCodeNumber, amountCents: 12_345 });
    // A new store reads the line as people type it.
    expect(created.barCode).toBe(formatDigitableLine(digitableLine(barCodeNumber)));
    expect(parseBrCode(created.brCode).location).toMatch(/^pix\.example\.com/);
    const pdf = await fetch(created.url);
    expect([pdf.headers.get('content-type'), (await pdf.text()).slice(0, 5)]).toEqual(['application/pdf', '%PDF-']);

    const pending = Number((await balance()).pending);
    await pay(created.id);
    await told(created.id, ['transparent.completed']);
    await waitFor('the pending money', async () => (await balance()).pending === pending + 12_345 - 250);

    expect((await api.post('/v2/transparents/refund', { id: created.id })).json.error).toMatch(/^INVALID_METHOD: /);
    const way = { pixKey: 'ana@example.com', pixKeyType: 'EMAIL' };
    expect((await api.post('/v2/transparents/refund', { id: created.id, ...way })).json.data.status).toBe('PENDING');
    await refunded(created.id, 'COMPLETE');
    await told(created.id, ['transparent.refunded']);
    expect((await balance()).pending).toBe(pending);
    expect((await api.get(`/v2/transparents/get?id=${created.id}`)).json.data.status).toBe('REFUNDED');
  });

  it('a card: token, payment by installments, the same card again, a decline, and a lost dispute', async () => {
    const first = { amount: 30_000, installmentCount: 3, cardToken: await cardToken('4242 4242 4242 4242') };
    const paid = (await api.post('/v2/transparents/create', { method: 'CARD', data: first })).json.data;
    expect(paid).toMatchObject({ status: 'PAID', brand: 'VISA', lastFour: '4242', platformFee: 1_260 });
    const again = await api.post('/v2/transparents/create', { method: 'CARD', data: first });
    expect([again.status, again.json.error]).toEqual([400, 'Card token was already used']);
    const saved = { amount: 5_000, cardToken: paid.cardToken };
    expect((await api.post('/v2/transparents/create', { method: 'CARD', data: saved })).json.data.status).toBe('PAID');

    const key = { headers: { 'idempotency-key': `decline-${paid.id}` } };
    const declined = { method: 'CARD', data: { amount: 7_000, token: await cardToken('4000000000000002') } };
    for (const isReplay of [null, 'true']) {
      const answer = await api.post('/v2/transparents/create', declined, key);
      expect([answer.status, answer.json.error]).toEqual([
        400,
        'Não foi possível processar o pagamento com este cartão',
      ]);
      expect(answer.headers.get('idempotent-replayed')).toBe(isReplay);
    }
    expect((await api.get('/v2/transparents/list?status=FAILED&limit=1')).json.data[0]).toMatchObject({
      amount: 7_000,
    });

    await told(paid.id, ['transparent.completed']);
    for (const outcome of ['opened', 'lost']) {
      expect((await api.post('/v2/transparents/simulate-dispute', { id: paid.id, outcome })).status).toBe(200);
    }
    await told(paid.id, ['transparent.disputed', 'transparent.lost']);
    expect((await api.get(`/v2/transparents/get?id=${paid.id}`)).json.data.status).toBe('CHARGED_BACK');
    // The ledger hears of it beside the webhooks, not before them.
    await waitFor('nothing blocked', async () => (await balance()).blocked === 0);
  });

  it('a checkout with a coupon: net to the centavo, counted once, refunded in full', async () => {
    const externalId = `item-${aCpf()}`;
    await api.post('/v2/products/create', { externalId, name: 'Livro', price: 3_333 });
    const code = `CUPOM${aCpf()}`;
    await api.post('/v2/coupons/create', { code, discountKind: 'PERCENTAGE', discount: 1_050, maxRedeems: 1 });
    const body = { items: [{ id: externalId, quantity: 3 }], methods: ['CARD', 'PIX'], coupons: [code] };
    const { id } = (await api.post('/v2/checkouts/create', body)).json.data;
    const paid = await api.post('/v2/checkouts/simulate-payment', { id, coupons: [code.toLowerCase()] });
    // 9 999 less 10,5 %, half up: 1 049,895 is 1 050.
    expect(paid.json.data).toMatchObject({ status: 'PAID', amount: 8_949, paidAmount: 8_949, couponsUsed: [code] });
    expect(paid.json.data.payments).toMatchObject([{ method: 'CARD', amount: 8_949, status: 'PAID' }]);
    expect((await api.get(`/v2/coupons/get?id=${code}`)).json.data).toMatchObject({
      status: 'EXPIRED',
      redeemsCount: 1,
    });
    await told(id, ['checkout.completed']);

    expect((await api.post('/v2/checkouts/refund', { id, reason: 'Desistiu' })).json.data.originalId).toBe(id);
    await refunded(id, 'COMPLETE');
    await told(id, ['checkout.refunded']);
    expect((await api.get(`/v2/checkouts/get?id=${id}`)).json.data.status).toBe('REFUNDED');
    const repeat = await api.post('/v2/checkouts/refund', { id });
    expect([repeat.status, repeat.json.error]).toEqual([400, 'Esta cobrança já foi reembolsada.']);
  });

  it('a card refunded in two parts: its installments first, each part told, and nothing left over', async () => {
    const cardTokenId = await cardToken('4242424242424242');
    const data = { amount: 30_000, installmentCount: 3, cardToken: cardTokenId };
    const { id } = (await api.post('/v2/transparents/create', { method: 'CARD', data })).json.data;
    const ofCharge = async () => (await api.get(`/v2/transparents/get?id=${id}`)).json.data;
    const line = (kind: string) => async () =>
      (await api.get(`/v2/bank-statement/list?search=${id}&kind=${kind}`)).json.data;
    await waitFor('the payment on the statement', async () => (await line('PAYMENT')()).length === 1);
    const before = await balance();
    expect((await api.post('/v2/transparents/refund', { id, amount: 30_001 })).json.error).toBe(
      'What is left to refund of this charge is R$ 300,00 (30000 centavos)',
    );
    expect((await api.post('/v2/transparents/refund', { id, amount: 12_000 })).json.data.amount).toBe(12_000);
    expect((await api.post('/v2/transparents/refund', { id, amount: 1 })).status).toBe(400);
    await refunded(id, 'COMPLETE');
    expect(await ofCharge()).toMatchObject({ status: 'PAID', paidAmount: 30_000, refundedAmount: 12_000 });
    expect(await balance()).toMatchObject({ available: before.available, pending: before.pending - 12_000 });
    expect((await api.post('/v2/transparents/refund', { id })).json.data.amount).toBe(18_000);
    await waitFor('the rest', async () => (await ofCharge()).status === 'REFUNDED');
    const { platformFee, refundedAmount } = await ofCharge();
    expect(refundedAmount).toBe(30_000);
    expect(await balance()).toMatchObject({ available: before.available - platformFee });
    const told = await waitFor('both parts told', () => {
      const events = receiver.seen.map((seen) => JSON.parse(seen.body));
      const own = events.filter(({ event, data: of }) => event === 'transparent.refunded' && of.transparent.id === id);
      return Promise.resolve(own.length === 2 && own);
    });
    const parts = told.map(({ data: of }) => [of.refund.amount, of.transparent.refundedAmount, of.transparent.status]);
    expect(parts.sort((a, b) => a[0] - b[0])).toEqual([
      [12_000, 12_000, 'PAID'],
      [18_000, 30_000, 'REFUNDED'],
    ]);
  });

  it('money that a charge cannot take is recorded, returned and on the statement, and changes no balance', async () => {
    const id = await pix(20_000);
    const wrong = await api.post('/v2/transparents/simulate-payment', { id, amount: 777 });
    expect(wrong.json.data.status).toBe('PENDING');
    await pay(id);
    await booked(id);
    const { available } = await balance();
    expect((await api.post('/v2/transparents/simulate-payment', { id })).status).toBe(400);
    expect((await api.post('/v2/transparents/simulate-payment', { id, late: true })).status).toBe(200);
    const returns = await waitFor('both returns', async () => {
      const { data } = (await api.get(`/v2/refunds/list?originalId=${id}&status=COMPLETE`)).json;
      return data.length === 2 && data;
    });
    expect(returns.map((refund: { amount: number; reason: string }) => [refund.amount, refund.reason])).toEqual([
      [20_000, 'DUPLICATE'],
      [777, 'AMOUNT_MISMATCH'],
    ]);
    const lines = await waitFor('the statement', async () => {
      const { data } = (await api.get(`/v2/bank-statement/list?search=${id}`)).json;
      return data.length === 5 && data.every(({ status }: { status: string }) => status === 'COMPLETE') && data;
    });
    const effects = lines.flatMap(({ movements }: { movements: { balanceEffect: string }[] }) =>
      movements.map(({ balanceEffect }) => balanceEffect),
    );
    expect(effects.sort()).toEqual(['credit', 'debit', 'none', 'none', 'none', 'none']);
    expect((await balance()).available).toBe(available);
  });

  it('a refund that its provider refuses gives the money back and says so', async () => {
    const id = await pix(10_014);
    await pay(id);
    await booked(id);
    const before = await balance();
    expect((await api.post('/v2/transparents/refund', { id })).status).toBe(200);
    await refunded(id, 'FAILED');
    await told(id, ['refund.failed']);
    await waitFor('the balance as before', async () => (await balance()).available === before.available);
    expect((await api.get(`/v2/transparents/get?id=${id}`)).json.data.status).toBe('PAID');
  });

  it('production refuses every method without a provider, before anything is written', async () => {
    const key = { key: platform.demo.prodKey };
    for (const [method, extra] of Object.entries({ PIX: {}, BOLETO: {}, CARD: { cardToken: 'ctok_x' } })) {
      const answer = await api.post('/v2/transparents/create', { method, data: { amount: 5_000, ...extra } }, key);
      const sentence = `Provider for ${method} is not configured for this store`;
      expect([answer.status, answer.json.error]).toEqual([503, sentence]);
    }
    expect((await api.get('/v2/transparents/list', key)).json.data).toEqual([]);
  });
});
