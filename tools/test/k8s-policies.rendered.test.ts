import { dirname } from 'node:path';
import { topicCatalogue } from '@pitanga/contracts';
import { loadConfig } from '@pitanga/runtime';
import { serviceNames, type ServiceName } from '@pitanga/operations/services';
import { listSettings, serviceConfigs } from '../src/derived/service-configs';
import { overlays } from '../src/k8s/manifests';
import { callGraph } from '../src/k8s/call-graph';
import { installations, renderedOf } from './k8s-network';
import { configMapsOf, podSpecs, selects, type K8sObject, type PodSpec, type Rendered } from './k8s-objects';

describe.each(installations)('the manifests of %s', (overlay) => {
  const hasOperators = !['local', 'external'].includes(overlay);
  let rendered: Rendered;
  beforeAll(() => {
    rendered = renderedOf(overlay);
  });
  const serviceOf = (name: ServiceName): PodSpec['containers'][number] => {
    const [container] = rendered.one('Deployment', name).spec.template.spec.containers;
    if (container === undefined) throw new Error(`${name} has no container`);
    return container;
  };

  const scalersOf = (name: ServiceName): readonly K8sObject[] =>
    [...rendered.of('HorizontalPodAutoscaler'), ...rendered.of('ScaledObject')].filter(
      ({ spec }) => spec.scaleTargetRef?.name === name,
    );

  it('deploys the six services and the stream of public events, all in one namespace', () => {
    const names = rendered.of('Deployment').map(({ metadata }) => metadata.name);
    expect(names).toEqual([...serviceNames, 'public-events'].sort());
    const namespaced = rendered.all.filter(({ kind }) => kind !== 'Namespace');
    expect(new Set(namespaced.map(({ metadata }) => metadata.namespace))).toEqual(new Set(['pitanga']));
  });

  it('lets Pod Security refuse what is not restricted', () => {
    expect(rendered.one('Namespace', 'pitanga').metadata.labels).toMatchObject({
      'pod-security.kubernetes.io/enforce': 'restricted',
    });
  });

  it('runs every pod without root, without privileges, on a read-only root and without a token', () => {
    const pods = podSpecs(rendered);
    expect(pods.length).toBeGreaterThan(serviceNames.length);
    for (const { owner, pod } of pods) {
      const { serviceAccountName = '', automountServiceAccountToken, securityContext } = pod;
      expect({ owner, automountServiceAccountToken, securityContext }).toMatchObject({
        automountServiceAccountToken: false,
        securityContext: { runAsNonRoot: true, seccompProfile: { type: 'RuntimeDefault' } },
      });
      expect({ owner, isRoot: pod.securityContext?.['runAsUser'] === 0, host: pod.hostNetwork ?? false }).toEqual({
        owner,
        isRoot: false,
        host: false,
      });
      for (const container of [...(pod.initContainers ?? []), ...pod.containers]) {
        expect({ owner, ...container.securityContext }).toMatchObject({
          allowPrivilegeEscalation: false,
          readOnlyRootFilesystem: true,
          capabilities: { drop: ['ALL'] },
        });
      }
      expect(rendered.one('ServiceAccount', serviceAccountName).automountServiceAccountToken).toBe(false);
    }
  });

  it('bounds the memory of every container, asks for CPU and never limits it', () => {
    for (const { owner, pod } of podSpecs(rendered)) {
      for (const { resources } of pod.containers) {
        expect({ owner, ...resources?.requests }).toMatchObject({
          cpu: expect.stringMatching(/^\d+m$/) as string,
          memory: resources?.limits['memory'],
        });
        expect(Object.keys(resources?.limits ?? {}).sort()).toEqual(['ephemeral-storage', 'memory']);
      }
    }
  });

  it.each(serviceNames)('rolls %s out without a gap: probes, a pause before the end, never fewer pods', (name) => {
    const { spec } = rendered.one('Deployment', name);
    const container = serviceOf(name);
    expect(container).toMatchObject({
      startupProbe: { tcpSocket: { port: 'service' } },
      livenessProbe: { httpGet: { path: '/livez', port: 'ops' } },
      readinessProbe: { httpGet: { path: '/readyz', port: 'ops' } },
      lifecycle: { preStop: { sleep: { seconds: 5 } } },
    });
    expect(spec.strategy).toEqual({ type: 'RollingUpdate', rollingUpdate: { maxSurge: 1, maxUnavailable: 0 } });
    expect(spec.replicas).toBeUndefined();
    // The pause, the 25 s a service has, and room (libs/runtime, run-service).
    expect(spec.template.spec.terminationGracePeriodSeconds).toBeGreaterThan(5 + 25);
    const spread = spec.template.spec.topologySpreadConstraints ?? [];
    expect(spread.map(({ topologyKey }) => topologyKey)).toEqual([
      'kubernetes.io/hostname',
      'topology.kubernetes.io/zone',
    ]);
    const { selector } = rendered.one('PodDisruptionBudget', name).spec;
    expect(selects(selector ?? {}, spec.template.metadata.labels)).toBe(true);
    expect(rendered.one('PodDisruptionBudget', name).spec.minAvailable).toBe(1);
  });

  it.each(serviceNames)('gives %s bounds to grow in, by exactly one autoscaler', (name) => {
    const scalers = scalersOf(name);
    expect(scalers).toHaveLength(1);
    const [scaler] = scalers as [K8sObject];
    const least = scaler.spec.minReplicas ?? scaler.spec.minReplicaCount ?? 0;
    const most = scaler.spec.maxReplicas ?? scaler.spec.maxReplicaCount ?? 0;
    expect(least).toBeGreaterThanOrEqual(overlay === 'local' ? 1 : 2);
    expect(most).toBeGreaterThanOrEqual(least);
    // A consumer of facts beyond the partitions of its topics has nothing to read.
    if (scaler.kind === 'ScaledObject') expect(most).toBeLessThanOrEqual(mostPartitions());
  });

  it.each(serviceNames)(
    'makes the autoscaler of %s after what it scales, or Argo CD would wait for its health',
    (name) => {
      const deployed = waveOf(rendered.one('Deployment', name));
      expect(scalersOf(name).map((scaler) => waveOf(scaler) > deployed)).toEqual([true]);
      // A suspended job is never well in its eyes either.
      expect(waveOf(rendered.one('CronJob', 'operations'))).toBeGreaterThan(deployed);
    },
  );

  it.each(serviceNames)('starts %s on settings that it accepts: none unknown, none missing', (name) => {
    const { env = [], ports = [] } = serviceOf(name);
    const given = configMapsOf(rendered, serviceOf(name));
    const known = new Set(listSettings(name).flatMap((setting) => [setting.name, `${setting.name}_FILE`]));
    const isTelemetry = (setting: string): boolean => setting.startsWith('OTEL_');
    expect(Object.keys(given).filter((setting) => !known.has(setting) && !isTelemetry(setting))).toEqual([]);
    const ownEnv = env.filter(({ name: setting }) => setting !== 'NODE_OPTIONS' && !isTelemetry(setting));
    expect(ownEnv.filter((variable) => !known.has(variable.name))).toEqual([]);

    // What is in a mounted file is given as if it stood in the environment: there is no such file here.
    const names = new Set(listSettings(name).map((setting) => setting.name));
    const inFiles = Object.keys(given).filter((setting) => !names.has(setting) && setting.endsWith('_FILE'));
    const mounts = (serviceOf(name).volumeMounts ?? []).map(({ mountPath }) => mountPath);
    for (const setting of inFiles) expect(mounts).toContain(dirname(given[setting] ?? ''));
    const settings = Object.fromEntries(
      Object.entries(given).map(([setting, value]) =>
        inFiles.includes(setting) ? [setting.replace(/_FILE$/, ''), 'a file'] : [setting, value],
      ),
    );
    const secrets = Object.fromEntries(ownEnv.map((variable) => [variable.name, exampleOf(variable.name)]));
    const config = loadConfig(serviceConfigs[name], { ...settings, ...secrets }) as Record<string, unknown>;
    const listening = [config['PORT'], config['OPS_PORT'], ...[config['CALLBACK_PORT'] ?? []].flat()];
    expect(ports.map(({ containerPort }) => containerPort).sort()).toEqual(listening.sort());
    expect(config['HOST']).toBe('0.0.0.0');
  });

  it('gives every secret by reference, and holds none', () => {
    expect(rendered.of('Secret')).toEqual([]);
    for (const { owner, pod } of podSpecs(rendered)) {
      for (const { env = [], envFrom = [] } of pod.containers) {
        const plain = env.filter(({ value }) => value !== undefined).map((variable) => variable.name);
        expect({ owner, plain: plain.filter(isSecretName) }).toEqual({ owner, plain: [] });
        expect(envFrom.filter(({ secretRef }) => secretRef !== undefined)).toEqual([]);
      }
    }
    const settings = rendered.of('ConfigMap').flatMap(({ data }) => Object.keys(data ?? {}));
    expect(settings.filter(isSecretName)).toEqual([]);
  });

  it('has a pod for people that nobody starts by applying it, that ends, and that has what its programs read', () => {
    const { suspend, jobTemplate } = rendered.one('CronJob', 'operations').spec;
    expect({ suspend, ends: Number(jobTemplate?.spec['activeDeadlineSeconds']) > 0 }).toEqual({
      suspend: true,
      ends: true,
    });
    const [container] = jobTemplate?.spec.template.spec.containers ?? [];
    const { env = [], image } = container ?? {};
    // The tag or digest differs where services are released alone.
    expect(image).toMatch(/\/pitanga-operations[:@]/);
    expect(configMapsOf(rendered, container)).toMatchObject({
      KAFKA_BROKERS: expect.any(String) as string,
      BILLING_ADDRESS: expect.any(String) as string,
      PAYOUTS_ADDRESS: expect.any(String) as string,
      WEBHOOKS_ADDRESS: expect.any(String) as string,
    });
    const databases = serviceNames.map((name) => `${name.toUpperCase()}_DATABASE_URL`);
    const keys = ['DATA_KEY', 'DATA_KEYS_OLD', 'FINGERPRINT_KEY', 'PAGE_KEY'];
    const authorities = ['DATABASE_URL', ...databases].map((setting) => setting.replace(/URL$/, 'TLS_CA_FILE'));
    const ofKafka = overlay === 'local' ? [] : ['KAFKA_SASL_USERNAME', 'KAFKA_SASL_PASSWORD'];
    const ofOperators = hasOperators ? authorities : [];
    expect(env.map((variable) => variable.name).sort()).toEqual(
      ['DATABASE_URL', ...keys, ...databases, ...ofKafka, ...ofOperators].sort(),
    );
  });

  it.each(serviceNames)('migrates the database of %s before its new version starts, with its own image', (name) => {
    const job = rendered.one('Job', `${name}-migration`);
    const [container] = job.spec.template.spec.containers;
    expect(container).toMatchObject({ image: serviceOf(name).image, args: ['main.js', 'migrate'] });
    expect(container?.env?.map((variable) => variable.name).sort()).toEqual([
      ...(hasOperators ? ['DATABASE_TLS_CA_FILE'] : []),
      'DATABASE_URL',
      'DATABASE_WAIT_MS',
    ]);
    expect(waveOf(job)).toBeLessThan(waveOf(rendered.one('Deployment', name)));
  });

  it.each(serviceNames)('goes on trying to migrate %s for as long as its PostgreSQL may take to come', (name) => {
    const { backoffLimit, activeDeadlineSeconds } = rendered.one('Job', `${name}-migration`).spec;
    // Kubernetes waits 10 s, then twice as long each time, six minutes at most.
    const pauses = Array.from({ length: Number(backoffLimit) }, (_, tries) => Math.min(10 * 2 ** tries, 360));
    expect(pauses.reduce((sum, pause) => sum + pause, 0)).toBeGreaterThan(Number(activeDeadlineSeconds));
    expect(activeDeadlineSeconds).toBe(1800);
  });

  it('tells no version in the pods, so that the release of one service restarts no other', () => {
    const labels = rendered.all.flatMap(({ kind, metadata, spec }) =>
      ['Deployment', 'StatefulSet'].includes(kind) ? [metadata.labels, spec.template.metadata.labels] : [],
    );
    expect(labels.filter((given) => given?.['app.kubernetes.io/version'] !== undefined)).toEqual([]);
  });

  it('names every image by an exact tag or digest', () => {
    for (const { owner, pod } of podSpecs(rendered)) {
      for (const { image } of pod.containers) {
        expect(`${owner}: ${image}`).toMatch(/(:[\w][\w.-]*|@sha256:[0-9a-f]{64})$/);
        expect(image).not.toMatch(/:latest$/);
      }
    }
  });
});

it.each(overlays().filter((overlay) => overlay !== 'local'))(
  'the ingress of %s waits for the slowest answer of the gateway, an advance of a test clock',
  (overlay) => {
    const { annotations } = renderedOf(overlay).one('Ingress', 'gateway').metadata;
    expect(Number(annotations?.['nginx.ingress.kubernetes.io/proxy-read-timeout'])).toBeGreaterThan(600);
  },
);

describe.each(overlays().filter((overlay) => overlay !== 'local'))('mutual TLS in %s', (overlay) => {
  it.each(serviceNames)('mounts the certificate of %s as a folder, so that it is renewed while it runs', (name) => {
    const rendered = renderedOf(overlay);
    const [container] = rendered.one('Deployment', name).spec.template.spec.containers;
    const mount = container?.volumeMounts?.find(({ mountPath }) => mountPath === '/etc/pitanga/rpc-tls');
    expect(mount?.subPath).toBeUndefined();
    const { spec } = rendered.one('Certificate', `${name}-rpc-tls`);
    // A client believes a server by the name it calls (dns:///billing), and each service is both.
    expect(spec).toMatchObject({ dnsNames: [name], secretName: `${name}-rpc-tls` });
    expect(spec['usages']).toEqual(expect.arrayContaining(['server auth', 'client auth']));
    const { volumes = [] } = rendered.one('Deployment', name).spec.template.spec;
    expect(volumes).toContainEqual(
      expect.objectContaining({
        name: mount?.name,
        secret: expect.objectContaining({ secretName: `${name}-rpc-tls` }),
      }),
    );
  });

  it.each(serviceNames.filter((name) => name !== 'gateway'))('lets those call %s that the call graph says', (name) => {
    const rendered = renderedOf(overlay);
    const [container] = rendered.one('Deployment', name).spec.template.spec.containers;
    const { RPC_CALLERS: callers } = configMapsOf(rendered, container);
    const expected = serviceNames.filter((from) => callGraph[from].includes(name));
    expect(callers?.split(',').sort()).toEqual([...expected].sort());
  });
});

it('the topics of a cluster without Strimzi get the partitions that the catalogue says, not those of a first start', () => {
  const rendered = renderedOf('local');
  const [container] = rendered.one('Job', 'topics').spec.template.spec.containers;
  expect(container).toMatchObject({ args: ['topics.js'] });
  const { data } = rendered.one('ConfigMap', container?.envFrom?.[0]?.configMapRef?.name ?? '');
  expect(container?.env?.map(({ name }) => name)).toEqual(['PUBLIC_TOPICS', 'KAFKA_WAIT_MS']);
  expect(Object.keys(data ?? {})).not.toContain('TOPIC_PARTITIONS');
});

/** A value that the schema of such a setting accepts, in the place of a secret. */
function exampleOf(setting: string): string {
  if (setting === 'DATABASE_URL') return 'postgresql://user:password@host/database';
  if (setting === 'REDIS_URL') return 'redis://redis:6379';
  return /^(DATA_KEY|DATA_KEYS_OLD|FINGERPRINT_KEY|PAGE_KEY)$/.test(setting)
    ? Buffer.alloc(32).toString('base64')
    : 'a secret';
}

function isSecretName(setting: string): boolean {
  return /PASSWORD|SECRET|TOKEN|_KEY$|_KEYS_OLD$|DATABASE_URL|REDIS_URL/.test(setting) && !setting.endsWith('_FILE');
}

/** The wave of Argo CD in which an object is made; without an annotation it is the first one. */
function waveOf({ metadata }: K8sObject): number {
  return Number(metadata.annotations?.['argocd.argoproj.io/sync-wave'] ?? 0);
}

function mostPartitions(): number {
  return Math.max(...Object.values(topicCatalogue).map(({ partitions }) => partitions));
}
