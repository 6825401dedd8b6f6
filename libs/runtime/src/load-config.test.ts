import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Type } from 'typebox';
import { isConfigError, loadConfig } from './load-config';
import { dataKeyConfig, publicUrlConfig, serviceConfig } from './service-config';

const valid = { DATABASE_URL: 'postgres://u:p@127.0.0.1:5432/billing', KAFKA_BROKERS: '127.0.0.1:9092' };

function problemsOf(work: () => unknown): string {
  try {
    work();
  } catch (error) {
    if (isConfigError(error)) return error.message;
    throw error;
  }
  throw new Error('expected a ConfigError');
}

function fileWith(content: string): string {
  const file = join(mkdtempSync(join(tmpdir(), 'config-')), 'secret');
  writeFileSync(file, content);
  return file;
}

test('text becomes numbers, booleans and lists, and defaults fill the rest', () => {
  const schema = Type.Object({ ...serviceConfig, ALLOW: Type.Boolean({ default: false }) });
  const config = loadConfig(schema, { ...valid, PORT: '8080', KAFKA_BROKERS: 'a:1, b:2', ALLOW: 'true', OTHER: 'x' });
  expect(config).toEqual({
    HOST: '127.0.0.1',
    PORT: 8080,
    OPS_PORT: 0,
    LOG_LEVEL: 'info',
    DATABASE_URL: valid.DATABASE_URL,
    DATABASE_POOL_MAX: 6,
    DATABASE_JOBS_POOL_MAX: 4,
    DATABASE_PREPARED_STATEMENTS: true,
    DATABASE_WAIT_MS: 0,
    KAFKA_BROKERS: ['a:1', 'b:2'],
    KAFKA_PREFIX: '',
    KAFKA_TLS: false,
    ALLOW: true,
  });
  const port: number = config.PORT;
  expect(port).toBe(8080);
});

test('the configuration cannot be changed, lists included', () => {
  const config = loadConfig(Type.Object(serviceConfig), valid);
  expect(Object.isFrozen(config)).toBe(true);
  expect(Object.isFrozen(config.KAFKA_BROKERS)).toBe(true);
});

test('every problem is listed by variable in one message and no value is shown', () => {
  const schema = Type.Object({
    ...serviceConfig,
    DATA_KEY: dataKeyConfig,
    PUBLIC_URL: publicUrlConfig,
    ON: Type.Boolean(),
  });
  const message = problemsOf(() =>
    loadConfig(schema, {
      PORT: '99999',
      OPS_PORT: '12abc',
      DATABASE_POOL_MAX: '1.5',
      LOG_LEVEL: 'loud-secret',
      DATABASE_URL: 'mysql://root:hunter2@db',
      DATA_KEY: 'c2VjcmV0',
      PUBLIC_URL: 'https://pay.example.com/',
      ON: 'yes please',
      KAFKA_BROKERS: '',
    }),
  );
  const names = message.split('\n').flatMap((line) => /^ {2}- (\w+)/.exec(line)?.[1] ?? []);
  expect(names.sort()).toEqual(
    [
      'DATABASE_POOL_MAX',
      'DATABASE_URL',
      'DATA_KEY',
      'KAFKA_BROKERS',
      'LOG_LEVEL',
      'ON',
      'OPS_PORT',
      'PORT',
      'PUBLIC_URL',
    ].sort(),
  );
  expect(message).toContain('KAFKA_BROKERS is missing');
  expect(message).toContain('LOG_LEVEL must be one of fatal, error, warn, info, debug, trace, silent');
  expect(message).not.toMatch(/hunter2|c2VjcmV0|loud-secret|99999|12abc|yes please/);
});

test('NAME_FILE gives the value of NAME without its last line end', () => {
  const file = fileWith('postgres://u:p@db/billing\n');
  const config = loadConfig(Type.Object(serviceConfig), { KAFKA_BROKERS: 'a:1', DATABASE_URL_FILE: file });
  expect(config.DATABASE_URL).toBe('postgres://u:p@db/billing');
});

test('a secret file that is absent, empty or doubled by its variable is a problem', () => {
  const load = (env: Record<string, string>) =>
    problemsOf(() => loadConfig(Type.Object(serviceConfig), { KAFKA_BROKERS: 'a:1', ...env }));
  expect(load({ DATABASE_URL_FILE: '/nowhere/secret' })).toContain(
    'DATABASE_URL_FILE names a file that cannot be read (ENOENT)',
  );
  expect(load({ DATABASE_URL_FILE: fileWith('\n') })).toContain('DATABASE_URL_FILE names an empty file');
  const doubled = load({ DATABASE_URL: valid.DATABASE_URL, DATABASE_URL_FILE: fileWith('x') });
  expect(doubled).toContain('DATABASE_URL and DATABASE_URL_FILE are both set; keep one');
  expect(doubled).not.toContain('is missing');
});

test('an optional variable may be absent', () => {
  const schema = Type.Object({ KEY: Type.Optional(Type.String({ minLength: 32 })) });
  expect(loadConfig(schema, { KEY: '' })).toEqual({});
  expect(problemsOf(() => loadConfig(schema, { KEY: 'short' }))).toContain(
    'KEY must not have fewer than 32 characters',
  );
});
