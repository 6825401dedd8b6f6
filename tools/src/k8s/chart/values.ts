import { itemKey, Expression, isFields, isList, type Fields, type Manifest, type Value } from './tree';
import { referring, withoutHash } from './references';

const value = (path: string): Expression => new Expression(`{{ .Values.${path} }}`);
const quoted = (path: string): Expression => new Expression(`{{ .Values.${path} | quote }}`);
const block = (path: string, when?: string): Expression =>
  new Expression(`toYaml .Values.${path}`, { isBlock: true, ...(when === undefined ? {} : { when }) });

/** In a file of their own: they are full of braces, which a template would read. */
export const alertRulesFile = 'files/alert-rules.yaml';

/**
 * What a value of the chart says, by the place in the object: a JSON pointer in which an item of a list has its name.
 * Where there is no such place nothing is put, except an addition.
 */
type Rule = readonly [pointer: string, put: Expression, isAddition?: 'add'];

/** An object with expressions in the places that the values of the chart govern. */
export function governed(object: Manifest): Value {
  const { kind, metadata } = object;
  const rules = [...everywhere, ...(rulesOf[kind]?.(withoutHash(metadata.name)) ?? [])];
  return rules.reduce<Value>(
    (changed, rule) => replaced(changed, rule[0].split('/').slice(1), rule) ?? changed,
    referring(object),
  );
}

const everywhere: readonly Rule[] = [['/metadata/namespace', new Expression('{{ .Release.Namespace }}')]];

const rulesOf: Readonly<Record<string, (name: string) => readonly Rule[]>> = {
  Namespace: () => [['/metadata/name', new Expression('{{ .Release.Namespace }}')]],
  ServiceAccount: () => [['/imagePullSecrets', block('images.pullSecrets', '.Values.images.pullSecrets'), 'add']],
  ConfigMap: (name) => settingsRules[name] ?? [],
  Deployment: (name) => [
    ['/spec/template/spec/containers/public-events/resources', block('publicEvents.resources')],
    ['/spec/template/spec/containers/service/resources', block(`services.${name}.resources`)],
    [
      '/spec/template/spec/containers/service/env/NODE_OPTIONS/value',
      new Expression(`--max-old-space-size={{ .Values.services.${name}.heapMegabytes }}`),
    ],
  ],
  HorizontalPodAutoscaler: (name) => [
    ['/spec/minReplicas', value(`services.${name}.replicas.min`)],
    ['/spec/maxReplicas', value(`services.${name}.replicas.max`)],
  ],
  ScaledObject: (name) => [
    ['/spec/minReplicaCount', value(`services.${name}.replicas.min`)],
    ['/spec/maxReplicaCount', value(`services.${name}.replicas.max`)],
    ['/spec/triggers/1/metadata/bootstrapServers', new Expression('{{ tpl .Values.keda.brokers . }}')],
  ],
  Job: (name) => (name === 'topics' ? topicsJobRules : migrationRules),
  StatefulSet: (name) =>
    name === 'redis'
      ? [
          ['/spec/template/spec/containers/redis/image', value('redis.image')],
          ['/spec/template/spec/containers/redis/resources', block('redis.resources')],
        ]
      : [],
  PersistentVolumeClaim: () => [['/spec/resources/requests/storage', value('files.volume.size')]],
  Ingress: () => [
    ['/metadata/annotations', block('ingress.annotations')],
    ['/spec/ingressClassName', value('ingress.className')],
    ['/spec/tls/0/hosts/0', value('ingress.host')],
    ['/spec/tls/0/secretName', value('ingress.tlsSecret')],
    ['/spec/rules/0/host', value('ingress.host')],
  ],
  Service: (name) =>
    name === 'bank-callbacks'
      ? [['/metadata/annotations', block('bankCallbacks.annotations', '.Values.bankCallbacks.annotations'), 'add']]
      : [],
  Cluster: clusterRules,
  ObjectStore: () => [
    ['/spec/retentionPolicy', value('postgres.backups.retention')],
    ['/spec/configuration/destinationPath', value('postgres.backups.destinationPath')],
  ],
  KafkaNodePool: () => [
    ['/spec/storage/volumes/0/size', value('kafka.storage')],
    ['/spec/resources', block('kafka.resources')],
  ],
  PrometheusRule: () => [['/spec', new Expression(`.Files.Get "${alertRulesFile}"`, { isBlock: true })]],
};

const publicUrl: Rule = ['/data/PUBLIC_URL', quoted('publicUrl'), 'add'];

const settingsRules: Readonly<Record<string, readonly Rule[]>> = {
  platform: [
    ['/data/KAFKA_BROKERS', quoted('kafka.brokers')],
    ['/data/KAFKA_SASL_MECHANISM', quoted('kafka.sasl.mechanism')],
    ['/data/OTEL_EXPORTER_OTLP_ENDPOINT', quoted('monitoring.tracesEndpoint')],
    ['/data/OTEL_TRACES_SAMPLER_ARG', quoted('monitoring.tracesShare')],
  ],
  history: ['endpoint', 'region', 'bucket'].map((part) => [
    `/data/BLOB_S3_${part.toUpperCase()}`,
    quoted(`history.s3.${part}`),
  ]),
  gateway: [publicUrl],
  payouts: [publicUrl],
  billing: [
    publicUrl,
    ...['endpoint', 'region', 'bucket'].map((part): Rule => [
      `/data/BLOB_S3_${part.toUpperCase()}`,
      new Expression(`{{ .Values.files.s3.${part} | quote }}`, { when: '.Values.files.s3.enabled' }),
      'add',
    ]),
  ],
};

const onUpgrade = { when: '.Release.IsUpgrade' } as const;

/** A job cannot be changed. Helm makes it anew in front of an upgrade: first the schema, then the pods that need it. */
const migrationRules: readonly Rule[] = [
  ['/metadata/annotations/helm.sh~1hook', new Expression('pre-upgrade', onUpgrade), 'add'],
  [
    '/metadata/annotations/helm.sh~1hook-delete-policy',
    new Expression('before-hook-creation,hook-succeeded', onUpgrade),
    'add',
  ],
];

/** Not in front of an upgrade, when the config map that it reads may not be there yet: a job for each release. */
const topicsJobRules: readonly Rule[] = [
  ['/metadata/name', new Expression('topics{{ if .Release.IsUpgrade }}-{{ .Release.Revision }}{{ end }}')],
];

function clusterRules(name: string): readonly Rule[] {
  const service = name.replace(/-db$/, '');
  return [
    ['/spec/instances', value('postgres.instances')],
    ['/spec/imageName', value('postgres.image')],
    ['/spec/postgresql/synchronous', block('postgres.synchronous')],
    ['/spec/storage/size', value('postgres.storage')],
    ['/spec/walStorage/size', value('postgres.walStorage')],
    ['/spec/resources', block('postgres.resources')],
    ['/spec/bootstrap/recovery/recoveryTarget/targetTime', quoted('postgres.recovery.targetTime')],
    [
      '/spec/externalClusters/archive/plugin/parameters/serverName',
      new Expression(`${service}-{{ .Values.postgres.recovery.from }}`),
    ],
    [
      '/spec/plugins/barman-cloud.cloudnative-pg.io/parameters/serverName',
      new Expression(`${service}-{{ .Values.postgres.recovery.to }}`),
    ],
  ];
}

/** The value with what the rule puts, or nothing when it has no such place. */
function replaced(part: Value | undefined, path: readonly string[], rule: Rule): Value | undefined {
  const [step, ...rest] = path;
  const [, put, isAddition] = rule;
  if (step === undefined) return part === undefined && isAddition === undefined ? undefined : put;
  const name = step.replaceAll('~1', '/');
  if (isList(part)) {
    const at = part.findIndex((item, index) => name === itemKey(item) || name === String(index));
    const item = replaced(part[at], rest, rule);
    return item === undefined ? undefined : part.with(at, item);
  }
  const field = isFields(part) ? replaced(part[name], rest, rule) : undefined;
  return field === undefined ? undefined : { ...(part as Fields), [name]: field };
}
