import { waitFor } from '@pitanga/testing';
import { journey, type Bench } from '../bench';
import { aCheckout, payOutside } from '../till';

export const endWays = ['phone light script pointer', 'desktop dark plain keyboard'];

const dayMs = 86_400_000;

/** Pages that take no payment. */
export function endJourneys(bench: Bench): void {
  journey(bench, 'an address that nothing has', endWays, async (visitor, { platform }) => {
    const answer = await visitor.open(`${platform.baseUrl}/pay/bill_nothing`);
    expect(answer?.status()).toBe(404);
    await visitor.look('unknown');
  });

  journey(bench, 'a checkout that was cancelled', endWays, async (visitor, { api }) => {
    const { id, url } = await aCheckout(api);
    expect((await api.post('/v2/checkouts/delete', { id })).status).toBe(200);
    await visitor.open(url);
    await visitor.sees(/^Cancelad[oa]/);
    await visitor.look('cancelled');
  });

  journey(bench, 'a checkout that was refunded', endWays, async (visitor, { api }) => {
    const { id, url } = await aCheckout(api);
    await payOutside(api, id, { method: 'CARD' });
    expect((await api.post('/v2/checkouts/refund', { id })).status).toBe(200);
    await waitFor('the refund', async () => {
      const { status } = (await api.get(`/v2/checkouts/get?id=${id}`)).json.data;
      return status === 'REFUNDED';
    });
    await visitor.open(url);
    await visitor.sees(/^Reembolsad[oa]/);
    await visitor.look('refunded');
  });

  // Moves the time of the store: last.
  journey(bench, 'a checkout whose time is over', endWays, async (visitor, { api }) => {
    const now = new Date((await api.get('/v2/test-clock/get')).json.data.now);
    const { url } = await aCheckout(api, { methods: ['PIX', 'BOLETO'], dueDate: now.toISOString().slice(0, 10) });
    const to = new Date(now.getTime() + 2 * dayMs).toISOString();
    expect((await api.post('/v2/test-clock/advance', { to })).status).toBe(200);
    await visitor.open(url);
    await visitor.sees(/^Expirad[oa]/);
    await visitor.look('expired');
  });
}
