import { execFile } from 'node:child_process';
import { chmodSync, chownSync, existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';
import { Client } from 'pg';
import { userError } from '@pitanga/runtime/user-error';
import { otherPostgres, ownPostgres } from '../../bin/preflight.cjs';
import { postgresAccount, postgresBinaries, reachableDataDir, type Account, type Binaries } from './postgres-account';
import { clearKilledServer } from './postgres-backends';
import { createUnit, type Unit, type UnitFolders } from './unit';

const run = promisify(execFile);

export interface PostgresOptions {
  readonly dataDir: string;
  readonly port: number;
  readonly password: string;
  /** True keeps every commit through a crash of the machine; false is for tests, whose data is thrown away. */
  readonly durable: boolean;
  /** Serves TLS alone: PEM, and the file of the authority by which clients know it. */
  readonly secured?: { readonly certificate: string; readonly key: string; readonly caFile: string };
  readonly note: (line: string) => void;
}

const durableSettings = { shared_buffers: '256MB', max_connections: '100' };
const throwAwaySettings = {
  shared_buffers: '128MB',
  max_connections: '300',
  fsync: 'off',
  synchronous_commit: 'off',
  full_page_writes: 'off',
  autovacuum_naptime: '10s',
};

export function postgresUnit(
  options: PostgresOptions,
  folders: UnitFolders,
): { unit: Unit; url: string; dataDir: string } {
  const account = postgresAccount(options.dataDir);
  const dataDir = reachableDataDir(options.dataDir, account);
  const { secured } = options;
  const plainUrl = `postgres://postgres:${options.password}@127.0.0.1:${String(options.port)}`;
  const url = secured === undefined ? plainUrl : `${plainUrl}?sslmode=verify-full&sslrootcert=${secured.caFile}`;
  const settings = {
    ...(options.durable ? durableSettings : throwAwaySettings),
    listen_addresses: '127.0.0.1',
    port: String(options.port),
    // Only TCP is used; a socket file would have to lie in a folder of the system.
    unix_socket_directories: '',
    // The detail of an error shows the values of a row, which may be personal.
    log_error_verbosity: 'terse',
    timezone: 'UTC',
    log_timezone: 'UTC',
    ...(secured && { ssl: 'on' }),
  };
  const unit = createUnit(
    {
      name: 'postgres',
      prepare: async () => {
        const binaries = postgresBinaries(account, options.note);
        if (dataDir !== options.dataDir) {
          options.note(`PostgreSQL's account cannot enter ${dirname(options.dataDir)}, so its data is in ${dataDir}`);
        }
        await initialise(options, dataDir, binaries, account);
        if (secured !== undefined) secure(dataDir, secured, account);
        await clearKilledServer(dataDir, options.note);
        const args = Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`]);
        return { command: binaries.postgres, args: ['-D', dataDir, ...args], cwd: '/', env: environment(), account };
      },
      isReady: () => answers(url),
      readyTimeoutMs: 60_000,
      // SIGINT is PostgreSQL's "fast" stop: open transactions are rolled back. SIGTERM would wait for every client.
      stopSignal: 'SIGINT',
      stopTimeoutMs: 20_000,
    },
    folders,
  );
  return { unit, url, dataDir };
}

/** Creates the cluster unless there is one; one that a crash has cut short is created anew. */
async function initialise(
  options: PostgresOptions,
  dataDir: string,
  binaries: Binaries,
  account?: Account,
): Promise<void> {
  const finished = join(dataDir, 'pitanga-initialised');
  // Lies there until the cluster is finished.
  const passwordFile = `${dataDir}.password`;
  if (existsSync(join(dataDir, 'PG_VERSION'))) assertOurs(dataDir, [finished, passwordFile], dirname(options.dataDir));
  if (existsSync(finished)) return;
  rmSync(dataDir, { recursive: true, force: true });
  mkdirSync(dirname(dataDir), { recursive: true, mode: 0o711 });
  mkdirSync(dataDir, { mode: 0o700 });
  writeFileSync(passwordFile, `${options.password}\n`, { mode: 0o600 });
  if (account !== undefined) {
    chownSync(dataDir, account.uid, account.gid);
    chownSync(passwordFile, account.uid, account.gid);
  }
  const flags = ['--locale=C', '--encoding=UTF8', '--auth=scram-sha-256', '--username=postgres', '--no-sync'];
  await run(binaries.initdb, [`--pgdata=${dataDir}`, `--pwfile=${passwordFile}`, ...flags], {
    cwd: '/',
    env: environment(),
    ...(account ?? {}),
  });
  writeFileSync(finished, '');
  chmodSync(finished, 0o644);
  rmSync(passwordFile, { force: true });
}

/** @throws a user error for data that this has not made, or that another version of PostgreSQL has written. */
function assertOurs(dataDir: string, marks: readonly string[], ofPlatform: string): void {
  const written = readFileSync(join(dataDir, 'PG_VERSION'), 'utf8').trim();
  if (written !== ownPostgres()) throw userError(otherPostgres(dataDir, ofPlatform, written));
  if (!marks.some((mark) => existsSync(mark))) {
    throw userError(
      `The data in ${dataDir} is of another PostgreSQL: begin elsewhere with npm start -- --data <folder>.`,
    );
  }
}

/** With ssl=on, and under the names that it looks for. A client in plain text finds no rule. */
function secure(
  dataDir: string,
  { certificate, key }: NonNullable<PostgresOptions['secured']>,
  account?: Account,
): void {
  const files = {
    'server.crt': certificate,
    'server.key': key,
    'pg_hba.conf': 'hostssl all all all scram-sha-256\n',
  };
  for (const [name, text] of Object.entries(files)) {
    const file = join(dataDir, name);
    writeFileSync(file, text, { mode: 0o600 });
    if (account !== undefined) chownSync(file, account.uid, account.gid);
  }
}

/** The server must not inherit PG* variables or a locale of the developer's shell. */
function environment(): NodeJS.ProcessEnv {
  return { PATH: process.env.PATH, LC_ALL: 'C', TZ: 'UTC' };
}

/** Whether a connection with this address can run a statement. */
async function answers(url: string): Promise<boolean> {
  const client = new Client({ connectionString: url, connectionTimeoutMillis: 2000 });
  client.on('error', () => undefined);
  try {
    await client.connect();
    await client.query('select 1');
    return true;
  } catch (error) {
    if ((error as { code?: string }).code === '28P01') {
      throw userError(
        'The password in secrets.json does not fit the data of PostgreSQL: restore that file, or remove the data folder to begin anew.',
      );
    }
    return false;
  } finally {
    await client.end().catch(() => undefined);
  }
}
