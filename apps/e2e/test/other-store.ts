import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';
import type { Demo, Platform } from '@pitanga/tools';
import { Client as PgClient } from 'pg';

/**
 * A second store with keys of its own: the operator's program makes the demo store again once that of the first start
 * goes by another name.
 */
export async function anotherStore({ demo, wiring }: Platform): Promise<Demo> {
  const client = new PgClient(demo.infra.postgres.gateway);
  await client.connect();
  await client.query(`update stores set name = 'Loja ' || id where name = 'Loja Demo'`);
  await client.end();
  const addressOf = (name: 'billing' | 'payouts'): string => `127.0.0.1:${String(wiring.ports[name].port)}`;
  const env = {
    PATH: process.env['PATH'],
    DATABASE_URL: wiring.databaseUrls.gateway,
    BILLING_ADDRESS: addressOf('billing'),
    PAYOUTS_ADDRESS: addressOf('payouts'),
    DATA_KEY: wiring.dataKeys.gateway,
  };
  const cwd = join(__dirname, '../../../dist/gateway');
  const { stdout } = await promisify(execFile)(process.execPath, ['admin.js', 'demo', '--json'], { cwd, env });
  return { ...demo, ...(JSON.parse(stdout) as Partial<Demo>) };
}
