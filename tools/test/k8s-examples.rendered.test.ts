import { existsSync, globSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, dirname, join } from 'node:path';
import { parse } from 'yaml';
import { chartDir, chartValues, examplesDir, renderChart } from '../src/k8s/manifests';
import { offlineHelm } from '../src/k8s/tools';
import { rootDir } from '../src/workspace';
import { renderedOf } from './k8s-network';
import { parseObjects, podSpecs, type K8sObject, type Rendered } from './k8s-objects';

const example = (file: string): readonly K8sObject[] => parseObjects(readFileSync(join(examplesDir, file), 'utf8')).all;

it('every example is one of those that are tested here', () => {
  expect(
    globSync(join(examplesDir, '*'))
      .map((path) => basename(path))
      .sort(),
  ).toEqual(['argo-cd-helm.yaml', 'argo-cd-kustomize.yaml', 'external-secrets-engines.yaml', 'external-secrets.yaml']);
});

it('Argo CD installs a folder or a chart that is there, into the namespace of the manifests', () => {
  const [kustomize, helm] = ['argo-cd-kustomize.yaml', 'argo-cd-helm.yaml'].map((file) => {
    const [application, ...others] = example(file) as unknown as readonly [Application, ...Application[]];
    expect([application.kind, others, application.spec.destination.namespace]).toEqual(['Application', [], 'pitanga']);
    return application.spec.source;
  });
  expect(existsSync(join(rootDir, kustomize?.path ?? 'absent'))).toBe(true);
  const { name, version } = parse(readFileSync(join(chartDir, 'Chart.yaml'), 'utf8')) as Record<string, string>;
  expect([helm?.chart, helm?.targetRevision]).toEqual([name, version]);
});

it('the chart takes the values that the example gives to Argo CD', () => {
  const [application] = example('argo-cd-helm.yaml') as unknown as readonly [Application];
  const { valueFiles = [], valuesObject } = application.spec.source.helm ?? {};
  // A file of values, as Argo CD hands them to Helm; JSON is YAML.
  const own = join(mkdtempSync(join(tmpdir(), 'pitanga-values-')), 'values.yaml');
  writeFileSync(own, JSON.stringify(valuesObject));
  const files = [...valueFiles.map((file) => join(chartDir, file)), own];
  const rendered = parseObjects(renderChart(offlineHelm(), files));
  rmSync(dirname(own), { recursive: true });
  expect(JSON.stringify(rendered.one('Ingress', 'gateway').spec)).toContain('pay.example.com');
  expect(rendered.one('Namespace', 'pitanga')).toBeDefined();
  expect(JSON.stringify(rendered.all)).not.toContain('//pitanga.example.com');
});

describe('the secrets of External Secrets', () => {
  const keysOf = (file: string): ReadonlyMap<string, readonly string[]> =>
    new Map(
      (example(file) as unknown as readonly ExternalSecret[])
        .filter(({ kind }) => kind === 'ExternalSecret')
        .map(({ metadata, spec }) => {
          expect(spec.target.name).toBe(metadata.name);
          expect(spec.secretStoreRef).toEqual({ kind: 'SecretStore', name: 'pitanga' });
          const keys = Object.keys(spec.target.template?.data ?? {});
          return [metadata.name, keys.length > 0 ? keys : spec.data.map(({ secretKey }) => secretKey)];
        }),
    );

  it('are those of production that no operator writes, with every key that is read', () => {
    const made = keysOf('external-secrets.yaml');
    const isOfOperator = (name: string): boolean =>
      /^(\w+-db-app|kafka-user-[\w-]+|kafka-cluster-ca-cert|\w+-rpc-tls|\w+-db-ca|redis-tls)$/.test(name);
    const read = secretsRead(renderedOf('production'));
    expect([...made.keys()].sort()).toEqual([...read.keys()].filter((name) => !isOfOperator(name)).sort());
    for (const [name, keys] of made) expect(keys).toEqual(expect.arrayContaining([...(read.get(name) ?? [])]));
  });

  it('with those of engines elsewhere are all that the chart then reads', () => {
    const made = new Map([...keysOf('external-secrets.yaml'), ...keysOf('external-secrets-engines.yaml')]);
    const read = secretsRead(parseObjects(renderChart(offlineHelm(), chartValues().get('external') ?? [])));
    expect([...read.keys()].filter((name) => !made.has(name))).toEqual([]);
    for (const [name, keys] of read) expect(made.get(name)).toEqual(expect.arrayContaining([...keys]));
    // And no more than that.
    expect([...keysOf('external-secrets-engines.yaml').keys()].filter((name) => !read.has(name))).toEqual([]);
  });
});

/** Names and keys of the secrets without which pods do not start, the ingress has no TLS or backups end nowhere. */
function secretsRead(rendered: Rendered): ReadonlyMap<string, ReadonlySet<string>> {
  const read = new Map<string, Set<string>>();
  const add = (name: string, ...keys: readonly string[]): void => {
    read.set(name, new Set([...(read.get(name) ?? []), ...keys]));
  };
  for (const { pod } of podSpecs(rendered)) {
    for (const { valueFrom } of pod.containers.flatMap(({ env = [] }) => env)) {
      const { secretKeyRef } = (valueFrom ?? {}) as { readonly secretKeyRef?: SecretKey };
      if (secretKeyRef !== undefined && secretKeyRef.optional !== true) add(secretKeyRef.name, secretKeyRef.key);
    }
    for (const { secret } of (pod.volumes ?? []) as readonly { readonly secret?: SecretVolume }[]) {
      if (secret !== undefined && secret.optional !== true) {
        add(secret.secretName, ...(secret.items ?? []).map(({ key }) => key));
      }
    }
  }
  for (const { spec } of rendered.of('Ingress')) {
    for (const { secretName } of spec['tls'] as readonly SecretVolume[]) add(secretName, 'tls.crt', 'tls.key');
  }
  for (const { spec } of rendered.of('ObjectStore')) {
    const { s3Credentials } = spec['configuration'] as { readonly s3Credentials: Readonly<Record<string, SecretKey>> };
    for (const { name, key } of Object.values(s3Credentials)) add(name, key);
  }
  return read;
}

interface SecretKey {
  readonly name: string;
  readonly key: string;
  readonly optional?: boolean;
}

interface SecretVolume {
  readonly secretName: string;
  readonly optional?: boolean;
  readonly items?: readonly { readonly key: string }[];
}

interface Application {
  readonly kind: string;
  readonly spec: {
    readonly source: {
      readonly path?: string;
      readonly chart?: string;
      readonly targetRevision: string;
      readonly helm?: {
        readonly valueFiles: readonly string[];
        readonly valuesObject: Readonly<Record<string, unknown>>;
      };
    };
    readonly destination: { readonly namespace: string };
  };
}

interface ExternalSecret {
  readonly kind: string;
  readonly metadata: { readonly name: string };
  readonly spec: {
    readonly secretStoreRef: unknown;
    readonly target: {
      readonly name: string;
      readonly template?: { readonly data?: Readonly<Record<string, string>> };
    };
    readonly data: readonly { readonly secretKey: string }[];
  };
}
