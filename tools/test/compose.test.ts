import { mkdtempSync, readFileSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { loadConfig, sealingConfig } from '@pitanga/runtime';
import { parse } from 'yaml';
import { serviceNames, type ServiceName } from '@pitanga/operations/services';
import { newSecrets, writeSecrets } from '../src/compose/secrets';
import { serviceConfigs, listSettings } from '../src/derived/service-configs';
import { rootDir } from '../src/workspace';
import { parseObjects } from './k8s-objects';

interface ComposeService {
  readonly image?: string;
  readonly build?: object;
  readonly environment?: Readonly<Record<string, string | number>>;
  readonly secrets?: readonly (string | { readonly source: string })[];
  readonly depends_on?: Readonly<Record<string, { readonly condition: string }>>;
  readonly healthcheck?: { readonly test?: readonly string[] };
  readonly read_only?: boolean;
  readonly cap_drop?: readonly string[];
  readonly ports?: readonly string[];
}

const [, health = '[]'] =
  /^HEALTHCHECK .* CMD (\[.*\])$/m.exec(readFileSync(join(rootDir, 'Dockerfile'), 'utf8')) ?? [];
const healthCommand = JSON.parse(health) as readonly string[];

const compose = parse(readFileSync(join(rootDir, 'compose.yaml'), 'utf8'), { merge: true }) as {
  readonly services: Readonly<Record<string, ComposeService>>;
  readonly secrets: Readonly<Record<string, { readonly file: string }>>;
};
const serviceOf = (name: string): ComposeService => compose.services[name] ?? {};

let folder: string;
const files = newSecrets();
beforeAll(() => {
  folder = join(mkdtempSync(join(tmpdir(), 'compose-')), 'secrets');
  writeSecrets(folder, files);
});
afterAll(() => {
  rmSync(join(folder, '..'), { recursive: true, force: true });
});

it('compose.yaml builds each of our images once: two builders at once of one name refuse each other', () => {
  const images = Object.values(compose.services).flatMap(({ image, build }) => (build ? [image] : []));
  expect(images.sort()).toEqual([...serviceNames, 'operations'].map((name) => `pitanga-${name}`).sort());
});

it.each(serviceNames)('compose.yaml starts %s on settings and secrets that it accepts', (name) => {
  const { environment = {}, secrets = [], read_only, cap_drop } = serviceOf(name);
  const known = new Set(listSettings(name).map((setting) => setting.name));
  // The gateway's program for operators reads some more.
  const ownPrograms = name === 'gateway' ? Object.keys(sealingConfig) : [];
  const settings = Object.keys(environment).map((setting) => setting.replace(/_FILE$/, ''));
  expect(settings.filter((setting) => !known.has(setting) && !ownPrograms.includes(setting))).toEqual([]);

  const inContainer = Object.entries(environment).map(([setting, value]) => {
    const [, secret] = /^\/run\/secrets\/(.*)$/.exec(String(value)) ?? [];
    if (secret !== undefined) expect(secrets).toContain(secret);
    return [setting, secret === undefined ? interpolated(String(value)) : join(folder, secret)];
  });
  const config = loadConfig(serviceConfigs[name], Object.fromEntries(inContainer) as Record<string, string>);
  expect(config['PORT']).toBe(name === 'gateway' ? 8080 : 50051);
  expect({ read_only, cap_drop }).toEqual({ read_only: true, cap_drop: ['ALL'] });
});

/** As compose does where the variable is not set. */
function interpolated(value: string): string {
  return value.replace(/\$\{[A-Z_]+:-([^}]*)\}/g, '$1');
}

it.each(serviceNames)(
  'compose.yaml starts %s after its migration, its topics and the services that it calls',
  (name) => {
    const { depends_on = {}, environment = {} } = serviceOf(name);
    const called = Object.keys(environment).flatMap(
      (setting) => /^(.*)_ADDRESS$/.exec(setting)?.[1]?.toLowerCase() ?? [],
    );
    const expected: Record<string, { condition: string }> = {
      [`${name}-migration`]: { condition: 'service_completed_successfully' },
      topics: { condition: 'service_completed_successfully' },
      ...Object.fromEntries(called.map((other) => [other, { condition: 'service_healthy' }])),
      ...(name === 'gateway' && { redis: { condition: 'service_healthy' } }),
    };
    expect(depends_on).toEqual(expected);
    // Whose word the others wait for, also where the image has none: OCI's format knows no health check.
    expect(serviceOf(name).healthcheck?.test).toEqual(['CMD', ...healthCommand]);
    expect(serviceOf(`${name}-migration`).depends_on).toEqual({ postgres: { condition: 'service_healthy' } });
  },
);

it('compose.yaml makes the topics with the partitions that the catalogue says, not those of a first start', () => {
  expect(Object.keys(serviceOf('topics').environment ?? {})).toEqual(['KAFKA_BROKERS']);
});

it('every secret of compose.yaml is made, and no value of a secret is in it', () => {
  const named = Object.entries(compose.secrets).map(([name, { file }]) => ({ name, file }));
  expect(named.map(({ name }) => name).sort()).toEqual(
    Object.keys(files)
      .filter((name) => name !== 'kubernetes.yaml')
      .sort(),
  );
  for (const { name, file } of named) expect(file).toBe(`.pitanga/compose/${name}`);
  expect(readFileSync(join(rootDir, '.gitignore'), 'utf8')).toMatch(/^\.pitanga\/$/m);
  for (const { environment = {} } of Object.values(compose.services)) {
    // What is empty unless the caller's environment has it is no secret of this file.
    const given = Object.entries(environment).filter(([, value]) => interpolated(String(value)) !== '');
    const secrets = given.filter(([setting]) => /PASSWORD$|_KEYS?(_OLD)?$|DATABASE_URL$/.test(setting));
    expect(secrets).toEqual([]);
  }
});

it('only the API is reachable from outside, and only on this machine', () => {
  const published = Object.entries(compose.services).flatMap(([name, { ports = [] }]) =>
    ports.map((port) => [name, port]),
  );
  expect(published).toEqual([['gateway', '127.0.0.1:8080:8080']]);
});

it('secrets are made once, each time others, for their owner only', () => {
  expect(statSync(folder).mode & 0o777).toBe(0o700);
  expect(writeSecrets(folder, newSecrets())).toBe(false);
  for (const name of ['page-key', 'redis.conf', 'redis-url'])
    expect(readFileSync(join(folder, name), 'utf8')).toBe(files[name]);
  expect(newSecrets()['page-key']).not.toBe(files['page-key']);
});

it('a folder of before Redis had a password gets one, and keeps what it has', () => {
  const earlier = join(folder, '..', 'earlier');
  writeSecrets(earlier, files);
  for (const name of ['redis.conf', 'redis-url']) rmSync(join(earlier, name));
  expect(writeSecrets(earlier, newSecrets())).toBe(false);
  const [, password] = /^requirepass ([0-9a-f]{32})\n$/.exec(readFileSync(join(earlier, 'redis.conf'), 'utf8')) ?? [];
  expect(readFileSync(join(earlier, 'redis-url'), 'utf8')).toBe(`redis://:${String(password)}@redis:6379`);
  expect(readFileSync(join(earlier, 'page-key'), 'utf8')).toBe(files['page-key']);
});

it.each<[ServiceName, readonly string[]]>([
  ['gateway', ['DATA_KEY', 'PAGE_KEY', 'REDIS_URL']],
  ['billing', ['DATA_KEY']],
  ['payouts', ['DATA_KEY']],
  ['webhooks', ['DATA_KEY']],
])('a local cluster gets the same secrets for %s', (name, keys) => {
  const secrets = parseObjects(files['kubernetes.yaml'] ?? '') as unknown as {
    one(kind: string, name: string): { stringData: Record<string, string> };
  };
  expect(Object.keys(secrets.one('Secret', name).stringData).sort()).toEqual(keys);
  expect(secrets.one('Secret', `${name}-db-app`).stringData['uri']).toBe(files[`${name}-database-url`]);
});
