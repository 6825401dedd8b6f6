import {
  appendFileSync,
  chownSync,
  copyFileSync,
  existsSync,
  mkdirSync,
  readdirSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { Client } from 'pg';

/** Of the server alone, or rebuilt by recovery: their content is not part of a backup, though a folder may have to be. */
const leftOut = new Set(['postmaster.pid', 'postmaster.opts', 'pg_internal.init', 'recovery.signal']);
const emptied = new Set(['pg_wal', 'pg_replslot', 'pg_stat_tmp', 'pg_notify', 'pg_snapshots', 'pg_subtrans']);

/** Makes the server copy each finished piece of its log to a folder; in force after its next start. @param url of an administrator */
export async function archiveWal(url: string, archive: string): Promise<void> {
  await withServer(url, async (client) => {
    mkdirSync(archive, { recursive: true, mode: 0o700 });
    ownLike(archive, await dataDirectory(client));
    await client.query(`alter system set archive_mode = 'on'`);
    // Never over a piece that is there: it belongs to another history.
    await client.query(`alter system set archive_command = 'test ! -f "${archive}/%f" && cp "%p" "${archive}/%f"'`);
  });
}

/**
 * Copies the running server's files as its documentation says (25.3.4, low level API); answers when the log that the
 * copy needs is archived. @param url of an administrator
 */
export async function baseBackup(url: string, to: string): Promise<void> {
  await withServer(url, async (client) => {
    const from = await dataDirectory(client);
    await client.query(`select pg_backup_start('pitanga', true)`);
    copyTree(from, to);
    const { rows } = await client.query<{ labelfile: string }>('select labelfile from pg_backup_stop(true)');
    writeFileSync(join(to, 'backup_label'), rows[0]?.labelfile ?? '', { mode: 0o600 });
    ownLike(join(to, 'backup_label'), from);
  });
}

export interface Restore {
  readonly backup: string;
  readonly archive: string;
  /** Everything committed up to this instant, and nothing after it. */
  readonly at: Date;
  /** Of the stopped server; what is in it is removed. */
  readonly dataDir: string;
}

/** Puts a backup in place; the server replays its log to the instant when it starts, and then takes writes. */
export function restoreTo({ backup, archive, at, dataDir }: Restore): void {
  rmSync(dataDir, { recursive: true, force: true });
  copyTree(backup, dataDir);
  const settings = {
    restore_command: `cp "${archive}/%f" "%p"`,
    // The server does not know the name Z yet when it reads its settings.
    recovery_target_time: at.toISOString().replace('Z', '+00'),
    recovery_target_action: 'promote',
    recovery_target_timeline: 'current',
  };
  const lines = Object.entries(settings).map(([name, value]) => `${name} = '${value}'\n`);
  appendFileSync(join(dataDir, 'postgresql.auto.conf'), lines.join(''));
  writeFileSync(join(dataDir, 'recovery.signal'), '');
  ownLike(join(dataDir, 'recovery.signal'), backup);
}

async function withServer(url: string, work: (client: Client) => Promise<void>): Promise<void> {
  const client = new Client({ connectionString: url });
  await client.connect();
  try {
    await work(client);
  } finally {
    await client.end();
  }
}

async function dataDirectory(client: Client): Promise<string> {
  const { rows } = await client.query<{ data_directory: string }>('show data_directory');
  return rows[0]?.data_directory ?? '';
}

/** Files come and go while a running server is copied; its log makes up for what was missed. */
function copyTree(from: string, to: string): void {
  mkdirSync(to, { recursive: true, mode: 0o700 });
  ownLike(to, from);
  for (const entry of readdirSync(from, { withFileTypes: true })) {
    const [source, target] = [join(from, entry.name), join(to, entry.name)];
    if (leftOut.has(entry.name) || entry.name.startsWith('pgsql_tmp')) continue;
    if (entry.isDirectory() && emptied.has(entry.name)) {
      mkdirSync(target, { mode: 0o700 });
      ownLike(target, from);
    } else if (entry.isDirectory()) copyTree(source, target);
    else copyFile(source, target);
  }
}

function copyFile(source: string, target: string): void {
  try {
    copyFileSync(source, target);
    ownLike(target, source);
  } catch (error) {
    if (existsSync(source)) throw error;
    rmSync(target, { force: true });
  }
}

/** A launcher that is root runs PostgreSQL under another account, which must own its files. */
function ownLike(path: string, model: string): void {
  if (process.getuid?.() !== 0) return;
  const { uid, gid } = statSync(model);
  chownSync(path, uid, gid);
}
