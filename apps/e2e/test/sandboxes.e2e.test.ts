import { clientOf, type Client } from './api';
import { usePlatform } from './use-platform';

interface Sandbox {
  readonly id: string;
  readonly storeId: string;
  readonly generation: number;
  readonly secretKey: string;
}

describe('a sandbox', () => {
  const at = usePlatform();
  const post = async (path: string, body: object, api: Client = at.api) => {
    const { status, json } = await api.post(`/v2/${path}`, body);
    expect([status, json.error]).toEqual([200, null]);
    return json.data;
  };
  const create = (body: object = {}): Promise<Sandbox> => post('sandboxes/create', body);
  const clientIn = ({ secretKey }: Sandbox): Client => clientOf({ ...at.demo, devKey: secretKey });
  const storeOf = async (api: Client) => (await api.get('/v2/store/get')).json.data;

  it('has keys, a clock, and a balance from which its first payment is refunded at once', async () => {
    const sandbox = await create({ name: 'Primeiro reembolso' });
    const api = clientIn(sandbox);
    expect(await storeOf(api)).toMatchObject({
      id: sandbox.storeId,
      devMode: true,
      balance: { available: 0, topUp: 10_000 },
    });
    const { id } = await post('transparents/create', { data: { amount: 5_000 } }, api);
    await post('transparents/simulate-payment', { id }, api);
    const refund = await post('transparents/refund', { id, reason: 'Desistiu' }, api);
    expect(refund.status).toBe('PENDING');
    const to = new Date(Date.now() + 3 * 86_400_000).toISOString();
    await post('test-clock/advance', { to }, api);
    expect((await api.get(`/v2/refunds/get?id=${String(refund.id)}`)).json.data.status).toBe('COMPLETE');
    // The clock of the store that has it stays.
    const now = new Date((await at.api.get('/v2/test-clock/get')).json.data.now).getTime();
    expect(now).toBeLessThan(Date.now() + 86_400_000);
  });

  it('begins with products, customers, a coupon and payments where that is asked for', async () => {
    const api = clientIn(await create({ sampleData: true }));
    const count = async (path: string): Promise<number> => (await api.get(`/v2/${path}`)).json.data.length;
    expect(
      await Promise.all(['products/list', 'customers/list', 'coupons/list', 'charges/list?status=PAID'].map(count)),
    ).toEqual([3, 3, 1, 2]);
  });

  it('begins anew when it is reset: the same keys, new ids, real time, no webhook', async () => {
    const sandbox = await create();
    const api = clientIn(sandbox);
    const { id } = await post('transparents/create', { data: { amount: 4_200 } }, api);
    await post('transparents/simulate-payment', { id }, api);
    await post(
      'webhooks/create',
      { name: 'a', endpoint: `${at.demo.baseUrl}/health`, secret: 'um-segredo', events: ['transparent.completed'] },
      api,
    );
    await post('test-clock/advance', { to: new Date(Date.now() + 40 * 86_400_000).toISOString() }, api);
    const reset = await post('sandboxes/reset', { id: sandbox.id }, api);
    expect(reset).toMatchObject({ id: sandbox.id, generation: 2 });
    expect(reset.storeId).not.toBe(sandbox.storeId);
    // Read once: the key leads to the new store as soon as the reset has answered.
    expect(await storeOf(api)).toMatchObject({ id: reset.storeId, balance: { available: 0, topUp: 10_000 } });
    expect((await api.get(`/v2/transparents/check?id=${String(id)}`)).status).toBe(404);
    expect((await api.get('/v2/webhooks/list')).json.data).toEqual([]);
    const now = new Date((await api.get('/v2/test-clock/get')).json.data.now).getTime();
    expect(Math.abs(now - Date.now())).toBeLessThan(60_000);
  });

  it('ends with its keys when it is deleted', async () => {
    const sandbox = await create();
    await post('sandboxes/delete', { id: sandbox.id });
    expect((await clientIn(sandbox).get('/v2/store/get')).status).toBe(401);
    expect((await at.api.get(`/v2/sandboxes/get?id=${sandbox.id}`)).status).toBe(404);
  });

  it('is unknown to every other store, and has neither production nor sandboxes of its own', async () => {
    const sandbox = await create();
    const other = clientIn(await create());
    const answers = await Promise.all([
      other.get(`/v2/sandboxes/get?id=${sandbox.id}`),
      other.post('/v2/sandboxes/reset', { id: sandbox.id }),
      other.post('/v2/sandboxes/delete', { id: sandbox.id }),
    ]);
    expect(answers.map(({ status }) => status)).toEqual([404, 404, 404]);
    const refused = await Promise.all([
      other.post('/v2/sandboxes/create', {}),
      other.post('/v2/store/close', { confirm: 'Sandbox' }),
      at.api.post('/v2/sandboxes/create', {}, { key: at.demo.prodKey }),
    ]);
    expect(refused.map(({ json }) => json.code)).toEqual(['NOT_IN_SANDBOX', 'DEV_KEY_REFUSED', 'SANDBOX_DEV_ONLY']);
  });
});
