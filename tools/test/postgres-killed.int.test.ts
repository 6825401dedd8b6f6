import { spawn } from 'node:child_process';
import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { freePort, testTimeoutMs } from '@pitanga/testing';
import { Client } from 'pg';
import { postgresUnit } from '../src/infra/postgres';
import { postgresAccount } from '../src/infra/postgres-account';
import { signalProcess } from '../src/infra/process';
import { temporaryFolder } from '../src/infra/temporary';

const options = async (folder: string) => ({
  dataDir: `${folder}/postgres`,
  port: await freePort(),
  password: 'a-password',
  durable: false,
  note: () => undefined,
});

test(
  'a PostgreSQL that was killed starts again on its data while another program has its pid, as in a new container',
  async () => {
    const folder = await temporaryFolder();
    const { unit, dataDir } = postgresUnit(await options(folder), { logs: folder, pids: folder });
    await unit.start();
    await unit.kill9();
    const other = spawn('sleep', ['600'], { cwd: '/', ...(postgresAccount(dataDir) ?? {}) });
    try {
      const lock = join(dataDir, 'postmaster.pid');
      writeFileSync(lock, readFileSync(lock, 'utf8').replace(/^\d+/, String(other.pid)));
      await unit.start();
      expect(readFileSync(lock, 'utf8').split('\n')[0]).not.toBe(String(other.pid));
    } finally {
      other.kill();
      await unit.stop();
      rmSync(folder, { recursive: true, force: true });
    }
  },
  testTimeoutMs,
);

test(
  'a PostgreSQL that was killed starts again on its data when its last backend has ended',
  async () => {
    const folder = await temporaryFolder();
    let noted: (line: string) => void = () => undefined;
    const { unit, url } = postgresUnit(
      { ...(await options(folder)), note: (line) => noted(line) },
      { logs: folder, pids: folder },
    );
    await unit.start();
    const client = new Client({ connectionString: `${url}/postgres` });
    // The server's death is the client's error.
    client.on('error', () => undefined);
    await client.connect();
    const { rows } = await client.query<{ pid: number }>('select pg_backend_pid() as pid');
    const backend = rows[0]?.pid ?? 0;
    try {
      // It stands still, as on a busy machine, and keeps the memory of its server.
      signalProcess(backend, 'SIGSTOP');
      await unit.kill9();
      const waits = new Promise<string>((resolve) => {
        noted = (line) => {
          if (line.includes('waits for what is left')) resolve('waits');
        };
      });
      const restarted = unit.start().then(() => 'started');
      expect(await Promise.race([restarted, waits])).toBe('waits');
      signalProcess(backend, 'SIGCONT');
      expect(await restarted).toBe('started');
    } finally {
      signalProcess(backend, 'SIGCONT');
      await client.end().catch(() => undefined);
      await unit.stop();
      rmSync(folder, { recursive: true, force: true });
    }
  },
  testTimeoutMs,
);
