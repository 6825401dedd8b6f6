import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { databasesEnv, kafkaEnv, lastKafkaEnv } from '../src/platform/known-platform';

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'pitanga-known-'));
});
afterEach(() => {
  rmSync(folder, { recursive: true, force: true });
});

/** A data folder as a platform leaves it that has stopped. */
function stopped(): void {
  const infra = { kafka: '127.0.0.1:9', postgres: { billing: 'postgres://b' } };
  writeFileSync(join(folder, 'demo.json'), JSON.stringify({ infra }));
}

describe('the settings of programs beside the services', () => {
  it('are those of the shell, where it names a Kafka', () => {
    const env = { KAFKA_BROKERS: 'broker:9092', KAFKA_TLS: 'true' };
    expect([kafkaEnv(folder, env), lastKafkaEnv(folder, env)]).toEqual([env, env]);
  });

  it('ask for a platform that runs, but after a restore, when its services must not', () => {
    stopped();
    expect(() => kafkaEnv(folder, {})).toThrow('Pitanga is not running here');
    expect(lastKafkaEnv(folder, {})).toEqual({ KAFKA_BROKERS: '127.0.0.1:9' });
    expect(databasesEnv(folder, {})).toMatchObject({ BILLING_DATABASE_URL: 'postgres://b' });
    expect(databasesEnv(folder, { BILLING_DATABASE_URL: 'postgres://mine' })).toMatchObject({
      BILLING_DATABASE_URL: 'postgres://mine',
    });
  });

  it('say what is missing where nothing was ever started', () => {
    expect(() => lastKafkaEnv(folder, {})).toThrow('set KAFKA_BROKERS');
    expect(() => databasesEnv(folder, {})).toThrow('set <SERVICE>_DATABASE_URL');
  });
});
