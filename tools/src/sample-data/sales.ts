import { drawFrom, type Draw } from './draw';
import type { SampleApi } from './sample-api';
import { products, type Buyer } from './shop';

/** Records of the shop that sales refer to. */
export interface Stock {
  readonly productIds: readonly string[];
  readonly linkIds: readonly string[];
  readonly customers: readonly (Buyer & { readonly id: string })[];
  /** Boletos that are paid on a later visit. */
  readonly boletos: { readonly id: string; readonly visit: number }[];
}

const cards = ['4242424242424242', '5555555555554444', '6362970000457013', '378282246310005'] as const;
const declinedCards = ['4000000000000002', '4000000000009995', '4000000000009979'] as const;
const disputedCard = '4000000000000259';
/** No installment is smaller (docs/behaviour/charges.md). */
const centavosOfInstallment = 1_000;
const refundReasons = ['Cliente desistiu da compra', 'Produto fora de estoque', 'Cobrança em duplicidade'] as const;

interface Priced {
  readonly id: string;
  readonly amount: number;
}

/** One sale: somebody pays, does not, or wants the money back. */
export async function sell(api: SampleApi, stock: Stock, number: number, visit: number): Promise<void> {
  // Sales of one visit run at the same time, so each has chances of its own.
  const draw = drawFrom(number);
  const kind = draw.whole(1, 100);
  if (kind <= 45) await sellByPix(api, draw, stock, number);
  else if (kind <= 65) await sellByCheckout(api, draw, stock, number);
  else if (kind <= 82) await sellByLink(api, draw, stock);
  else await sellByBoleto(api, draw, stock, number, visit);
}

async function sellByPix(api: SampleApi, draw: Draw, stock: Stock, number: number): Promise<void> {
  const product = draw.of(products);
  const customer = draw.of(stock.customers);
  const amount = product.price * draw.whole(1, 3);
  const { id } = await api.post('/v2/transparents/create', {
    method: 'PIX',
    data: {
      amount,
      description: product.name,
      externalId: orderNumber(number),
      customerId: customer.id,
      expiresIn: 86_400,
    },
  });
  // Some codes are never paid, and expire.
  if (draw.chance(12)) return;
  await api.post(`/v2/transparents/simulate-payment?id=${id}`);
  if (draw.chance(5)) await refund(api, draw, '/v2/transparents/refund', id, amount);
}

async function sellByBoleto(api: SampleApi, draw: Draw, stock: Stock, number: number, visit: number): Promise<void> {
  const product = draw.of(products);
  const { name, email, cellphone, taxId } = draw.of(stock.customers);
  const { id } = await api.post('/v2/transparents/create', {
    method: 'BOLETO',
    data: {
      amount: product.price,
      description: product.name,
      externalId: orderNumber(number),
      customer: { name, email, cellphone, taxId },
    },
  });
  if (draw.chance(70)) stock.boletos.push({ id: id, visit: visit + draw.whole(1, 5) });
}

/** Pays the boletos whose payers are ready by now. */
export async function payBoletos(api: SampleApi, stock: Stock, visit: number): Promise<void> {
  const ready = stock.boletos.filter((boleto) => boleto.visit <= visit);
  for (const boleto of ready) {
    stock.boletos.splice(stock.boletos.indexOf(boleto), 1);
    await api.post(`/v2/transparents/simulate-payment?id=${boleto.id}`);
  }
}

async function sellByCheckout(api: SampleApi, draw: Draw, stock: Stock, number: number): Promise<void> {
  const customer = draw.of(stock.customers);
  const index = draw.whole(0, products.length - 1);
  const quantity = draw.whole(1, 2);
  const maxInstallments = Math.min(6, Math.floor(((products[index]?.price ?? 0) * quantity) / centavosOfInstallment));
  const { id, amount } = await api.post<Priced>('/v2/checkouts/create', {
    items: [{ id: stock.productIds[index], quantity }],
    externalId: orderNumber(number),
    customerId: customer.id,
    card: { maxInstallments },
    coupons: ['BEMVINDO10', 'FRETE15'],
  });
  // People look and leave.
  if (draw.chance(15)) return;
  const coupons = draw.chance(15) ? ['BEMVINDO10'] : [];
  if (draw.chance(55)) {
    const isDeclined = draw.chance(14);
    const cardNumber = isDeclined ? draw.of(declinedCards) : draw.chance(9) ? disputedCard : draw.of(cards);
    const installmentCount = coupons.length > 0 ? 1 : Math.min(maxInstallments, draw.of([1, 1, 1, 2, 3, 6]));
    const pay = { id, method: 'CARD', cardNumber, installmentCount, coupons };
    const paid = await api.tryPost('/v2/checkouts/simulate-payment', pay);
    if (paid === undefined || cardNumber === disputedCard) return;
  } else {
    await api.post('/v2/checkouts/simulate-payment', { id, method: 'PIX', coupons });
  }
  if (coupons.length === 0 && draw.chance(5)) await refund(api, draw, '/v2/checkouts/refund', id, amount);
}

async function sellByLink(api: SampleApi, draw: Draw, stock: Stock): Promise<void> {
  const { name, taxId } = draw.of(stock.customers);
  const method = draw.of(['PIX', 'PIX', 'CARD'] as const);
  await api.post('/v2/payment-links/simulate-payment', {
    id: draw.of(stock.linkIds),
    method,
    payer: { name, taxId },
    ...(method === 'CARD' ? { cardNumber: draw.of(cards) } : {}),
  });
}

/** Whole or half of it. */
async function refund(api: SampleApi, draw: Draw, path: string, id: string, amount: number): Promise<void> {
  const isPart = draw.chance(50);
  await api.post(path, { id, reason: draw.of(refundReasons), ...(isPart ? { amount: Math.floor(amount / 2) } : {}) });
}

const orderNumber = (number: number): string => `pedido-${String(number).padStart(5, '0')}`;
