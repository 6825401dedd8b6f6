import { readFileSync } from 'node:fs';
import { join } from 'node:path';

/** Rows of no store, or that go with rows of one: each is named in what deletes a sandbox (deleteSandboxRows). */
const withoutStore: Readonly<Record<string, readonly string[]>> = {
  billing: ['asaas_calls', 'inbox'],
  ledger: [],
  payouts: ['asaas_calls'],
  subscriptions: [],
  webhooks: ['delivery_bodies', 'failing_webhooks', 'inbox', 'mail_bounces', 'webhook_paces', 'webhook_secrets'],
};

const platform = ['outbox', 'outbox_dead', 'schema_migrations'];

describe.each(Object.keys(withoutStore))('every table of %s', (service) => {
  it('has a store_id, by which the rows of a sandbox are deleted, or is known to have none', () => {
    const sql = readFileSync(join(__dirname, `../../${service}/schema.sql`), 'utf8');
    const tables = [...sql.matchAll(/^create table (\S+) \(\n(.*?)\n\)/gms)];
    expect(tables.length).toBeGreaterThan(5);
    const missing = tables.filter(([, , body = '']) => !/^ {2}store_id text/m.test(body)).map(([, name = '']) => name);
    expect(missing.sort()).toEqual([...(withoutStore[service] ?? []), ...platform].sort());
  });
});
