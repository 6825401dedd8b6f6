// @ts-check
import { randomUUID } from 'node:crypto';

/** @typedef {import('@pitanga-pay/sdk').Charge} Charge */
/** @typedef {{ id: string, name: string, price: number }} Product price in centavos */
/** @typedef {{ id: string, product: Product, attempt: number, charge: Charge | null, paid: boolean }} Order */

/** @type {readonly Product[]} */
export const products = [
  { id: 'mug', name: 'Caneca de cerâmica', price: 4_990 },
  { id: 'book', name: 'Livro de receitas', price: 12_345 },
  { id: 'box', name: 'Cesta de pitangas', price: 7_500 },
];

/** The orders of this process. A real shop keeps them in its database. */
export function createOrders() {
  /** @type {Map<string, Order>} */
  const orders = new Map();
  return {
    /** @param {Product} product */
    place(product) {
      const order = { id: randomUUID(), product, attempt: 1, charge: null, paid: false };
      orders.set(order.id, order);
      return order;
    },

    /** @param {string} id */
    find: (id) => orders.get(id),

    /**
     * A webhook is sent at least once, so this may be asked twice: what follows a payment is done the first time alone.
     *
     * @param {Order} order
     */
    markPaid(order) {
      if (order.paid) return;
      order.paid = true;
      console.log(`Order ${order.id} is paid: send the ${order.product.name}`);
    },
  };
}
