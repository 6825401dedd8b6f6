import { clubWeek, join, joinWithFailingCard, type Club } from './club';
import { drawFrom, type Draw } from './draw';
import { answerDisputes, moveMoneyOut, openDispute } from './money';
import { endpoints } from './receiver';
import { sampleApi, type SampleApi } from './sample-api';
import { payBoletos, sell, type Stock } from './sales';
import { buyer, coupons, metered, plans, products } from './shop';

export const fourMonths = 120;
const customerCount = 60;
/** Days from a trial's start to the middle of its retries. */
const trialAndRetries = 9;
const dayMs = 86_400_000;
/** Hours of São Paulo at which the shop is visited on a day, and the offset of its clock (UTC−3). */
const visitHours = [10, 19] as const;
const utcOffsetHours = 3;

interface Options {
  readonly baseUrl: string;
  readonly devKey: string;
  /** Where the shop's webhooks go. */
  readonly receiverUrl: string;
  readonly days: number;
  readonly say: (line: string) => void;
}

/**
 * Fills the test environment with some days of a coffee roaster's business, through the public API and the test clock
 * alone. The store's clock is ahead by as much afterwards.
 */
export async function createSampleData({ baseUrl, devKey, receiverUrl, days, say }: Options): Promise<void> {
  const api = sampleApi(baseUrl, devKey);
  const draw = drawFrom(1);
  await createWebhooks(api, receiverUrl);
  const { stock, club } = await openShop(api, draw);
  const first = Date.parse((await api.get<{ readonly now: string }>('/v2/test-clock/get')).now);
  let sales = 0;
  for (let day = 0; day < days; day += 1) {
    for (const [index, hour] of visitHours.entries()) {
      const visit = day * visitHours.length + index;
      await api.advance(toInstant(first, day + 1, hour, draw.whole(0, 59)));
      const count = salesOn(draw, day);
      await Promise.all(Array.from({ length: count }, (_, n) => sell(api, stock, sales + n, visit)));
      sales += count;
      await payBoletos(api, stock, visit);
    }
    if (draw.chance(50)) await join(api, club, stock, day);
    if (day === days - trialAndRetries) await joinWithFailingCard(api, club, stock);
    if (day % 7 === 4) {
      await clubWeek(api, club, draw);
      await moveMoneyOut(api, draw, day);
      await answerDisputes(api, draw);
    }
    if (day === days - 1) await openDispute(api);
    if (day % 30 === 29) say(`${String((day + 1) / 30)} of ${String(days / 30)} months, ${String(sales)} sales`);
  }
}

/** An instant that many days after the first, at that time of São Paulo. */
function toInstant(first: number, day: number, hour: number, minute: number): Date {
  const midnight = new Date(first + day * dayMs).setUTCHours(0, 0, 0, 0);
  return new Date(midnight + (hour + utcOffsetHours) * 3_600_000 + minute * 60_000);
}

/** Business grows over the months, and people buy more on some days than on others. */
function salesOn(draw: Draw, day: number): number {
  const usual = 1 + day / 40;
  return draw.whole(0, Math.round(usual * (day % 7 >= 5 ? 1.6 : 1)) + 1);
}

async function createWebhooks(api: SampleApi, receiverUrl: string): Promise<void> {
  const webhook = (name: string, path: string, events: readonly string[]): Promise<unknown> =>
    api.post('/v2/webhooks/create', { name, endpoint: `${receiverUrl}${path}`, events });
  const shopEvents = ['checkout', 'transparent'].flatMap((what) => [`${what}.completed`, `${what}.refunded`]);
  const clubEvents = ['completed', 'trial_started', 'renewed', 'cancelled', 'payment_failed'];
  const ofClub = clubEvents.map((what) => `subscription.${what}`);
  await webhook('Loja virtual', endpoints.shop, [...shopEvents, ...ofClub]);
  await webhook('Estoque', endpoints.stock, ['checkout.completed', 'transparent.completed', 'checkout.refunded']);
  await webhook('Sistema antigo', endpoints.old, ['payout.completed', 'transfer.completed']);
}

async function openShop(api: SampleApi, draw: Draw): Promise<{ readonly stock: Stock; readonly club: Club }> {
  const createRecord = async (path: string, body: object): Promise<string> => (await api.post(path, body)).id;
  const productIds = await Promise.all(products.map((product) => createRecord('/v2/products/create', product)));
  for (const coupon of coupons) await api.post('/v2/coupons/create', coupon);
  const linkIds = await Promise.all(
    productIds.slice(0, 4).map((id, index) =>
      createRecord('/v2/payment-links/create', {
        items: [{ id, quantity: 1 }],
        externalId: `vitrine-${String(index + 1)}`,
      }),
    ),
  );
  const customers: Stock['customers'][number][] = [];
  for (let index = 0; index < customerCount; index += 1) {
    const person = buyer(draw, index);
    customers.push({ ...person, id: await createRecord('/v2/customers/create', person) });
  }
  const planIds: Record<string, string> = {};
  const checkouts: Record<string, string> = {};
  for (const plan of plans) {
    const id = await createRecord('/v2/products/create', plan);
    planIds[plan.externalId] = id;
    checkouts[plan.externalId] = await createRecord('/v2/subscriptions/create', {
      items: [{ id, quantity: 1 }],
      retryPolicy: { maxRetry: 4, retryEvery: 5 },
    });
  }
  const meteredId = await createRecord('/v2/products/create', metered);
  return {
    stock: { productIds, linkIds, customers, boletos: [] },
    club: { checkouts, planIds, meteredId, members: [] },
  };
}
