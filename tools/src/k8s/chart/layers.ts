import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { parseAllDocuments } from 'yaml';
import { serviceNames } from '@pitanga/operations/services';
import { cacheDir, rootDir } from '../../workspace';
import { renderFolder, type Renderer } from '../manifests';
import { withoutHash } from './references';
import { addChange, toNode, type Fields, type Manifest, type Node } from './tree';
import { governed } from './values';

type Component = keyof typeof conditions;

/** When a component of k8s/components is in: a value of the chart. Of those with several a field has its own. */
const conditions = {
  redis: '.Values.redis.enabled',
  operations: '.Values.operations.enabled',
  history: '.Values.history.enabled',
  'public-events': '.Values.publicEvents.enabled',
  'data-operators': '.Values.kafka.operator',
  backups: '.Values.postgres.backups.enabled',
  keda: '.Values.keda.enabled',
  mtls: '.Values.mtls.enabled',
  'redis-tls': '.Values.redis.tls',
  's3-files': '.Values.files.s3.enabled',
  ingress: '.Values.ingress.enabled',
  'bank-callbacks': '.Values.bankCallbacks.enabled',
  observability: '.Values.monitoring.enabled',
  recovery: '.Values.postgres.recovery.enabled',
  'local-engines': '.Values.localEngines.enabled',
  'volume-files': '.Values.files.volume.enabled',
  'topics-user': '.Values.kafka.sasl.mechanism',
} as const;

/** Conditions of parts, by the name of the part. */
const conditionsOfParts: Readonly<Record<string, string>> = {
  KAFKA_TLS: '.Values.kafka.tls',
  KAFKA_TLS_CA_FILE: '.Values.kafka.caSecret',
  KAFKA_SASL_MECHANISM: '.Values.kafka.sasl.mechanism',
  KAFKA_SASL_USERNAME: '.Values.kafka.sasl.mechanism',
  KAFKA_SASL_PASSWORD: '.Values.kafka.sasl.mechanism',
  'kafka-ca': '.Values.kafka.caSecret',
  'database-ca': '.Values.postgres.operator',
  '/etc/pitanga/database-ca': '.Values.postgres.operator',
  // Of each service, and of all in the pod for people.
  ...Object.fromEntries(
    ['', ...serviceNames.map((name) => `${name.toUpperCase()}_`)].map((prefix) => [
      `${prefix}DATABASE_TLS_CA_FILE`,
      '.Values.postgres.operator',
    ]),
  ),
  '/etc/pitanga/kafka-ca': '.Values.kafka.caSecret',
};

/** Conditions of whole objects, by what their key begins with. */
const conditionsOfObjects: readonly (readonly [RegExp, string])[] = [
  [/^cert-manager\.io\/v1 Certificate redis-tls$/, '(and .Values.redis.tls .Values.mtls.certManager)'],
  [/^cert-manager\.io\//, '.Values.mtls.certManager'],
  [/^monitoring\.coreos\.com\//, '.Values.monitoring.prometheusOperator'],
  [/^postgresql\.cnpg\.io\/v1 Cluster/, '.Values.postgres.operator'],
  [/^networking\.k8s\.io\/v1 NetworkPolicy (\w+-db|engines-to-api-server)$/, '.Values.postgres.operator'],
];

/** Each component is laid over those before it, in two ways: production from a restore on, and engines of other kinds. */
const ways: readonly (readonly Component[])[] = [
  [
    'redis',
    'operations',
    'history',
    'public-events',
    'data-operators',
    'backups',
    'keda',
    'mtls',
    'redis-tls',
    's3-files',
    'ingress',
    'bank-callbacks',
    'observability',
    'recovery',
  ],
  ['redis', 'operations', 'local-engines', 'volume-files', 'topics-user'],
];

/** An object with its conditions, and the component it comes from. */
export interface ChartObject {
  readonly key: string;
  readonly component: Component | 'base';
  /** As its component gives it, with no value of the chart in it. */
  readonly object: Manifest;
  readonly node: Node;
  readonly when: readonly string[];
}

/** By version, kind and name. */
type Objects = Readonly<Record<string, Manifest>>;

/** All objects that the base and the components come to. */
export function chartObjects(renderer: Renderer): readonly ChartObject[] {
  const base = layer([], renderer);
  const node = toNode(withExpressions(base));
  const origins = new Map<string, Pick<ChartObject, 'component' | 'object'>>();
  const remember = (objects: Objects, component: ChartObject['component']): void => {
    for (const [key, object] of Object.entries(objects)) if (!origins.has(key)) origins.set(key, { component, object });
  };
  remember(base, 'base');
  const laid = new Map([['', base]]);
  for (const way of ways) {
    for (const [index, component] of way.entries()) {
      const below = laid.get(way.slice(0, index).join()) ?? {};
      const here = way.slice(0, index + 1);
      // Both ways begin the same.
      if (laid.has(here.join())) continue;
      const objects = layer(here, renderer);
      addChange(node, [withExpressions(below), withExpressions(objects)], (path) => conditionAt(component, path));
      remember(objects, component);
      laid.set(here.join(), objects);
    }
  }
  if (node.type === 'leaf') throw new Error('the objects are a map');
  return node.parts.map((part) => {
    const origin = origins.get(part.key);
    if (origin === undefined) throw new Error(`${part.key} is of no layer`);
    const isNamespace = part.key.startsWith('v1 Namespace ');
    return { ...part, ...origin, when: isNamespace ? ['.Values.namespace.create'] : part.when };
  });
}

function conditionAt(component: Component, path: readonly string[]): string {
  const [object = ''] = path;
  const part = path.at(-1) ?? '';
  if (path.length > 1) return conditionsOfParts[part] ?? conditions[component];
  return conditionsOfObjects.find(([pattern]) => pattern.test(object))?.[1] ?? conditions[component];
}

/** The objects of the base with some components. */
function layer(components: readonly Component[], renderer: Renderer): Objects {
  const folder = join(cacheDir, 'k8s-chart', components.at(-1) ?? 'base');
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder, { recursive: true });
  const path = (name: string): string => relative(folder, join(rootDir, 'k8s', name));
  const isRestored = components.includes('recovery');
  const kustomization = {
    apiVersion: 'kustomize.config.k8s.io/v1beta1',
    kind: 'Kustomization',
    namespace: 'pitanga',
    resources: [path('base'), ...(isRestored ? ['recovery.yaml'] : [])],
    components: components.map((component) => path(join('components', component))),
    ...(components.includes('history') ? { configMapGenerator: [historySettings] } : {}),
  };
  // JSON is YAML.
  writeFileSync(join(folder, 'kustomization.yaml'), JSON.stringify(kustomization));
  if (isRestored) writeFileSync(join(folder, 'recovery.yaml'), JSON.stringify(recovery));
  const objects = parseAllDocuments(renderFolder(folder, renderer)).map((document) => document.toJS() as Manifest);
  return Object.fromEntries(objects.map((object) => [keyOfObject(object), object]));
}

function withExpressions(objects: Objects): Fields {
  return Object.fromEntries(Object.entries(objects).map(([key, object]) => [key, governed(object)]));
}

/** What components/history reads of its overlay; the values of the chart take its place. */
const historySettings = {
  name: 'history',
  literals: ['BLOB_S3_ENDPOINT=https://s3.example', 'BLOB_S3_REGION=sa-east-1', 'BLOB_S3_BUCKET=history'],
};

/** What components/recovery reads; the values of the chart take its place. */
const recovery = {
  apiVersion: 'v1',
  kind: 'ConfigMap',
  metadata: { name: 'recovery', annotations: { 'config.kubernetes.io/local-config': 'true' } },
  data: { targetTime: '2026-11-21T12:00:00Z', from: 'db', to: 'db-2' },
};

/** Without the hash in the name of a config map, which changes from layer to layer. */
function keyOfObject({ apiVersion, kind, metadata }: Manifest): string {
  return [apiVersion, kind, withoutHash(metadata.name)].join(' ');
}
