import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { testDatabase, type TestDatabase } from '@pitanga/testing';
import { parse, parseAllDocuments } from 'yaml';
import { rootDir } from '../src/workspace';

/** The detail of an error shows the values of the row it is about, which may be a customer's. */
describe('the log of PostgreSQL is without the values of rows', () => {
  const fileOf = (path: string): string => readFileSync(join(rootDir, path), 'utf8');
  let database: TestDatabase;

  beforeAll(async () => {
    database = await testDatabase('webhooks');
  });
  afterAll(() => database.close());

  it('under npm start and npm test', async () => {
    const { rows } = await database.db.raw<{ rows: object[] }>('show log_error_verbosity');
    expect(rows).toEqual([{ log_error_verbosity: 'terse' }]);
  });

  it('under compose and in a cluster with engines of its own', () => {
    const setting = ['-c', 'log_error_verbosity=terse'];
    const compose = parse(fileOf('compose.yaml'), { merge: true }) as { services: { postgres: { command: string[] } } };
    expect(compose.services.postgres.command).toEqual(['postgres', ...setting]);
    const [stateful] = parseAllDocuments(fileOf('k8s/components/local-engines/postgres.yaml'))
      .map((document) => document.toJS() as { kind: string; spec: Pod })
      .filter(({ kind }) => kind === 'StatefulSet');
    expect(stateful?.spec.template.spec.containers[0]?.args).toEqual(setting);
  });

  it('under CloudNativePG, in every cluster', () => {
    const clusters = parseAllDocuments(fileOf('k8s/components/data-operators/postgres.yaml'))
      .map((document) => document.toJS() as { kind: string; spec: Cluster })
      .filter(({ kind }) => kind === 'Cluster');
    expect(clusters.length).toBeGreaterThan(0);
    for (const { spec } of clusters) expect(spec.postgresql.parameters['log_error_verbosity']).toBe('terse');
  });
});

interface Pod {
  readonly template: { readonly spec: { readonly containers: readonly { readonly args?: readonly string[] }[] } };
}

interface Cluster {
  readonly postgresql: { readonly parameters: Readonly<Record<string, string>> };
}
