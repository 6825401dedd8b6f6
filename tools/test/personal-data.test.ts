import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

const root = join(__dirname, '..', '..');
const page = readFileSync(join(root, 'docs', 'personal-data.md'), 'utf8');

/** In the page as `service.table`, or without the service where every service has one. */
const isNamed = (service: string, table: string): boolean =>
  page.includes(`\`${service}.${table}\``) || page.includes(`\`${table}\`:`);

const tables = readdirSync(join(root, 'apps')).flatMap((service) => {
  let schema: string;
  try {
    schema = readFileSync(join(root, 'apps', service, 'schema.sql'), 'utf8');
  } catch {
    return [];
  }
  return [...schema.matchAll(/^create table (\w+) \(/gm)].map(([, table]) => [service, table ?? ''] as const);
});

it('finds the tables of six services', () => {
  expect(new Set(tables.map(([service]) => service)).size).toBe(6);
  expect(tables.length).toBeGreaterThan(70);
});

it.each(tables)(
  'docs/personal-data.md says what %s.%s holds about persons, or that it holds nothing',
  (service, table) => {
    expect(isNamed(service, table)).toBe(true);
  },
);
