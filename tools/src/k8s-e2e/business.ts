import { setTimeout as delay } from 'node:timers/promises';
import { userError } from '@pitanga/runtime/user-error';
import type { Merchant } from './client';

const webhookTimeoutMs = 60_000;
const card = { number: '4242424242424242', expMonth: 12, expYear: 2035, cvv: '123', holderName: 'ANA SOUZA' };
const customer = { name: 'Ana Souza', email: 'ana@loja.example', taxId: '52998224725', cellphone: '(11) 98765-4321' };

/** What every call of a merchant answers when it is taken. */
async function must(merchant: Merchant, path: string, body: object, key?: string): Promise<{ id: string }> {
  const { status, json } = await merchant.post(path, body, key);
  if (status !== 200) throw userError(`${path} answered ${String(status)}: ${String(json.error)}`);
  return json.data;
}

/** @throws a user error when one of these payments, or personal data of any, is not or is on the public topics */
export async function checkPublicEvents(ids: readonly string[], read: () => Promise<string>): Promise<string> {
  const deadline = performance.now() + webhookTimeoutMs;
  for (;;) {
    const text = await read();
    const personal = [customer.name, customer.email, card.holderName].filter((value) => text.includes(value));
    if (personal.length > 0) throw userError(`Public events say ${personal.join(', ')}`);
    const missing = ids.filter((id) => !text.includes(id));
    if (missing.length === 0)
      return `${String(text.trim().split('\n').length)} of all topics, the payments of each method among them`;
    if (performance.now() > deadline) throw userError(`Not among the public events: ${missing.join(', ')}`);
  }
}

export async function registerWebhook(merchant: Merchant): Promise<void> {
  const endpoint = 'http://e2e-client:8099/hooks';
  await must(merchant, '/v2/webhooks/create', { name: 'e2e', endpoint, events: ['transparent.completed'] });
}

export interface Payment {
  readonly id: string;
  readonly method: string;
  /** From the answer to the webhook. */
  readonly toldMs: number;
}

/** Takes a payment by each method, and waits for its webhook. */
export async function payByEachMethod(merchant: Merchant, publicKey: string): Promise<readonly Payment[]> {
  const payments: Payment[] = [];
  for (const [method, data] of [
    ['PIX', { amount: 12_345 }],
    ['BOLETO', { amount: 12_345, customer }],
    ['CARD', { amount: 12_345, cardToken: (await must(merchant, '/v2/card-tokens', card, publicKey)).id }],
  ] as const) {
    const { id } = await must(merchant, '/v2/transparents/create', { method, data });
    if (method !== 'CARD') await must(merchant, `/v2/transparents/simulate-payment?id=${id}`, {});
    const paidAt = performance.now();
    await told(merchant, [id]);
    payments.push({ id, method, toldMs: performance.now() - paidAt });
  }
  return payments;
}

/** Waits until each of these payments has reached the merchant's endpoint. Answers how long that took, in milliseconds. */
export async function told(merchant: Merchant, ids: readonly string[], timeoutMs = webhookTimeoutMs): Promise<number> {
  const startMs = performance.now();
  for (;;) {
    const seen = new Set((await merchant.seen()).map(({ id }) => id));
    const missing = ids.filter((id) => !seen.has(id));
    const tookMs = performance.now() - startMs;
    if (missing.length === 0) return tookMs;
    if (tookMs > timeoutMs) {
      throw userError(
        `${String(missing.length)} of ${String(ids.length)} payments were not told: ${missing.slice(0, 5).join(', ')}`,
      );
    }
    await delay(250);
  }
}
