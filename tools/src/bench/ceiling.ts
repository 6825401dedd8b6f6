import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { freePort } from '../infra/ports';

/** The two bare processes that ours are measured against, on the same PostgreSQL. */
export interface Ceiling {
  readonly url: string;
  stop(): void;
}

/** Starts the ceiling in the given database (in a schema of its own). */
export async function startCeiling(databaseUrl: string): Promise<Ceiling> {
  const servicePort = await freePort();
  const gatewayPort = await freePort();
  const children: ChildProcess[] = [];
  const start = async (file: string, env: Record<string, string>): Promise<void> => {
    const child = spawn(process.execPath, ['--require', 'tsx/cjs', join(__dirname, file)], {
      env: { ...process.env, ...env },
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    children.push(child);
    await Promise.race([
      once(child.stdout, 'data'),
      once(child, 'exit').then(() => {
        throw new Error(`${file} ended before it was ready`);
      }),
    ]);
  };
  await start('ceiling-service.ts', { DATABASE_URL: databaseUrl, PORT: String(servicePort) });
  await start('ceiling-gateway.ts', { SERVICE: `127.0.0.1:${servicePort}`, PORT: String(gatewayPort) });
  return {
    url: `http://127.0.0.1:${gatewayPort}`,
    stop: () => {
      for (const child of children) child.kill();
    },
  };
}
