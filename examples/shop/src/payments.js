// @ts-check
/** @typedef {import('@pitanga/sdk').Pitanga} Pitanga */
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
 * Each way to pay makes one charge. The idempotency key is of the order and the method, so that a buyer who presses
 * twice, or a request that is sent again after a failure, never makes a second one.
 *
 * @param {Pitanga} pitanga
 */
export function createPayments(pitanga) {
  /** @param {Order} order */
  const dataOf = ({ id, product }) => ({ amount: product.price, description: product.name, externalId: id });
  /** @param {Order} order @param {string} method */
  const once = ({ id }, method) => ({ idempotencyKey: `${id}-${method}` });

  return {
    /** @param {Order} order */
    byPix: (order) => pitanga.charges.create({ method: 'PIX', data: dataOf(order) }, once(order, 'pix')),

    /** @param {Order} order @param {{ name: string, email: string, taxId: string, cellphone: string }} customer */
    byBoleto: (order, customer) =>
      pitanga.charges.create({ method: 'BOLETO', data: { ...dataOf(order), customer } }, once(order, 'boleto')),

    /** @param {Order} order @param {string} token what the card fields made of the card: good for one charge */
    byCard: (order, token) =>
      pitanga.charges.create({ method: 'CARD', data: { ...dataOf(order), token } }, once(order, token)),
  };
}
