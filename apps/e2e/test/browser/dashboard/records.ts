import { waitFor, webhookReceiver } from '@pitanga/testing';
import { aCpf, type Client } from '../../api';
import { subscribe } from '../../subscribe';
import { aCheckout, aCoupon, aLink, aProduct, aSubscription } from '../till';

/** The id that stands for `$id` in the path of a page. */
export type Records = Readonly<Record<string, string>>;

/** Makes one record of every kind, so that every page of the dashboard has something to show. */
export async function fillStore(api: Client): Promise<Records> {
  const must = async (path: string, body: object): Promise<{ readonly id: string }> => {
    const { status, json } = await api.post(path, body);
    expect([path, status, json.error]).toEqual([path, 200, null]);
    return json.data;
  };
  const newest = (path: string): Promise<string> =>
    waitFor(path, async () => ((await api.get(`${path}?limit=1`)).json.data as { id: string }[])[0]?.id);

  const receiver = await webhookReceiver();
  const endpoint = { name: 'Loja', endpoint: receiver.url, events: ['transparent.completed', 'transparent.disputed'] };
  const webhook = await must('/v2/webhooks/create', endpoint);
  const customer = await must('/v2/customers/create', { email: 'ana@loja.example', name: 'Ana Souza' });
  const product = await aProduct(api);
  const coupon = await aCoupon(api);
  const link = await aLink(api);
  const checkout = await aCheckout(api);
  const charge = await must('/v2/transparents/create', { method: 'PIX', data: { amount: 90_000 } });
  await must(`/v2/transparents/simulate-payment?id=${charge.id}`, {});
  const disputed = await must('/v2/transparents/create', { method: 'PIX', data: { amount: 5_000 } });
  await must(`/v2/transparents/simulate-payment?id=${disputed.id}`, {});
  await must(`/v2/transparents/simulate-dispute?id=${disputed.id}`, { outcome: 'opened' });
  const subscriptionCheckout = await aSubscription(api);
  const planId = await aProduct(api, { name: 'Plano', price: 3_000, cycle: 'MONTHLY' });
  const subscription = await subscribe(api, { productId: planId });
  const available = async (): Promise<number> => (await api.get('/v2/store/get')).json.data.balance.available;
  await waitFor('the balance', async () => (await available()) > 50_000);
  const payout = await must('/v2/payouts/create', { amount: 10_000, externalId: 'saque-1' });
  const pix = { amount: 5_000, externalId: 'pix-1', pix: { type: 'EMAIL', key: 'fornecedor@exemplo.example' } };
  const transfer = await must('/v2/pix/send', pix);
  const seller = await must('/v2/sub-accounts/create', { name: 'Bia Lima', taxId: aCpf() });
  const delivery = await newest('/v2/webhooks/deliveries');
  await receiver.close();
  return {
    '/charges/$id': charge.id,
    '/checkouts/$id': checkout.id,
    '/links/$id': link.id,
    '/links/$id/edit': link.id,
    '/products/$id': product,
    '/products/$id/edit': product,
    '/coupons/$id': coupon,
    '/customers/$id': customer.id,
    '/customers/$id/edit': customer.id,
    '/subscriptions/$id': subscription.id,
    '/subscriptions/checkouts/$id': subscriptionCheckout.id,
    '/payouts/$id': payout.id,
    '/pix/$id': transfer.id,
    '/sellers/$id': seller.id,
    '/disputes/$id': await newest('/v2/disputes/list'),
    '/developers/keys/$id': await newest('/v2/api-keys/list'),
    '/developers/webhooks/$id': webhook.id,
    '/developers/webhooks/$id/edit': webhook.id,
    '/developers/deliveries/$id': delivery,
    '/developers/events/$id': await newest('/v2/events/list'),
    '/developers/requests/$id': await newest('/v2/request-log/list'),
    '/audit/$id': await newest('/v2/audit-log/list'),
  };
}
