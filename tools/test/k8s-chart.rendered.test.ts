import { spawnSync } from 'node:child_process';
import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parse } from 'yaml';
import { chartDir, chartOptions, chartValues, overlays, renderChart } from '../src/k8s/manifests';
import { offlineHelm } from '../src/k8s/tools';
import { renderedOf } from './k8s-network';
import { parseObjects, podSpecs, selects, type K8sObject, type Rendered } from './k8s-objects';

const helm = offlineHelm();

const chartOf = (installation: string, options: readonly string[] = []): Rendered => {
  const values = chartValues().get(installation);
  if (values === undefined) throw new Error(`the chart has no values for ${installation}`);
  return parseObjects(renderChart(helm, values, options));
};

const byName = ({ all }: Rendered): Readonly<Record<string, K8sObject>> =>
  Object.fromEntries(all.map((object) => [nameOf(object), object]));

const nameOf = ({ kind, metadata }: K8sObject): string => `${kind} ${metadata.name}`;

it.each(overlays())('the chart with values/%s.yaml gives the objects of that overlay, to the last field', (overlay) => {
  const chart = byName(chartOf(overlay));
  const kustomize = byName(renderedOf(overlay));
  expect(Object.keys(chart).sort()).toEqual(Object.keys(kustomize).sort());
  for (const [name, object] of Object.entries(kustomize)) expect(chart[name]).toEqual(object);
});

it('no value is without effect: each is read by a template', () => {
  const texts = globSync(join(chartDir, 'templates', '**', '*')).filter((path) => /\.(yaml|tpl|txt)$/.test(path));
  const templates = texts.map((path) => readFileSync(path, 'utf8')).join('\n');
  const values = leaves(parse(readFileSync(join(chartDir, 'values.yaml'), 'utf8')));
  expect(values.length).toBeGreaterThan(50);
  // By name in the helpers, which are for any service.
  const isByService = (path: string): boolean =>
    /^(settings\.\w+|(services\.\w+|operations|analytics)\.(tag|digest))$/.test(path);
  // Whole, as a block, or one by one.
  const isRead = (path: string): boolean =>
    path
      .split('.')
      .some((_, index, parts) => templates.includes(`.Values.${parts.slice(0, index + 1).join('.')} | nindent`)) ||
    new RegExp(`\\.Values\\.${path.replaceAll('.', '\\.')}\\b`).test(templates);
  expect(values.filter((path) => !isByService(path) && !isRead(path))).toEqual([]);
});

it('refuses a value that it does not know, and values that cannot be together', () => {
  const registry = 'images.registry=registry.example.com';
  const refusal = (...set: readonly string[]): string => {
    const args = [
      'template',
      'pitanga',
      chartDir,
      ...chartOptions([]),
      ...[registry, ...set].flatMap((value) => ['--set', value]),
    ];
    return spawnSync(helm, args, { encoding: 'utf8' }).stderr;
  };
  expect(refusal()).toBe('');
  expect(refusal('images.registry=')).toContain('/images/registry');
  expect(refusal('ingres.enabled=true')).toContain('ingres');
  expect(refusal('services.billing.replicas.max=many')).toContain('replicas');
  expect(refusal('settings.billing.SEALED_FORMAT=2')).toContain('SEALED_FORMAT');
  expect(refusal('keda.enabled=true')).toContain('keda.enabled needs kafka.sasl.mechanism');
  expect(refusal('postgres.recovery.enabled=true')).toContain('postgres.recovery.enabled needs');
  expect(refusal('postgres.backups.enabled=true')).toContain('postgres.backups.enabled needs');
  expect(refusal('mtls.certManager=true')).toContain('mtls.certManager needs');
  expect(refusal('localEngines.enabled=true', 'postgres.operator=true')).toContain('localEngines.enabled is instead');
  expect(refusal('files.s3.enabled=true', 'files.s3.bucket=files', 'files.volume.enabled=true')).toContain(
    'files are in one place',
  );
  expect(refusal('files.s3.enabled=true')).toContain('files.s3.bucket');
  expect(refusal('files.volume.enabled=true')).toContain('services.billing.replicas.max');
});

describe('the chart with engines that others run', () => {
  let rendered: Rendered;
  beforeAll(() => {
    rendered = chartOf('external');
  });

  it('has no object of an operator and no engine', () => {
    const builtIn = /^(v1|apps\/v1|batch\/v1|policy\/v1|autoscaling\/v2|networking\.k8s\.io\/v1)$/;
    const versions = rendered.all.map(({ apiVersion }) => apiVersion);
    expect(versions.filter((version) => !builtIn.test(version))).toEqual([]);
    expect(rendered.of('StatefulSet')).toEqual([]);
  });

  it('takes addresses and passwords from secrets, and says to Kafka who each pod is', () => {
    for (const { owner, pod } of podSpecs(rendered)) {
      if (owner.endsWith('-migration')) continue;
      const [container] = pod.containers;
      const { valueFrom } = container?.env?.find(({ name }) => name === 'KAFKA_SASL_PASSWORD') ?? {};
      const user = owner.split(' ').at(-1) ?? '';
      expect({ owner, valueFrom }).toEqual({
        owner,
        valueFrom: { secretKeyRef: { name: `kafka-user-${user}`, key: 'password' } },
      });
      expect(pod.volumes).toContainEqual({
        name: 'kafka-ca',
        secret: { secretName: 'kafka-ca', defaultMode: 0o440, items: [{ key: 'ca.crt', path: 'ca.crt' }] },
      });
    }
  });

  it('opens the way to the engines for services, migrations, topics and the pod for people', () => {
    const { spec } = rendered.one('NetworkPolicy', 'external-engines');
    for (const component of ['service', 'migration', 'topics', 'operations']) {
      expect(selects(spec.podSelector, { 'app.kubernetes.io/component': component })).toBe(true);
    }
    expect(spec.egress?.map(({ to, ports }) => [to?.[0]?.ipBlock?.cidr, ports?.[0]?.port])).toEqual([
      ['10.20.0.0/24', 5432],
      ['10.20.1.0/24', 9096],
      ['10.20.2.0/24', 6380],
    ]);
  });

  it('names an image by its digest where there is one, else by the tag of all', () => {
    const imageOf = (name: string): string | undefined =>
      rendered.one('Deployment', name).spec.template.spec.containers[0]?.image;
    expect(imageOf('gateway')).toMatch(/^registry\.example\.com\/pitanga-gateway@sha256:0{64}$/);
    expect(imageOf('billing')).toBe('registry.example.com/pitanga-billing:0.1.0');
  });
});

it('a setting over those of the chart is in the config map, and its pods start anew', () => {
  const names = (rendered: Rendered): readonly string[] =>
    rendered.of('ConfigMap').map(({ metadata }) => metadata.name);
  const changed = chartOf('production', ['--set-string', 'settings.billing.LOG_LEVEL=debug']);
  const before = names(chartOf('production'));
  const [name = '', ...others] = names(changed).filter((one) => !before.includes(one));
  expect([name.replace(/-[^-]+$/, ''), others]).toEqual(['billing', []]);
  expect(changed.one('ConfigMap', name).data).toMatchObject({ LOG_LEVEL: 'debug', PORT: '50051' });
  const [container] = changed.one('Deployment', 'billing').spec.template.spec.containers;
  expect(container?.envFrom?.map(({ configMapRef }) => configMapRef?.name)).toContain(name);
});

it('a release in another namespace names no other', () => {
  const rendered = chartOf('production', ['--namespace', 'payments']);
  expect(rendered.one('Namespace', 'payments')).toBeDefined();
  const namespaces = rendered.all.filter(({ kind }) => kind !== 'Namespace').map(({ metadata }) => metadata.namespace);
  expect(new Set(namespaces)).toEqual(new Set(['payments']));
  expect(JSON.stringify(rendered.all)).not.toContain('pitanga.svc');
});

it('an upgrade migrates before it rolls out, and creates topics by a job of its own; nothing else changes', () => {
  const installed = byName(chartOf('external'));
  const upgraded = byName(chartOf('external', ['--is-upgrade']));
  const jobs = Object.keys(installed).filter((name) => name.endsWith('-migration'));
  expect(jobs).toHaveLength(6);
  for (const name of jobs) {
    expect(upgraded[name]?.metadata.annotations).toMatchObject({ 'helm.sh/hook': 'pre-upgrade' });
    expect(installed[name]?.metadata.annotations).not.toHaveProperty('helm.sh/hook');
  }
  const others = (objects: typeof installed): readonly string[] =>
    Object.keys(objects).filter((name) => !jobs.includes(name) && !name.startsWith('Job topics'));
  for (const name of others(installed)) expect(upgraded[name]).toEqual(installed[name]);
  expect(others(upgraded)).toEqual(others(installed));
  expect(Object.keys(upgraded)).toContain('Job topics-1');
});

/** The paths of all values that are no maps, lists and empty maps included. */
function leaves(value: unknown, path: readonly string[] = []): readonly string[] {
  const isMap = typeof value === 'object' && value !== null && !Array.isArray(value);
  const entries = isMap ? Object.entries(value) : [];
  if (entries.length === 0) return [path.join('.')];
  return entries.flatMap(([key, below]) => leaves(below, [...path, key]));
}
