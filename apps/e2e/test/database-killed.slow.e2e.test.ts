import { testInfra, waitFor, testTimeoutMs } from '@pitanga/testing';
import { startPlatform, type Platform } from '@pitanga/tools';
import { clientOf, type Client } from './api';

/** `npm run proof` kills it as often as its rounds. */
const kills = Math.min(Number(process.env['PROOF_ROUNDS'] ?? 2), 10);
const readers = 6;
const writers = 6;

interface Seen {
  readonly call: string;
  readonly status: number;
  readonly error: string | null;
}

describe(`PostgreSQL is killed ${String(kills)} times under reads and writes`, () => {
  let platform: Platform;
  let api: Client;

  beforeAll(async () => {
    const { redis, kafka } = testInfra();
    platform = await startPlatform({ infra: { redis, kafka } });
    api = clientOf(platform.demo);
  }, 180_000);
  afterAll(() => platform.stop(), 2 * testTimeoutMs);

  it(
    'nobody is answered 500, and a charge whose key is repeated exists once',
    async () => {
      const { postgres } = platform.infra;
      if (!postgres) throw new Error('the platform has no PostgreSQL of its own');
      const seen: Seen[] = [];
      const unsure: string[] = [];
      let isOver = false;
      const ask = async (call: string, work: () => ReturnType<Client['get']>): Promise<number> => {
        // A connection that the gateway's own stop would cut is no answer; the gateway is not stopped here.
        const { status, json } = await work();
        seen.push({ call, status, error: json.error });
        return status;
      };
      const reads = ['/v2/transparents/list?limit=5', '/v2/store/get', '/v2/customers/list', '/v2/subscriptions/list'];
      const reading = async (): Promise<void> => {
        for (let turn = 0; !isOver; turn += 1) {
          const path = reads[turn % reads.length] ?? '';
          await ask(`GET ${path}`, () => api.get(path));
        }
      };
      const writing = async (writer: number): Promise<void> => {
        for (let turn = 0; !isOver; turn += 1) {
          const key = `killed-${String(writer)}-${String(turn)}`;
          const body = { method: 'PIX', data: { amount: 1_000, externalId: key } };
          const status = await ask('POST create', () =>
            api.post('/v2/transparents/create', body, { headers: { 'idempotency-key': key } }),
          );
          if (status !== 200) unsure.push(key);
        }
      };
      const load = [
        ...Array.from({ length: readers }, () => reading()),
        ...Array.from({ length: writers }, (_, writer) => writing(writer)),
      ];
      const answered = () => seen.filter(({ status }) => status === 200).length;
      for (let kill = 0; kill < kills; kill += 1) {
        const before = answered();
        await waitFor('answers', () => Promise.resolve(answered() > before + 50), testTimeoutMs);
        await postgres.kill9();
        await postgres.restart();
      }
      const before = answered();
      await waitFor('answers again', () => Promise.resolve(answered() > before + 50), testTimeoutMs);
      isOver = true;
      await Promise.all(load);

      const statuses = new Set(seen.map(({ status }) => status));
      expect(seen.filter(({ status }) => status !== 200 && status !== 503 && status !== 504)).toEqual([]);
      expect(statuses).toContain(503);
      for (const key of unsure) {
        const body = { method: 'PIX', data: { amount: 1_000, externalId: key } };
        const again = await waitFor('the repeat', async () => {
          const answer = await api.post('/v2/transparents/create', body, { headers: { 'idempotency-key': key } });
          return answer.status === 200 && answer;
        });
        const { json } = await api.get(`/v2/transparents/list?externalId=${key}`);
        expect(json.data.map(({ id }: { id: string }) => id)).toEqual([again.json.data.id]);
      }
    },
    5 * testTimeoutMs,
  );
});
