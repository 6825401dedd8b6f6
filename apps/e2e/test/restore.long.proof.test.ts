import { execFile } from 'node:child_process';
import { existsSync, mkdtempSync, chmodSync, readFileSync, rmSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';
import { testInfra, waitFor, testTimeoutMs } from '@pitanga/testing';
import {
  archiveWal,
  baseBackup,
  freePort,
  postgresUnit,
  restoreTo,
  serviceNames,
  startPlatform,
  type Platform,
  type ProcessHandle,
} from '@pitanga/tools';
import { Client as PgClient } from 'pg';
import { openTill, type Till } from './payments';

const run = promisify(execFile);
const commands = join(__dirname, '..', '..', '..', 'tools', 'bin', 'run.cjs');
const amount = 5_000;
/** Payments between one instant and the next; `npm run proof` takes more. */
const count = 4 * Math.ceil(Number(process.env['PROOF_ROUNDS'] ?? 1) / 5);

/** The databases of all services are destroyed under traffic and restored to an instant in the past. */
describe('the databases are lost and restored to an instant', () => {
  let folder: string;
  let platform: Platform;
  let till: Till;
  let postgres: ProcessHandle;
  let adminUrl: string;
  let dataDir: string;
  const prefix = `restore${String(process.pid)}-`;

  /** Paid before the first instant, between the two, at the second but not booked yet, and after it. */
  const paid: Record<'first' | 'second' | 'onTheirWay' | 'after', string[]> = {
    first: [],
    second: [],
    onTheirWay: [],
    after: [],
  };
  let firstPoint: Date;
  let point: Date;
  let replayed: string;

  const backup = (): string => join(folder, 'backup');
  const archive = (): string => join(folder, 'archive');

  beforeAll(async () => {
    folder = mkdtempSync('/var/tmp/pitanga-restore-');
    chmodSync(folder, 0o711);
    const { redis, kafka } = testInfra();
    platform = await startPlatform({ dataDir: join(folder, 'data'), prefix, infra: { redis, kafka } });
    if (!platform.infra.postgres) throw new Error('the platform has no PostgreSQL of its own');
    postgres = platform.infra.postgres;
    const { postgresPassword } = JSON.parse(readFileSync(join(folder, 'data', 'secrets.json'), 'utf8'));
    adminUrl = new URL(`postgres://postgres:${postgresPassword}@${new URL(platform.wiring.databaseUrls.ledger).host}`)
      .href;
    till = await openTill(platform);
    await archiveWal(adminUrl, archive());
    await postgres.restart();
    await waitFor('the services', async () => (await till.api.get('/v2/customers/list')).status === 200);
    dataDir = await ask(adminUrl, 'show data_directory', 'data_directory');
    await sellBackUpAndDestroy();
    await restoreAndReplay();
  }, 5 * testTimeoutMs);

  afterAll(async () => {
    await platform.stop();
    await till.close();
    rmSync(folder, { recursive: true, force: true });
  });

  async function ask(url: string, sql: string, column: string): Promise<string> {
    const client = new PgClient(url);
    await client.connect();
    try {
      return String((await client.query(sql)).rows[0]?.[column]);
    } finally {
      await client.end();
    }
  }
  const pay = async (ids: string[]): Promise<void> => {
    for (let index = 0; index < count; index += 1) {
      const id = await till.create(amount);
      await till.api.post(`/v2/transparents/simulate-payment?id=${id}`);
      ids.push(id);
    }
  };
  const now = async (): Promise<Date> =>
    new Date(Number(await ask(adminUrl, 'select ceil(extract(epoch from clock_timestamp()) * 1000) as ms', 'ms')));
  const capturesOf = (id: string, url = platform.demo.infra.postgres.ledger): Promise<string> =>
    ask(url, `select count(*) as n from journals where id = 'capture:${id}'`, 'n');

  async function sellBackUpAndDestroy(): Promise<void> {
    const [copied] = await Promise.all([baseBackup(adminUrl, backup()), pay(paid.first)]);
    expect(copied).toBeUndefined();
    await till.expectPaidOnce(paid.first, 0, amount);
    firstPoint = await now();
    const before = await till.available();
    await pay(paid.second);
    await till.expectPaidOnce(paid.second, before, amount);
    // These are published when the instant comes and not booked before it; Kafka will know them for read.
    await platform.services.ledger.stop();
    await pay(paid.onTheirWay);
    const { billing } = platform.demo.infra.postgres;
    await waitFor('the outbox', async () => (await ask(billing, 'select count(*) as n from outbox', 'n')) === '0');
    point = await now();
    await platform.services.ledger.restart();
    await pay(paid.after);
    await waitFor('the facts after it', async () => (await capturesOf(paid.after.at(-1) ?? '')) === '1');
    // What is not archived yet is lost with the machine.
    const segment = await ask(adminUrl, 'select pg_walfile_name(pg_switch_wal()) as name', 'name');
    await waitFor('the archive', () => Promise.resolve(existsSync(join(archive(), segment))));
    await postgres.kill9();
    await Promise.all(serviceNames.map((name) => platform.services[name].stop()));
    rmSync(dataDir, { recursive: true });
  }

  async function restoreAndReplay(): Promise<void> {
    restoreTo({ backup: backup(), archive: archive(), at: point, dataDir });
    await postgres.restart();
    await waitFor('the end of recovery', () => isPrimary(adminUrl));
    replayed = (await command('replay', '--to', point.toISOString(), '--prefix', prefix)).text;
    await Promise.all(serviceNames.map((name) => platform.services[name].restart()));
  }

  const isPrimary = async (url: string): Promise<boolean> =>
    (await ask(url, 'select pg_is_in_recovery() as it', 'it')) === 'false';

  /** Runs a command of package.json on the platform. */
  async function command(...args: readonly string[]): Promise<{ readonly text: string; readonly isGood: boolean }> {
    return commandWith({}, ...args);
  }
  async function commandWith(
    env: Readonly<Record<string, string>>,
    ...args: readonly string[]
  ): Promise<{ readonly text: string; readonly isGood: boolean }> {
    const options = { env: { ...process.env, PITANGA_DATA: dirname(platform.logs), ...env } };
    return run(process.execPath, [commands, ...args], options).then(
      ({ stdout }) => ({ text: stdout, isGood: true }),
      (error: unknown) => ({ text: (error as { stdout: string }).stdout, isGood: false }),
    );
  }

  it('nothing from before it is lost or doubled, also what was still on its way', async () => {
    const known = [...paid.first, ...paid.second, ...paid.onTheirWay];
    for (const id of known) {
      expect((await till.api.get(`/v2/transparents/get?id=${id}`)).json.data.status).toBe('PAID');
      await waitFor(`the capture of ${id}`, async () => (await capturesOf(id)) === '1');
      await waitFor(`the webhook of ${id}`, () => Promise.resolve(till.webhooksOf(id).length > 0));
    }
    // A delivery that the restored database does not know is made again, under an id of its own.
    for (const id of [...paid.first, ...paid.second]) expect(new Set(till.webhooksOf(id)).size).toBe(1);
  });

  it('what came after it is gone from its owner, told by the replay, and still known to those it was told to', async () => {
    for (const id of paid.after) {
      expect((await till.api.get(`/v2/transparents/get?id=${id}`)).status).toBe(404);
      expect(replayed).toContain(`charge.paid  ${id}`);
      await waitFor(`the capture of ${id}`, async () => (await capturesOf(id)) === '1');
    }
    for (const id of paid.first) expect(replayed).not.toContain(id);
  });

  it('the doctor finds exactly what came after it', async () => {
    const { text, isGood } = await command('doctor');
    expect(isGood).toBe(false);
    const broken = text.split('\n').filter((line) => /\d+ violations?$/.test(line));
    expect(broken.map((line) => line.split(/\s+/)[1]).sort()).toEqual(['charges_are_captured', 'clearing_is_owed']);
    expect(broken[0]).toMatch(new RegExp(` ${count} violations?$`));
    for (const id of paid.after.slice(0, 5)) expect(text).toContain(`${id} of `);
  });

  it('business goes on: new payments are taken, booked and delivered', async () => {
    const before = await till.available();
    const ids: string[] = [];
    await pay(ids);
    await till.expectPaidOnce(ids, before, amount);
  });

  it(
    'a service that is restored to an earlier instant than the others is found by the doctor',
    async () => {
      const port = await freePort();
      const other = join(folder, 'other');
      const { password } = new URL(adminUrl);
      const { unit, url } = postgresUnit(
        { dataDir: other, port, password, durable: true, note: () => undefined },
        { logs: platform.logs, pids: join(dirname(platform.logs), 'run') },
      );
      restoreTo({ backup: backup(), archive: archive(), at: firstPoint, dataDir: other });
      await unit.start();
      try {
        await waitFor('the end of recovery', () => isPrimary(url));
        const ledger = new URL(platform.demo.infra.postgres.ledger);
        ledger.port = String(port);
        for (const id of paid.first) expect(await capturesOf(id, ledger.href)).toBe('1');
        for (const id of paid.second) expect(await capturesOf(id, ledger.href)).toBe('0');
        const { text, isGood } = await commandWith({ LEDGER_DATABASE_URL: ledger.href }, 'doctor');
        expect(isGood).toBe(false);
        expect(text).toContain(`PAID of ${amount} in billing, ABSENT in ledger`);
        expect(text).toMatch(/clearing_is_owed +1 violation\n/);
      } finally {
        await unit.stop();
      }
    },
    2 * testTimeoutMs,
  );
});
