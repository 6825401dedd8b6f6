import { waitFor, webhookReceiver, type WebhookReceiver, testTimeoutMs } from '@pitanga/testing';
import type { Platform } from '@pitanga/tools';
import { Client as PgClient } from 'pg';
import { clientOf, type Client } from './api';

/** A fee of R$ 0,80 is taken of each Pix payment of the demo store. */
const pixFee = 80;

/** A merchant during failures: takes payments and checks that each happened exactly once. */
export interface Till {
  readonly api: Client;
  create(amount: number): Promise<string>;
  /** Confirms like a client that may get no answer: asks, and confirms what is still pending. */
  confirmUntilPaid(id: string): Promise<void>;
  available(): Promise<number>;
  webhooksOf(chargeId: string): readonly string[];
  /** PAID once, one capture in the ledger, the balance exact, the webhook there (always the same log id). */
  expectPaidOnce(ids: readonly string[], availableBefore: number, amount: number): Promise<void>;
  close(): Promise<void>;
}

export async function openTill(platform: Platform): Promise<Till> {
  const api = clientOf(platform.demo);
  const receiver: WebhookReceiver = await webhookReceiver();
  const hook = { name: 'till', endpoint: receiver.url, events: ['transparent.completed'] };
  await waitFor('its webhook', async () => (await api.post('/v2/webhooks/create', hook)).status === 200);

  const available = async (): Promise<number> => (await api.get('/v2/store/get')).json.data.balance.available;
  const webhooksOf = (chargeId: string): string[] =>
    receiver.seen
      .map(({ body }) => JSON.parse(body))
      .filter(({ data }) => data.transparent.id === chargeId)
      .map(({ id }) => id);
  const capturesOf = async (chargeId: string): Promise<number> => {
    const client = new PgClient(platform.demo.infra.postgres.ledger);
    await client.connect();
    const { rows } = await client.query('select count(*)::int as n from journals where id = $1', [
      `capture:${chargeId}`,
    ]);
    await client.end();
    return rows[0].n;
  };
  const statusOf = (id: string): Promise<string> =>
    waitFor('the charge', async () => {
      const answer = await api.get(`/v2/transparents/get?id=${id}`);
      return answer.status === 200 && answer.json.data.status;
    });

  return {
    api,
    available,
    webhooksOf,
    create: (amount) =>
      waitFor('a charge', async () => {
        const answer = await api.post('/v2/transparents/create', { method: 'PIX', data: { amount } });
        return answer.status === 200 && answer.json.data.id;
      }),
    confirmUntilPaid: async (id) => {
      await waitFor(
        'the payment',
        async () => {
          if ((await statusOf(id)) === 'PENDING') await api.post(`/v2/transparents/simulate-payment?id=${id}`);
          return (await statusOf(id)) === 'PAID';
        },
        30_000,
      );
    },
    expectPaidOnce: async (ids, availableBefore, amount) => {
      await waitFor(
        'every webhook',
        () => Promise.resolve(ids.every((id) => webhooksOf(id).length > 0)),
        testTimeoutMs,
      );
      const expected = availableBefore + ids.length * (amount - pixFee);
      await waitFor('the balance', async () => (await available()) === expected, testTimeoutMs);
      for (const id of ids) {
        expect(await statusOf(id)).toBe('PAID');
        expect(await capturesOf(id)).toBe(1);
        expect(new Set(webhooksOf(id)).size).toBe(1);
      }
    },
    close: () => receiver.close(),
  };
}
