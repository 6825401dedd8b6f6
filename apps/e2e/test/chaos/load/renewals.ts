import { setTimeout as delay } from 'node:timers/promises';
import type { Asking } from './asking';
import type { Books } from './books';

const dayMs = 86_400_000;
const subscriptionsMax = 6;
const pauseMs = 8_000;
/** The API documents give it ten minutes. */
const deadlineMs = 610_000;

/** Monthly subscriptions of a store of their own. */
export async function subscribeAll(store: Asking, books: Books, newKey: () => string): Promise<void> {
  const product = { externalId: newKey(), name: 'Plano', cycle: 'MONTHLY', price: 5_000 };
  const { id } = await store.untilAnswered({ operation: 'product', path: '/v2/products/create', body: product });
  for (let count = 0; count < subscriptionsMax; count += 1) {
    const [path, body] = ['/v2/subscriptions/create', { items: [{ id }] }];
    const checkout = await store.untilAnswered({ operation: 'subscribe', path, body, key: newKey() });
    const pay = { operation: 'pay', path: '/v2/subscriptions/checkouts/simulate-payment' };
    await store.untilAnswered({ ...pay, body: { id: checkout.id }, key: newKey() });
    const list = { operation: 'read', path: `/v2/subscriptions/list?checkoutId=${String(checkout.id)}` };
    for (;;) {
      const [found] = await store.untilAnswered(list);
      if (found) {
        books.subscriptions.push({ id: found.id });
        break;
      }
      await delay(200);
    }
  }
}

/** Moves the test clock by a month again and again; each time all of them renew. */
export async function renew(store: Asking, books: Books, isOver: () => boolean): Promise<void> {
  while (!isOver()) {
    const { now } = await store.untilAnswered({ operation: 'read', path: '/v2/test-clock/get' });
    const to = new Date(new Date(now).getTime() + 31 * dayMs);
    const request = {
      operation: 'move the test clock',
      path: '/v2/test-clock/advance',
      body: { to: to.toISOString() },
    };
    const moved = await store.untilAnswered({ ...request, deadlineMs });
    if (moved) books.clockAt = to;
    for (let waited = 0; waited < pauseMs && !isOver(); waited += 200) await delay(200);
  }
}
