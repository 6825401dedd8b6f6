import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, chownSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { waitFor } from '@pitanga/testing';
import { freePort, serviceNames, type Platform, type ServiceName } from '@pitanga/tools';
import { Client as PgClient } from 'pg';

/** A real PgBouncer in transaction mode in front of the databases of a platform. */
export interface PgBouncer {
  /** True from 1.21 on, which carries the prepared statements of a client from connection to connection. */
  readonly keepsPreparedStatements: boolean;
  /** The address of a service's database behind it. */
  urlOf(service: ServiceName): string;
  /** A row of `SHOW POOLS` for each database. */
  pools(): Promise<readonly { readonly database: string; readonly sv_active: number; readonly sv_idle: number }[]>;
  stop(): Promise<void>;
}

/** Server connections of one database, fewer than two processes of a service want. */
export const connectionsMax = 4;

/** What a connection of our own asks for as it starts, which a pooler does not pass on. */
const limits = 'set statement_timeout = 15000; set idle_in_transaction_session_timeout = 30000';
/** Webhooks plans with indexes only. Its source is read, because no test from outside may import a service. */
const indexPlansOfWebhooks = join(__dirname, '..', '..', 'webhooks', 'src', 'index-plans.ts');
const indexPlans = (readFileSync(indexPlansOfWebhooks, 'utf8').match(/(?<=')enable_\w+(?=')/g) ?? []).map(
  (setting) => `set ${setting} = off`,
);
const connectQueries: Partial<Record<ServiceName, string>> = { webhooks: [limits, ...indexPlans].join('; ') };

/** @throws an error that names the program when there is none: PGBOUNCER, or `pgbouncer` of the PATH. */
export async function startPgBouncer({ wiring }: Platform): Promise<PgBouncer> {
  const program = process.env['PGBOUNCER'] ?? 'pgbouncer';
  const version = spawnSync(program, ['--version'], { encoding: 'utf8' });
  if (version.error)
    throw new Error('PgBouncer is missing: apt-get install pgbouncer, or set PGBOUNCER to its program');
  const [, major = '0', minor = '0'] = /PgBouncer (\d+)\.(\d+)/.exec(version.stdout) ?? [];
  const keepsPreparedStatements = Number(major) > 1 || Number(minor) >= 21;

  const folder = mkdtempSync(join(tmpdir(), 'pitanga-pgbouncer-'));
  const port = await freePort();
  const urls = new Map(serviceNames.map((name) => [name, new URL(wiring.databaseUrls[name])]));
  const users = [...urls.values()].map(({ username, password }) => `"${username}" "${decodeURIComponent(password)}"`);
  writeFileSync(join(folder, 'users.txt'), [...users, '"operator" "operator"'].join('\n'));
  const settings = settingsOf({ folder, port, keepsPreparedStatements });
  const databases = [...urls].map(([name, { hostname, port: server, pathname }]) => {
    const query = connectQueries[name] ?? limits;
    return `${pathname.slice(1)} = host=${hostname} port=${server} connect_query='${query}'`;
  });
  writeFileSync(join(folder, 'pgbouncer.ini'), ['[databases]', ...databases, '[pgbouncer]', ...settings].join('\n'));
  makeReadable(folder);

  const bouncer = spawn(program, [join(folder, 'pgbouncer.ini')], { stdio: 'ignore' });
  const ended = once(bouncer, 'exit');
  const through = (url: URL): string => Object.assign(new URL(url), { hostname: '127.0.0.1', port: `${port}` }).href;
  const console = `postgres://operator:operator@127.0.0.1:${port}/pgbouncer`;
  await waitFor('PgBouncer', () => onConsole(console).then((rows) => rows.length > 0));
  return {
    keepsPreparedStatements,
    urlOf: (name) => through(urls.get(name) ?? new URL(wiring.databaseUrls[name])),
    pools: () => onConsole(console),
    stop: async () => {
      bouncer.kill('SIGINT');
      await ended;
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

function settingsOf(of: { folder: string; port: number; keepsPreparedStatements: boolean }): string[] {
  return [
    'listen_addr = 127.0.0.1',
    `listen_port = ${of.port}`,
    'unix_socket_dir =',
    'pool_mode = transaction',
    `default_pool_size = ${connectionsMax}`,
    'max_client_conn = 500',
    // SCRAM, which PostgreSQL has by default, needs the passwords as they are.
    'auth_type = plain',
    `auth_file = ${join(of.folder, 'users.txt')}`,
    'admin_users = operator',
    // The connect queries set them.
    'ignore_startup_parameters = statement_timeout, idle_in_transaction_session_timeout, options',
    `logfile = ${join(of.folder, 'pgbouncer.log')}`,
    ...(of.keepsPreparedStatements ? ['max_prepared_statements = 500'] : []),
    ...(process.getuid?.() === 0 ? ['user = nobody'] : []),
  ];
}

/** PgBouncer does not run as root: started by root, it becomes `nobody`. */
function makeReadable(folder: string): void {
  if (process.getuid?.() !== 0) return;
  const id = Number(spawnSync('id', ['-u', 'nobody'], { encoding: 'utf8' }).stdout);
  chmodSync(folder, 0o700);
  for (const path of [folder, join(folder, 'users.txt'), join(folder, 'pgbouncer.ini')]) chownSync(path, id, id);
}

/** Its console speaks only the simple protocol, which a query without parameters uses. */
async function onConsole(url: string): Promise<{ database: string; sv_active: number; sv_idle: number }[]> {
  const client = new PgClient(url);
  client.on('error', () => undefined);
  await client.connect();
  try {
    const { rows } = await client.query('show pools');
    return rows;
  } finally {
    await client.end();
  }
}
