import { execFile } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';
import { testInfra, waitFor, webhookReceiver, type WebhookReceiver, testTimeoutMs } from '@pitanga/testing';
import { startPlatform, type Platform, type ProcessHandle } from '@pitanga/tools';
import { Client as PgClient } from 'pg';
import { clientOf, type Answer, type Client } from './api';

const run = promisify(execFile);
const commands = join(__dirname, '..', '..', '..', 'tools', 'bin', 'run.cjs');
const dayMs = 86_400_000;
/** A step that failed twice, because a victim was slow to return, is done again after a minute. */
const secondTryMs = 100_000;

describe('money that a store has', () => {
  let platform: Platform;
  let api: Client;
  let receiver: WebhookReceiver;

  beforeAll(async () => {
    // A Kafka of its own, because these tests take it away.
    const { postgres, redis } = testInfra();
    platform = await startPlatform({ infra: { postgres, redis } });
    api = clientOf(platform.demo);
    receiver = await webhookReceiver();
    const events = ['transfer.completed', 'transfer.failed'];
    expect((await api.post('/v2/webhooks/create', { name: 'out', endpoint: receiver.url, events })).status).toBe(200);
    await pay(500_000, 'Camiseta');
  }, 180_000);
  afterAll(async () => {
    await platform.stop();
    await receiver.close();
  }, 2 * testTimeoutMs);

  const balance = async (): Promise<{ available: number }> => (await api.get('/v2/store/get')).json.data.balance;
  async function pay(amount: number, description: string): Promise<string> {
    const before = (await balance()).available;
    const { id } = (await api.post('/v2/transparents/create', { data: { amount, description } })).json.data;
    expect((await api.post(`/v2/transparents/simulate-payment?id=${id}`)).json.data.status).toBe('PAID');
    await waitFor('the money', async () => (await balance()).available === before + amount - 80);
    return id;
  }
  /** Runs a command of package.json on the platform. */
  const command = async (...args: readonly string[]): Promise<{ readonly text: string; readonly isDone: boolean }> => {
    const env = { ...process.env, PITANGA_DATA: dirname(platform.logs) };
    return run(process.execPath, [commands, ...args], { env }).then(
      ({ stdout }) => ({ text: stdout, isDone: true }),
      (error: unknown) => ({ text: (error as { stdout: string }).stdout, isDone: false }),
    );
  };

  const exported = async (format: string, contentType: string): Promise<string> => {
    const headers = { authorization: `Bearer ${platform.demo.devKey}` };
    const response = await fetch(`${platform.baseUrl}/v2/bank-statement/export?format=${format}`, { headers });
    expect([response.status, response.headers.get('content-type')]).toEqual([200, contentType]);
    return response.text();
  };

  describe('goes out once', () => {
    const send = (externalId: string, amount: number): Promise<Answer | undefined> =>
      api
        .post('/v2/pix/send', { externalId, amount, pixKey: 'ana@example.com', pixKeyType: 'EMAIL' })
        .catch(() => undefined);
    /** Asks like a client that may get no answer: again, with the same externalId. */
    const sendUntilAnswered = async (externalId: string, amount: number): Promise<void> => {
      const done = async (): Promise<boolean> => (await send(externalId, amount))?.status === 200;
      await waitFor('an answer', done, secondTryMs);
    };
    const sent = (externalId: string): Promise<{ id: string; status: string; endToEndIdentifier: string }> =>
      waitFor(
        'the end of the send',
        async () => {
          const { status, json } = await api.get(`/v2/pix/get?externalId=${externalId}`);
          return status === 200 && json.data.status !== 'PENDING' && json.data;
        },
        secondTryMs,
      );
    const logIdsOf = (id: string): string[] =>
      receiver.seen
        .map(({ body }) => JSON.parse(body))
        .filter(({ data }) => data.transfer.id === id)
        .map((body) => body.id);
    const journalsOf = async (id: string): Promise<readonly string[]> => {
      const client = new PgClient(platform.demo.infra.postgres.ledger);
      await client.connect();
      const { rows } = await client.query('select kind from journals where reference_id = $1 order by kind desc', [id]);
      await client.end();
      return rows.map(({ kind }) => kind);
    };

    it.each(['payouts', 'ledger', 'kafka'] as const)(
      'whoever dies in the middle: kill -9 of %s',
      async (name) => {
        const victim: ProcessHandle | undefined = name === 'kafka' ? platform.infra.kafka : platform.services[name];
        expect(victim?.pid).toEqual(expect.any(Number));
        const before = (await balance()).available;
        // Every fourth is refused by the receiver's bank.
        const orders = Array.from({ length: 12 }, (_, index) => ({
          externalId: `${name}-${String(index)}`,
          amount: index % 4 === 3 ? 1_013 : 1_000,
        }));
        const asked = orders.map(({ externalId, amount }) => send(externalId, amount));
        // It dies with some sent, some under way and some not begun.
        await Promise.race(asked);
        await victim?.kill9();
        await Promise.all(asked);
        // Without the broker every request succeeds and is published later; without the others it is retried.
        if (name === 'kafka') for (const { externalId, amount } of orders) await sendUntilAnswered(externalId, amount);
        await victim?.restart();
        for (const { externalId, amount } of orders) await sendUntilAnswered(externalId, amount);

        for (const { externalId, amount } of orders) {
          const { id, status, endToEndIdentifier } = await sent(externalId);
          expect(status).toBe(amount === 1_000 ? 'COMPLETE' : 'FAILED');
          expect(typeof endToEndIdentifier).toBe(amount === 1_000 ? 'string' : 'object');
          await waitFor('its webhook', () => Promise.resolve(logIdsOf(id).length > 0), secondTryMs);
          expect(new Set(logIdsOf(id)).size).toBe(1);
          const end = amount === 1_000 ? 'hold.settled' : 'hold.released';
          expect(await journalsOf(id)).toEqual([end, 'hold.reserved'].sort().reverse());
        }
        expect((await balance()).available).toBe(before - 9 * 1_000);
      },
      5 * testTimeoutMs,
    );

    it(
      'and every service agrees with itself and with the others afterwards',
      async () => {
        expect(await command('doctor')).toMatchObject({ isDone: true });
      },
      2 * testTimeoutMs,
    );
  });

  it('is exported as CSV and OFX whose credits less debits are what is available', async () => {
    const { available } = await balance();
    const csv = await exported('csv', 'text/csv; charset=utf-8');
    const [head = '', ...lines] = csv.trimEnd().split('\r\n');
    const cells = (line: string): string[] => line.split(',').map((cell) => cell.replaceAll('"', ''));
    const columns = cells(head);
    const cell = (line: string, name: string): string => cells(line)[columns.indexOf(name)] ?? '';
    const signs: Record<string, number> = { credit: 1, debit: -1, none: 0 };
    const sum = lines.reduce(
      (total, line) => total + Number(cell(line, 'amount')) * (signs[cell(line, 'balanceEffect')] ?? NaN),
      0,
    );
    expect(sum).toBe(available);
    expect(lines.some((line) => cell(line, 'description') === 'Camiseta')).toBe(true);

    const ofx = await exported('ofx', 'application/x-ofx');
    const amounts = [...ofx.matchAll(/<TRNAMT>(-?\d+)\.(\d\d)/g)].map(([, reais, rest]) => Number(`${reais}${rest}`));
    expect(amounts.reduce((total, amount) => total + amount, 0)).toBe(available);
    expect(ofx).toContain(`<BALAMT>${(available / 100).toFixed(2)}`);
  });

  it('agrees with the settlement file of the provider, and a changed file is told line by line', async () => {
    const file = join(dirname(platform.logs), 'settlement.csv');
    await command('reconcile', '--simulate', file);
    const agreed = await command('reconcile', '--file', file);
    expect(agreed).toEqual({
      isDone: true,
      text: expect.stringMatching(/[1-9]\d* agree, 0 missing, 0 extra, 0 different/),
    });
    const [head = '', first = '', ...others] = readFileSync(file, 'utf8').trimEnd().split(/\r?\n/);
    const other = first.replace(/,(\d+),(\d{4}-)/, ',1,$2');
    writeFileSync(file, [head, other, ...others, first.replace('pix_char_', 'pix_char_x')].join('\n'));
    const told = await command('reconcile', '--file', file);
    expect(told).toEqual({ isDone: false, text: expect.stringMatching(/ 0 missing, 1 extra, 1 different\n/) });
    expect(told.text).toContain(`PAYMENT ${String(first.split(',')[0])} PIX 1 `);
  }, 180_000);

  it('is shown in public: who the store is, its recurring revenue and its revenue by day', async () => {
    const day = (ms: number): string =>
      new Intl.DateTimeFormat('en-CA', { timeZone: 'America/Sao_Paulo' }).format(new Date(ms));
    const [today, tomorrow] = [0, 1].map((days) => day(Date.now() + days * dayMs));
    const info = await api.get('/v1/public-mrr/merchant-info');
    expect(info.json).toMatchObject({ error: null, data: { name: expect.any(String), createdAt: expect.any(String) } });
    const mrr = await api.get('/v1/public-mrr/mrr', { key: platform.demo.readOnlyKey });
    expect(mrr.json).toMatchObject({ error: null, data: { mrr: 0, totalActiveSubscriptions: 0 } });
    for (const query of [
      '',
      `?startDate=${String(today)}`,
      `?endDate=${String(today)}`,
      `?startDate=${String(today)}&endDate=${String(today)}`,
    ]) {
      expect((await api.get(`/v1/public-mrr/revenue${query}`)).status).toBe(400);
    }
    const revenueSince = (days: number): Promise<Answer> =>
      api.get(`/v1/public-mrr/revenue?startDate=${day(Date.now() - days * dayMs)}&endDate=${String(tomorrow)}`);
    const { data } = (await revenueSince(1)).json;
    expect(data).toMatchObject({ totalRevenue: 500_000, totalTransactions: 1 });
    expect(Object.values(data.transactionsPerDay)).toContainEqual(expect.objectContaining({ count: 1 }));
    // A range is kept for 3,600 seconds, unless the machine was too slow to keep it; the request still gets an answer.
    let [payments, isKept] = [1, false];
    for (let days = 2; days < 7 && !isKept; days += 1) {
      const first = await revenueSince(days);
      expect(first.json.data).toMatchObject({ totalRevenue: 499_000 + payments * 1_000, totalTransactions: payments });
      await pay(1_000, 'Caneca');
      payments += 1;
      isKept = (await revenueSince(days)).text === first.text;
    }
    expect(isKept).toBe(true);
    const fresh = await revenueSince(7);
    expect(fresh.json.data.totalRevenue).toBe(499_000 + payments * 1_000);
  });
});
