import { execFile } from 'node:child_process';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';
import { testInfra, waitFor, testTimeoutMs } from '@pitanga/testing';
import { startPlatform, type Platform } from '@pitanga/tools';
import { clientOf, type Client } from './api';

const run = promisify(execFile);
const commands = join(__dirname, '..', '..', '..', 'tools', 'bin', 'run.cjs');
const dayMs = 86_400_000;

describe('an advance of card money', () => {
  let platform: Platform;
  let api: Client;

  beforeAll(async () => {
    platform = await startPlatform({ infra: testInfra() });
    api = clientOf(platform.demo, { timeoutMs: 2 * testTimeoutMs });
  }, 180_000);
  afterAll(() => platform.stop());

  const balance = async (): Promise<{ available: number; pending: number }> =>
    (await api.get('/v2/store/get')).json.data.balance;
  const aPaidCard = async (amount: number, installmentCount: number): Promise<void> => {
    const card = { number: '4242424242424242', expMonth: 12, expYear: 2040, cvv: '739', holderName: 'Ana Souza' };
    const token = (await api.post('/v2/card-tokens', card, { key: platform.demo.publicKey })).json.data.id;
    await api.post('/v2/transparents/create', { method: 'CARD', data: { amount, installmentCount, token } });
  };

  it('is available at once less its cost, on the statement, and once for each Idempotency-Key', async () => {
    const before = await balance();
    // A fee of 4 % and R$ 0,60: three parts of R$ 31,80.
    await aPaidCard(10_000, 3);
    await waitFor('the pending money', async () => (await balance()).pending === before.pending + 9_540);

    const quote = (await api.get('/v2/advances/quote?amount=4000')).json.data;
    // 63.28 for the first part, and 820 × 1.99 % × 2 = 32.64 for what the second lends.
    expect(quote).toEqual({ amount: 4_000, cost: 63 + 33, net: 3_904 });
    const headers = { 'idempotency-key': 'advance-1' };
    const answers = await Promise.all(
      Array.from({ length: 4 }, () => api.post('/v2/advances/create', { amount: 4_000 }, { headers })),
    );
    for (const { status, json } of answers) expect([status, json]).toEqual([200, answers[0]?.json]);
    const made = answers[0]?.json.data;
    expect(made).toMatchObject({ ...quote, id: expect.stringMatching(/^adva_/), status: 'COMPLETE', devMode: true });

    const after = await balance();
    expect(after.available).toBe(before.available + 3_904);
    expect(after.pending).toBe(before.pending + 9_540 - 4_000);
    const lines = (await api.get('/v2/bank-statement/list?kind=ADVANCE')).json.data;
    expect(lines).toHaveLength(1);
    expect(lines[0]).toMatchObject({
      sourceId: made.id,
      status: 'COMPLETE',
      movements: [
        { amount: 3_904, kind: 'DEPOSIT', type: 'advance', balanceEffect: 'credit' },
        { amount: 96, kind: 'WITHDRAW', type: 'fee', balanceEffect: 'none' },
      ],
    });
  });

  it('is refused in one sentence when less is pending, and needs the permission to move money', async () => {
    const refused = await api.post('/v2/advances/create', { amount: 1_000_000 });
    expect([refused.status, refused.json.error]).toEqual([
      400,
      'INSUFFICIENT_PENDING: the card balance that can be advanced is R$ 55,40 and R$ 10.000,00 was asked for',
    ]);
    expect((await api.post('/v2/advances/create', {}, { key: platform.demo.readOnlyKey })).status).toBe(403);
  });

  it('leaves the rest to settle on its dates, and every service agrees with itself and the others', async () => {
    const before = await balance();
    const now = new Date((await api.get('/v2/test-clock/get')).json.data.now).getTime();
    const to = new Date(now + 91 * dayMs).toISOString();
    expect((await api.post('/v2/test-clock/advance', { to })).status).toBe(200);
    expect(await balance()).toMatchObject({ available: before.available + 5_540, pending: 0 });
    const env = { ...process.env, PITANGA_DATA: dirname(platform.logs) };
    const { stdout } = await run(process.execPath, [commands, 'doctor'], { env });
    expect(stdout).toContain('advances_match_journals');
  }, 180_000);
});
