// @ts-check
import { PitangaError } from '@pitanga-pay/sdk';

/** @typedef {import('@pitanga-pay/sdk').Pitanga} Pitanga */
/** @typedef {import('./orders.js').Order} Order */

const webhookName = 'example shop';

/**
 * Registers where this shop hears of payments, and answers the secret that their signatures are made with. A real shop
 * does this once, by hand, and keeps the secret with its other secrets.
 *
 * @param {Pitanga} pitanga
 * @param {string} endpoint an address that the platform reaches
 * @returns {Promise<string>}
 */
export async function listenToPayments(pitanga, endpoint) {
  for await (const webhook of pitanga.webhooks.list()) {
    if (webhook.name === webhookName) await pitanga.webhooks.delete(webhook.id);
  }
  const { secret } = await pitanga.webhooks.create({ name: webhookName, endpoint, events: ['transparent.completed'] });
  return secret;
}

/**
 * Each way to pay makes one charge. The idempotency key is of the order's attempt, and a new attempt begins only when a
 * card was declined for certain: a buyer who presses twice, a request that is sent again, and a card after an answer that
 * was lost never make a second charge. The last is refused (IDEMPOTENCY_KEY_REUSED) until the webhook tells how it ended.
 *
 * @param {Pitanga} pitanga
 */
export function createPayments(pitanga) {
  /** @param {Order} order */
  const dataOf = ({ id, product }) => ({ amount: product.price, description: product.name, externalId: id });
  /** @param {Order} order */
  const once = ({ id, attempt }) => ({ idempotencyKey: `${id}-${attempt}` });

  return {
    /** @param {Order} order */
    byPix: (order) => pitanga.charges.create({ method: 'PIX', data: dataOf(order) }, once(order)),

    /** @param {Order} order @param {{ name: string, email: string, taxId: string, cellphone: string }} customer */
    byBoleto: (order, customer) =>
      pitanga.charges.create({ method: 'BOLETO', data: { ...dataOf(order), customer } }, once(order)),

    /** @param {Order} order @param {string} token what the card fields made of the card: good for one charge */
    byCard: (order, token) =>
      pitanga.charges.create({ method: 'CARD', data: { ...dataOf(order), token } }, once(order)).catch((error) => {
        if (error instanceof PitangaError && error.code === 'CARD_DECLINED') order.attempt += 1;
        throw error;
      }),
  };
}
