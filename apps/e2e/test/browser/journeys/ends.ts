import { journey, type Bench } from '../bench';
import { subscribe } from '../../subscribe';
import { aCheckout, aProduct } from '../till';

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

  // Moves the time of the store: last.
  journey(bench, 'a checkout whose time is over, and a card that stopped paying', endWays, async (visitor, { api }) => {
    const productId = await aProduct(api, { name: 'Clube do livro', price: 4_990, cycle: 'MONTHLY', trialDays: 1 });
    const payment = { cardNumber: '4000000000000341' };
    const { id: subscriptionId } = await subscribe(api, { productId, payment });
    const now = new Date((await api.get('/v2/test-clock/get')).json.data.now);
    const { url } = await aCheckout(api, { methods: ['PIX', 'BOLETO'], dueDate: now.toISOString().slice(0, 10) });
    const to = new Date(now.getTime() + 2 * dayMs).toISOString();
    expect((await api.post('/v2/test-clock/advance', { to })).status).toBe(200);
    await visitor.open(url);
    await visitor.sees(/^Expirad[oa]/);
    await visitor.look('expired');
    // The shop's own link: this browser did not subscribe.
    await visitor.open((await api.get(`/v2/subscriptions/get?id=${subscriptionId}`)).json.data.manageUrl);
    await visitor.sees('Cobrança em atraso');
    await visitor.look('manage-past-due');
  });
}
