import { Client } from 'pg';
import { perService, serviceNames, type PerService, type ServiceName } from '@pitanga/operations/services';

/**
 * One role and one database per service on the cluster, so that no service can read another's tables. Returns their
 * addresses and which databases are new.
 * @param given addresses of databases that exist elsewhere
 * @param prefix put before the names on a shared cluster
 */
export async function ensureDatabases(
  admin: string,
  passwords: PerService<string>,
  given: Partial<PerService<string>>,
  prefix: string,
): Promise<{ urls: PerService<string>; created: ReadonlySet<ServiceName> }> {
  const created = new Set<ServiceName>();
  const own = serviceNames.filter((name) => given[name] === undefined);
  await asAdmin(own.length === 0 ? undefined : admin, async (client) => {
    for (const name of own) {
      const quoted = client.escapeIdentifier(`${prefix}${name}`);
      const password = client.escapeLiteral(passwords[name]);
      const role = await client.query('select 1 from pg_roles where rolname = $1', [`${prefix}${name}`]);
      await client.query(`${role.rowCount === 0 ? 'create' : 'alter'} role ${quoted} login password ${password}`);
      const database = await client.query('select 1 from pg_database where datname = $1', [`${prefix}${name}`]);
      if (database.rowCount !== 0) continue;
      await client.query(`create database ${quoted} owner ${quoted}`);
      await client.query(`revoke all on database ${quoted} from public`);
      created.add(name);
    }
  });
  const url = (name: ServiceName): string => {
    const address = new URL(admin);
    address.username = `${prefix}${name}`;
    address.password = passwords[name];
    address.pathname = `/${prefix}${name}`;
    return address.href;
  };
  return { urls: perService((name) => given[name] ?? url(name)), created };
}

/** Removes what `ensureDatabases` made on a shared cluster. */
export async function dropDatabases(admin: string, prefix: string): Promise<void> {
  await asAdmin(admin, async (client) => {
    for (const name of serviceNames) {
      const quoted = client.escapeIdentifier(`${prefix}${name}`);
      await client.query(`drop database if exists ${quoted} with (force)`);
      await client.query(`drop role if exists ${quoted}`);
    }
  });
}

async function asAdmin(url: string | undefined, work: (client: Client) => Promise<void>): Promise<void> {
  if (url === undefined) return;
  const client = new Client({ connectionString: url, application_name: 'launcher' });
  await client.connect();
  try {
    await work(client);
  } finally {
    await client.end();
  }
}
