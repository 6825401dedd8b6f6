import { waitFor, testTimeoutMs } from '@pitanga/testing';
import { createSampleData, freePort, openReceiver, type SharedPlatform } from '@pitanga/tools';
import { clientOf, type Client } from './api';
import { joinPlatform } from './use-platform';

describe('the sample data', () => {
  let platform: SharedPlatform;
  let api: Client;
  let receiver: Awaited<ReturnType<typeof openReceiver>>;

  beforeAll(async () => {
    platform = await joinPlatform();
    api = clientOf(platform.demo);
    const port = await freePort();
    receiver = await openReceiver(port);
    const { baseUrl, devKey } = platform.demo;
    const receiverUrl = `http://127.0.0.1:${String(port)}`;
    await createSampleData({ baseUrl, devKey, receiverUrl, days: 8, say: () => undefined });
  }, 3 * testTimeoutMs);
  afterAll(() => receiver.close(), testTimeoutMs);

  const list = async (path: string): Promise<Record<string, string>[]> =>
    (await api.get(`${path}?limit=100`)).json.data as Record<string, string>[];
  const kinds = async (path: string, field: string): Promise<string[]> =>
    [...new Set((await list(path)).map((row) => String(row[field])))].sort();

  it('has charges of every method and origin, paid and not', async () => {
    expect(await kinds('/v2/charges/list', 'method')).toEqual(['BOLETO', 'CARD', 'PIX']);
    expect(await kinds('/v2/charges/list', 'origin')).toEqual([
      'CHECKOUT',
      'PAYMENT_LINK',
      'SUBSCRIPTION',
      'TRANSPARENT',
    ]);
    expect(await kinds('/v2/charges/list', 'status')).toEqual(expect.arrayContaining(['PAID', 'UNDER_DISPUTE']));
  });

  it('has members of the club, money that left, and an endpoint that fails', async () => {
    expect((await list('/v2/subscriptions/list')).length).toBeGreaterThan(2);
    expect((await list('/v2/pix/list')).length).toBeGreaterThan(0);
    const deliveries = await waitFor('a delivery that failed', async () => {
      const rows = await list('/v2/webhooks/deliveries');
      return rows.some(({ status }) => status !== 'DELIVERED') && rows;
    });
    expect(deliveries.some(({ status }) => status === 'DELIVERED')).toBe(true);
  });
});
