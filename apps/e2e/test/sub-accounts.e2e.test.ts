import { waitFor, webhookReceiver, type WebhookReceiver, testTimeoutMs } from '@pitanga/testing';
import type { SharedPlatform } from '@pitanga/tools';
import { aCpf, clientOf, type Client } from './api';
import { joinPlatform } from './use-platform';

interface Movement {
  readonly amount: number;
  readonly balanceEffect: 'credit' | 'debit' | 'none';
}

interface Entry {
  readonly kind: string;
  readonly movements: readonly Movement[];
}

/** docs/behaviour/sub-accounts.md, from the sale to the seller's bank. */
describe('a marketplace with three sellers', () => {
  let platform: SharedPlatform;
  let api: Client;
  let receiver: WebhookReceiver;
  const sellers: string[] = [];

  beforeAll(async () => {
    platform = await joinPlatform();
    api = clientOf(platform.demo);
    receiver = await webhookReceiver();
    const events = ['transfer.completed', 'transparent.completed'];
    await must('/v2/webhooks/create', { name: 'feira', endpoint: receiver.url, events });
    for (const [index, name] of ['Ana', 'Bia', 'Caio'].entries()) {
      const { id } = await must('/v2/sub-accounts/create', { name, taxId: aCpf(), externalId: `v-${String(index)}` });
      sellers.push(id);
    }
  }, 2 * testTimeoutMs);
  afterAll(() => receiver.close(), 2 * testTimeoutMs);

  const must = async (path: string, body: object): Promise<{ readonly id: string; readonly status: string }> => {
    const { status, json } = await api.post(path, body);
    expect([path, status, json.error]).toEqual([path, 200, null]);
    return json.data;
  };
  /** `[store, Ana, Bia, Caio]`, what each has available. */
  const available = async (): Promise<readonly number[]> => {
    const { data: store } = (await api.get('/v2/store/get')).json;
    const subs = (await api.get('/v2/sub-accounts/list')).json.data as { id: string; balance: { available: number } }[];
    return [store.balance.available, ...sellers.map((id) => subs.find((sub) => sub.id === id)?.balance.available ?? 0)];
  };
  const becomes = async (wanted: readonly number[]): Promise<void> => {
    let now: readonly number[] = [];
    await waitFor(`the balances ${String(wanted)}`, async () => {
      now = await available();
      return String(now) === String(wanted);
    }).catch(() => {
      expect(now).toEqual(wanted);
    });
  };
  /** R$ 100,00 of which Ana has 50 %, Bia 25 % and Caio R$ 10,00. */
  const aSale = async (): Promise<string> => {
    const [ana, bia, caio] = sellers;
    const splits = [
      { subAccountId: ana, percentage: 5_000 },
      { subAccountId: bia, percentage: 2_500 },
      { subAccountId: caio, amount: 1_000 },
    ];
    const { id } = await must('/v2/transparents/create', { data: { amount: 10_000, splits } });
    await must('/v2/transparents/simulate-payment', { id });
    return id;
  };
  const sumOf = async (query: string): Promise<number> => {
    const { data } = (await api.get(`/v2/bank-statement/list?${query}`)).json as { data: readonly Entry[] };
    const effects = { credit: 1, debit: -1, none: 0 };
    return data
      .flatMap(({ movements }) => movements)
      .reduce((sum, { amount, balanceEffect }) => sum + effects[balanceEffect] * amount, 0);
  };

  it(
    'splits each sale as it is paid, takes refunds and disputes back in proportion, and pays out what is left',
    async () => {
      const refunded = await aSale();
      await becomes([1_420, 5_000, 2_500, 1_000]);
      const disputed = await aSale();
      await becomes([2_840, 10_000, 5_000, 2_000]);

      await must('/v2/transparents/refund', { id: refunded, amount: 5_000 });
      await becomes([2_090, 7_500, 3_750, 1_500]);
      await must('/v2/transparents/simulate-dispute', { id: disputed, outcome: 'opened' });
      await becomes([590, 2_500, 1_250, 500]);
      const blocked = (await api.get(`/v2/sub-accounts/get?id=${String(sellers[0])}`)).json.data.balance;
      expect(blocked).toEqual({ available: 2_500, pending: 0, blocked: 5_000 });

      const [ana, , caio] = sellers;
      const asked = { id: ana, amount: 2_000, externalId: 'ana-1' };
      const payout = await must('/v2/sub-accounts/withdraw', asked);
      expect(payout).toMatchObject({
        status: 'PENDING',
        amount: 2_000,
        platformFee: 80,
        feeMode: 'INCLUDED',
        subAccountId: ana,
      });
      expect((await must('/v2/sub-accounts/withdraw', asked)).id).toBe(payout.id);
      const tooMuch = await api.post('/v2/sub-accounts/withdraw', { id: caio, amount: 501, externalId: 'caio-1' });
      expect([tooMuch.status, tooMuch.json.error]).toEqual([400, expect.stringContaining('INSUFFICIENT_FUNDS')]);
      await becomes([590, 500, 1_250, 500]);
      await waitFor('the withdrawal', async () => {
        return (await api.get(`/v2/pix/get?id=${payout.id}`)).json.data.status === 'COMPLETE';
      });
      const told = await waitFor('its event', () =>
        Promise.resolve(
          receiver.seen
            .map(({ body }) => JSON.parse(body) as { event: string; data: { transfer?: { id: string } } })
            .find(({ event, data }) => event === 'transfer.completed' && data.transfer?.id === payout.id),
        ),
      );
      expect(told).toMatchObject({ data: { transfer: { subAccountId: ana, amount: 2_000 } } });

      await must('/v2/transparents/simulate-dispute', { id: disputed, outcome: 'won' });
      await becomes([2_090, 5_500, 3_750, 1_500]);
      const now = await available();
      const sums = [await sumOf(''), ...(await Promise.all(sellers.map((id) => sumOf(`subAccountId=${id}`))))];
      expect(sums).toEqual(now);
      const address = `${platform.demo.baseUrl}/v2/bank-statement/export?subAccountId=${String(ana)}`;
      const file = await fetch(address, { headers: { authorization: `Bearer ${platform.demo.devKey}` } });
      const csv = await file.text();
      expect(csv.split('\r\n').filter((line) => line.includes('"credit"') || line.includes('"debit"'))).toHaveLength(7);
    },
    3 * testTimeoutMs,
  );

  it('gives a seller more and takes it back for what it was given for, and for nothing else', async () => {
    const [ana] = sellers;
    const before = await available();
    const [store = 0, ofAna = 0, ...others] = before;
    const body = { id: ana, amount: 500, externalId: 'bonus-1', description: 'Bônus' };
    const given = await must('/v2/sub-accounts/transfer', body);
    expect(given).toMatchObject({ direction: 'TO_SUB_ACCOUNT', amount: 500, against: null });
    expect((await must('/v2/sub-accounts/transfer', body)).id).toBe(given.id);
    expect(await available()).toEqual([store - 500, ofAna + 500, ...others]);
    const back = { id: ana, amount: 501, direction: 'TO_STORE', against: given.id, externalId: 'back-1' };
    const tooMuch = await api.post('/v2/sub-accounts/transfer', back);
    expect([tooMuch.status, tooMuch.json.code]).toEqual([400, 'SUB_TRANSFER_EXCEEDS_CAUSE']);
    const forNothing = await api.post('/v2/sub-accounts/transfer', { ...back, against: 'ref_none' });
    expect([forNothing.status, forNothing.json.code]).toEqual([404, 'SUB_TRANSFER_CAUSE_NOT_FOUND']);
    await must('/v2/sub-accounts/transfer', { ...back, amount: 500 });
    expect(await available()).toEqual(before);
    expect([await sumOf(''), await sumOf(`subAccountId=${String(ana)}`)]).toEqual([store, ofAna]);
  });

  it('refuses what would take more than there is, of a charge and of a checkout', async () => {
    const [ana] = sellers;
    const data = { amount: 1_000, splits: [{ subAccountId: ana, amount: 921 }] };
    const over = await api.post('/v2/transparents/create', { data });
    expect([over.status, over.json.error]).toEqual([
      400,
      'A soma dos splits não pode passar do valor líquido da cobrança',
    ]);
    const item = { name: 'Cesto', price: 3_000, externalId: 'cesto' };
    const { id } = await must('/v2/products/create', item);
    const checkout = await api.post('/v2/checkouts/create', { items: [{ id }], splits: data.splits });
    expect([checkout.status, checkout.json.code]).toEqual([200, undefined]);
    const all = [{ subAccountId: ana, amount: 2_921 }];
    const most = await api.post('/v2/checkouts/create', { items: [{ id }], methods: ['PIX'], splits: all });
    expect([most.status, most.json.code]).toEqual([400, 'SPLITS_EXCEED_NET']);
  });
});
