import { execFile } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';
import { strFromU8, unzipSync } from 'fflate';
import { Client } from 'pg';
import { userError } from '@pitanga/runtime/user-error';
import { freePort } from '../infra/ports';
import { createUnit, type Unit } from '../infra/unit';
import { temporaryFolder } from '../infra/temporary';
import { openState } from '../platform/state';
import { cacheDir } from '../workspace';
import type { Platform } from '../platform/platform';

const run = promisify(execFile);

/** The newest on Maven Central, and a container for it that is one file. */
const war = { artifact: 'org.kill-bill.billing:killbill-profiles-killbill:0.22.26:war', extension: 'war' };
const jetty = { artifact: 'org.eclipse.jetty:jetty-runner:9.4.57.v20241219', extension: 'jar' };

export const killBillVersion = '0.22.26';

export interface KillBill {
  readonly unit: Unit;
  readonly baseUrl: string;
}

/**
 * Starts Kill Bill with its schema in a database of its own on the platform's PostgreSQL. Downloads it once.
 * @throws a user error that names what is missing
 */
export async function startKillBill(platform: Platform): Promise<KillBill> {
  const [warFile, jettyFile] = [await fetched(war), await fetched(jetty)];
  const databaseUrl = await createDatabase(platform, ddlOf(warFile));
  const port = await freePort();
  const baseUrl = `http://127.0.0.1:${String(port)}`;
  const folder = await temporaryFolder();
  const unit = createUnit(
    {
      name: 'killbill',
      prepare: () => ({
        command: process.env.JAVA_HOME === undefined ? 'java' : join(process.env.JAVA_HOME, 'bin', 'java'),
        args: [
          ...javaFlags(databaseUrl, folder),
          '-jar',
          jettyFile,
          '--host',
          '127.0.0.1',
          '--port',
          String(port),
          warFile,
        ],
        cwd: folder,
      }),
      isReady: async () => {
        const answer = await fetch(`${baseUrl}/1.0/healthcheck`, { signal: AbortSignal.timeout(2_000) }).catch(
          () => null,
        );
        return answer?.ok === true;
      },
      readyTimeoutMs: 300_000,
      stopSignal: 'SIGTERM',
      stopTimeoutMs: 20_000,
    },
    { logs: folder, pids: folder },
  );
  await unit.start();
  return { unit, baseUrl };
}

async function fetched({ artifact, extension }: typeof war): Promise<string> {
  const [, name = '', version = ''] = artifact.split(':');
  const folder = join(cacheDir, 'peers');
  const file = join(folder, `${name}-${version}.${extension}`);
  if (existsSync(file)) return file;
  mkdirSync(folder, { recursive: true });
  try {
    await run('mvn', ['-B', '-q', 'dependency:copy', `-Dartifact=${artifact}`, `-DoutputDirectory=${folder}`]);
  } catch (error) {
    const isMissing = (error as NodeJS.ErrnoException).code === 'ENOENT';
    throw userError(isMissing ? 'Maven' : `${artifact} from Maven Central`, error);
  }
  return file;
}

const packages = ['lang', 'util', 'net', 'io', 'text', 'security'].map((name) => `java.base/java.${name}`);
// Its OSGi container takes over the handlers of URLs, and reaches for those of Java.
const handlers = ['jar', 'file', 'http', 'https', 'ftp'].map((name) => `java.base/sun.net.www.protocol.${name}`);

function javaFlags(databaseUrl: string, folder: string): readonly string[] {
  const { username, password, host, pathname } = new URL(databaseUrl);
  const jdbc = `jdbc:postgresql://${host}${pathname}`;
  const settings = {
    'user.timezone': 'UTC',
    'org.killbill.dao.url': jdbc,
    'org.killbill.dao.user': username,
    'org.killbill.dao.password': password,
    'org.killbill.dao.logLevel': 'ERROR',
    'org.killbill.billing.osgi.dao.url': jdbc,
    'org.killbill.billing.osgi.dao.user': username,
    'org.killbill.billing.osgi.dao.password': password,
    'org.killbill.osgi.bundle.install.dir': join(folder, 'bundles'),
    'org.killbill.server.updateCheck.skip': 'true',
  };
  return [
    '-Xmx1g',
    ...[...packages, ...handlers].flatMap((name) => ['--add-opens', `${name}=ALL-UNNAMED`]),
    ...Object.entries(settings).map(([name, value]) => `-D${name}=${value}`),
  ];
}

/** The statements of the schema that its jars carry: PostgreSQL's own part first and whole, for it has functions. */
function ddlOf(warFile: string): readonly string[] {
  const jars = unzipSync(readFileSync(warFile), {
    filter: ({ name }) => /WEB-INF\/lib\/killbill-[^/]+\.jar$/.test(name),
  });
  const files = Object.values(jars).flatMap((jar) =>
    Object.entries(unzipSync(jar, { filter: ({ name }) => /\/ddl(-postgresql)?\.sql$/.test(name) })),
  );
  const isOwn = ([name]: [string, Uint8Array]): boolean => name.endsWith('-postgresql.sql');
  const textOf = ([, bytes]: [string, Uint8Array]): string => strFromU8(bytes);
  const common = files.filter((file) => !isOwn(file)).flatMap((file) => textOf(file).split(/;\s*$/m));
  // One at a time: its trigger on new tables reads the text of the query.
  return [...files.filter(isOwn).map(textOf), ...common.filter((statement) => statement.trim() !== '')];
}

async function createDatabase(platform: Platform, ddl: readonly string[]): Promise<string> {
  const url = new URL(platform.wiring.databaseUrls.billing);
  url.username = 'postgres';
  url.password = openState(dirname(platform.logs)).secrets().postgresPassword;
  url.pathname = '/postgres';
  await execute(url.href, ['create database killbill']);
  url.pathname = '/killbill';
  await execute(url.href, ddl);
  return url.href;
}

async function execute(connectionString: string, statements: readonly string[]): Promise<void> {
  const client = new Client({ connectionString });
  await client.connect();
  try {
    for (const statement of statements) await client.query(statement);
  } finally {
    await client.end();
  }
}
