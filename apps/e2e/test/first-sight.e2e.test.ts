import { aCpf } from './api';
import { usePlatform } from './use-platform';

/** Everything is read once: what is not there yet when a simulation has answered is a failure. */
describe('a simulation that has answered', () => {
  const at = usePlatform();
  const post = async (path: string, body: object) => {
    const { status, json } = await at.api.post(`/v2/${path}`, body);
    expect([status, json.error]).toEqual([200, null]);
    return json.data;
  };
  const eventsOf = async (id: string): Promise<string[]> =>
    (await at.api.get(`/v2/events/list?recordId=${id}`)).json.data.map(({ event }: { event: string }) => event);
  const kindsOf = async (chargeId: string): Promise<string[]> =>
    (await at.api.get('/v2/bank-statement/list?limit=20')).json.data
      .filter((entry: { chargeId: string | null }) => entry.chargeId === chargeId)
      .map(({ kind }: { kind: string }) => kind);

  it('has booked a payment and can be read as an event, every time', async () => {
    for (let round = 0; round < 20; round += 1) {
      const before = (await at.api.get('/v2/store/get')).json.data.balance.available;
      const { id, platformFee } = await post('transparents/create', { data: { amount: 1_000 + 100 * round } });
      await post('transparents/simulate-payment', { id });
      expect(await kindsOf(id)).toEqual(['PAYMENT']);
      expect(await eventsOf(id)).toEqual(['transparent.completed']);
      const after = (await at.api.get('/v2/store/get')).json.data.balance.available;
      expect(after - before).toBe(1_000 + 100 * round - platformFee);
    }
  });

  it('has booked a card that is approved at once, typed and saved, and can be read as an event, every time', async () => {
    const typed = { number: '4242424242424242', expMonth: 12, expYear: 2035, cvv: '123', holderName: 'ANA SOUZA' };
    const { json } = await at.api.post('/v2/card-tokens', typed, { key: at.demo.publicKey });
    let cardToken = json.data.id;
    for (let round = 0; round < 20; round += 1) {
      const charge = await post('transparents/create', { method: 'CARD', data: { amount: 5_000, cardToken } });
      expect(await kindsOf(charge.id)).toEqual(['PAYMENT']);
      expect(await eventsOf(charge.id)).toEqual(['transparent.completed']);
      cardToken = charge.cardToken;
    }
  });

  it('has booked a dispute and its end', async () => {
    const { id } = await post('transparents/create', { data: { amount: 7_000 } });
    await post('transparents/simulate-payment', { id });
    await post('transparents/simulate-dispute', { id, outcome: 'opened' });
    expect(await kindsOf(id)).toEqual(['DISPUTE', 'PAYMENT']);
    expect(await eventsOf(id)).toEqual(['transparent.disputed', 'transparent.completed']);
    await post('transparents/simulate-dispute', { id, outcome: 'won' });
    expect(await kindsOf(id)).toEqual(['DISPUTE_RELEASE', 'DISPUTE', 'PAYMENT']);
  });

  it('has booked what a charge cannot take, and a top-up', async () => {
    const { id } = await post('transparents/create', { data: { amount: 5_000 } });
    await post('transparents/simulate-payment', { id, amount: 6_000 });
    expect(await kindsOf(id)).toEqual(['PAYMENT']);
    const topUp = await post('top-ups/create', { amount: 3_000 });
    await post('top-ups/simulate-payment', { id: topUp.id });
    expect((await at.api.get('/v2/store/get')).json.data.balance.topUp).toBe(3_000);
    expect(await eventsOf(topUp.id)).toEqual(['top_up.completed']);
  });

  it('has sold, and started a subscription, whose events can be read', async () => {
    const product = await post('products/create', { externalId: `p-${aCpf()}`, name: 'Livro', price: 2_000 });
    const sale = await post('checkouts/create', { items: [{ id: product.id }], methods: ['PIX'] });
    await post('checkouts/simulate-payment', { id: sale.id });
    expect(await eventsOf(sale.id)).toEqual(['checkout.completed']);
    const plan = { externalId: `m-${aCpf()}`, name: 'Clube', price: 4_990, cycle: 'MONTHLY' };
    const monthly = await post('products/create', plan);
    const page = await post('subscriptions/create', { items: [{ id: monthly.id }] });
    const { payments } = await post('subscriptions/checkouts/simulate-payment', { id: page.id });
    const { data } = (await at.api.get('/v2/subscriptions/list')).json;
    expect(await eventsOf(data[0].id)).toEqual(['subscription.completed']);
    expect(await kindsOf(payments[0].id)).toEqual(['PAYMENT']);
  });
});
