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

export async function registerWebhook(merchant: Merchant): Promise<void> {
  const endpoint = 'http://e2e-client:8099/hooks';
  await must(merchant, '/v2/webhooks/create', { name: 'e2e', endpoint, events: ['transparent.completed'] });
}

/** Takes a payment by each method. Answers how long each webhook took after the answer, by method, in milliseconds. */
export async function payByEachMethod(merchant: Merchant, publicKey: string): Promise<ReadonlyMap<string, number>> {
  const tookMs = new Map<string, number>();
  for (const [method, data] of [
    ['PIX', { amount: 12_345 }],
    ['BOLETO', { amount: 12_345, customer }],
    ['CARD', { amount: 12_345, cardToken: (await must(merchant, '/v2/card-tokens', card, publicKey)).id }],
  ] as const) {
    const { id } = await must(merchant, '/v2/transparents/create', { method, data });
    if (method !== 'CARD') await must(merchant, `/v2/transparents/simulate-payment?id=${id}`, {});
    const paidAt = performance.now();
    await told(merchant, [id]);
    tookMs.set(method, performance.now() - paidAt);
  }
  return tookMs;
}

/** Waits until each of these payments has reached the merchant's endpoint. */
export async function told(merchant: Merchant, ids: readonly string[]): Promise<void> {
  const deadline = performance.now() + webhookTimeoutMs;
  for (;;) {
    const seen = new Set((await merchant.seen()).map(({ id }) => id));
    const missing = ids.filter((id) => !seen.has(id));
    if (missing.length === 0) return;
    if (performance.now() > deadline) {
      throw userError(
        `${String(missing.length)} of ${String(ids.length)} payments were not told: ${missing.slice(0, 5).join(', ')}`,
      );
    }
    await delay(250);
  }
}
