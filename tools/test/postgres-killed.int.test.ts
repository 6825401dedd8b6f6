import { rmSync } from 'node:fs';
import { freePort, testTimeoutMs } from '@pitanga/testing';
import { Client } from 'pg';
import { postgresUnit } from '../src/infra/postgres';
import { signalProcess } from '../src/infra/process';
import { temporaryFolder } from '../src/infra/temporary';

test(
  'a PostgreSQL that was killed starts again on its data when its last backend has ended',
  async () => {
    const folder = await temporaryFolder();
    let noted: (line: string) => void = () => undefined;
    const { unit, url } = postgresUnit(
      {
        dataDir: `${folder}/postgres`,
        port: await freePort(),
        password: 'a-password',
        durable: false,
        note: (line) => noted(line),
      },
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
