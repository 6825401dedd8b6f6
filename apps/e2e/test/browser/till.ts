import { aCpf, type Client } from '../api';
import { shop } from './visitor';

interface Sold {
  readonly id: string;
  /** The page's address. */
  readonly url: string;
}

/** The completion address of everything that is sold here. */
export const thanks = `${shop}/obrigado`;

async function must(api: Client, path: string, body: object): Promise<Sold> {
  const { status, json } = await api.post(path, body);
  expect([path, status, json.error]).toEqual([path, 200, null]);
  return json.data;
}

export async function aProduct(api: Client, more: object = {}): Promise<string> {
  const externalId = `item-${aCpf()}`;
  const product = { externalId, name: 'Caderno de capa dura', price: 12_990, ...more };
  return (await must(api, '/v2/products/create', product)).id;
}

const addresses = { returnUrl: `${shop}/carrinho`, completionUrl: thanks };

export async function aCheckout(api: Client, more: object = {}): Promise<Sold> {
  const items = [{ id: await aProduct(api), quantity: 2 }];
  return must(api, '/v2/checkouts/create', { items, methods: ['PIX', 'CARD', 'BOLETO'], ...addresses, ...more });
}

export async function aLink(api: Client, more: object = {}): Promise<Sold> {
  const items = [{ id: await aProduct(api) }];
  return must(api, '/v2/payment-links/create', { items, methods: ['PIX', 'CARD'], ...addresses, ...more });
}

export async function aCoupon(api: Client): Promise<string> {
  const code = `CUPOM${aCpf()}`;
  await must(api, '/v2/coupons/create', { code, discountKind: 'PERCENTAGE', discount: 1_000 });
  return code;
}

export async function aSubscription(api: Client, product: object = {}, more: object = {}): Promise<Sold> {
  const items = [{ id: await aProduct(api, { name: 'Clube do livro', price: 4_990, cycle: 'MONTHLY', ...product }) }];
  return must(api, '/v2/subscriptions/create', { items, methods: ['CARD', 'PIX'], ...addresses, ...more });
}

/** Pays a checkout from outside, as a bank does. */
export async function payOutside(api: Client, id: string, more: object = {}): Promise<void> {
  const { status, json } = await api.post('/v2/checkouts/simulate-payment', { id, method: 'PIX', ...more });
  expect([status, json.data?.status]).toEqual([200, 'PAID']);
}
