import { dirname } from 'node:path';
import { topicCatalogue } from '@pitanga/contracts';
import { loadConfig } from '@pitanga/runtime';
import { settingsOf, serviceConfigs } from '../src/derived/service-configs';
import { overlays, render } from '../src/k8s/manifests';
import { offlineRenderer } from '../src/k8s/tools';
import { serviceNames, type ServiceName } from '../src/platform/services';
import {
  isWithin,
  parseObjects,
  podSpecs,
  selects,
  type K8sObject,
  type Labels,
  type Peer,
  type PodSpec,
  type Rendered,
} from './k8s-objects';

/** The whole call graph over gRPC (ARCHITECTURE.md): anything else needs a decision record. */
const callGraph: Readonly<Record<ServiceName, readonly ServiceName[]>> = {
  gateway: ['billing', 'ledger', 'payouts', 'subscriptions', 'webhooks'],
  subscriptions: ['billing'],
  billing: ['ledger'],
  payouts: ['ledger'],
  ledger: [],
  webhooks: [],
};

/** Who may leave the cluster: merchants' endpoints; banks, acquirers and files; providers of payouts. */
const mayGoOutside: readonly ServiceName[] = ['billing', 'payouts', 'webhooks'];

const renderer = offlineRenderer();
const renderedOf = (overlay: string): Rendered => parseObjects(render(overlay, renderer));

const ourNamespace: Labels = { 'kubernetes.io/metadata.name': 'pitanga' };

/** Of a broker: the operator's own and the one that our template gives it. */
const kafkaLabels: Labels = { 'strimzi.io/cluster': 'kafka', 'pitanga.dev/engine': 'kafka' };

/** Of an instance of a service's PostgreSQL, in the same way. */
const databaseLabels = (name: string): Labels => ({
  'cnpg.io/cluster': `${name}-db`,
  'pitanga.dev/engine': 'postgres',
});

const serviceLabels = (name: string): Labels => ({
  'app.kubernetes.io/name': name,
  'app.kubernetes.io/component': 'service',
});

describe.each(overlays())('the manifests of %s', (overlay) => {
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

  it('deploys the six services and nothing else as a deployment, all in one namespace', () => {
    expect(rendered.of('Deployment').map(({ metadata }) => metadata.name)).toEqual([...serviceNames].sort());
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
    const { env = [], envFrom = [], ports = [] } = serviceOf(name);
    const maps = envFrom.map(({ configMapRef }) => rendered.one('ConfigMap', configMapRef?.name ?? '').data ?? {});
    const given = Object.assign({}, ...maps) as Record<string, string>;
    const known = new Set(settingsOf(name).flatMap((setting) => [setting.name, `${setting.name}_FILE`]));
    const isTelemetry = (setting: string): boolean => setting.startsWith('OTEL_');
    expect(Object.keys(given).filter((setting) => !known.has(setting) && !isTelemetry(setting))).toEqual([]);
    const ownEnv = env.filter(({ name: setting }) => setting !== 'NODE_OPTIONS' && !isTelemetry(setting));
    expect(ownEnv.filter((variable) => !known.has(variable.name))).toEqual([]);

    // What is in a mounted file is given as if it stood in the environment: there is no such file here.
    const names = new Set(settingsOf(name).map((setting) => setting.name));
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
    const { env = [], envFrom = [], image } = jobTemplate?.spec.template.spec.containers[0] ?? {};
    // They are in the image of the gateway (tools/src/image).
    expect(image).toBe(serviceOf('gateway').image);
    const maps = envFrom.map(({ configMapRef }) => rendered.one('ConfigMap', configMapRef?.name ?? '').data ?? {});
    expect(Object.assign({}, ...maps)).toMatchObject({
      KAFKA_BROKERS: expect.any(String) as string,
      BILLING_ADDRESS: expect.any(String) as string,
      PAYOUTS_ADDRESS: expect.any(String) as string,
      WEBHOOKS_ADDRESS: expect.any(String) as string,
    });
    const databases = serviceNames.map((name) => `${name.toUpperCase()}_DATABASE_URL`);
    expect(env.map((variable) => variable.name).sort()).toEqual(
      ['DATABASE_URL', 'DATA_KEY', 'DATA_KEYS_OLD', 'FINGERPRINT_KEY', ...databases].sort(),
    );
  });

  it('opens to that pod the databases, Kafka, billing, payouts and webhooks, at both ends, and nothing else', () => {
    const people: Labels = { 'app.kubernetes.io/name': 'operations', 'app.kubernetes.io/component': 'operations' };
    const open = { out: true, in: true };
    const closed = { out: false, in: false };
    const databases = overlay === 'local' ? [{ 'pitanga.dev/engine': 'postgres' }] : serviceNames.map(databaseLabels);
    for (const database of databases) expect(openBetween(rendered, people, database, 5432)).toEqual(open);
    expect(openBetween(rendered, people, kafkaLabels, 9092)).toEqual(open);
    for (const name of serviceNames) {
      const isCalled = ['billing', 'payouts', 'webhooks'].includes(name);
      const port = name === 'gateway' ? 8080 : 50051;
      const opened = openBetween(rendered, people, serviceLabels(name), port);
      expect({ name, ...opened }).toEqual({ name, ...(isCalled ? open : closed) });
    }
  });

  it('closes every pod by default, in both directions', () => {
    const { podSelector, policyTypes, ingress, egress } = rendered.one('NetworkPolicy', 'default-deny').spec;
    expect({ podSelector, policyTypes, ingress, egress }).toEqual({
      podSelector: {},
      policyTypes: ['Ingress', 'Egress'],
      ingress: undefined,
      egress: undefined,
    });
  });

  it('opens between services exactly the call graph, at both ends', () => {
    for (const from of serviceNames) {
      for (const to of serviceNames.filter((name) => name !== from)) {
        const isEdge = callGraph[from].includes(to);
        const expected = { from, to, out: isEdge, in: isEdge };
        const opened = openBetween(rendered, serviceLabels(from), serviceLabels(to), 50051);
        expect({ from, to, ...opened }).toEqual(expected);
      }
    }
  });

  it.each(serviceNames)('lets %s out to the public internet only if it has business there', (name) => {
    const blocks = rendered
      .of('NetworkPolicy')
      .filter(({ spec }) => selects(spec.podSelector, serviceLabels(name)))
      .flatMap(({ spec }) => spec.egress ?? [])
      .flatMap(({ to = [] }) => to.flatMap(({ ipBlock }) => ipBlock ?? []));
    expect(blocks.length > 0).toBe(mayGoOutside.includes(name));
    // The second wall behind libs/egress, which refuses the same.
    const inside = ['10.1.2.3', '172.16.0.1', '172.31.255.255', '192.168.1.1', '169.254.169.254', '127.0.0.1'];
    const special = ['100.64.0.1', '0.0.0.1', '224.0.0.1', '255.255.255.255', '168.63.129.16', '198.18.0.1'];
    const v6 = ['::1', 'fe80::1', 'fd00::1', '::ffff:10.0.0.1', '64:ff9b::a00:1', '2002:a00:1::', '2001:db8::1'];
    for (const address of [...inside, ...special, ...v6]) {
      expect({ address, isOpen: blocks.some((block) => isWithin(address, block)) }).toEqual({ address, isOpen: false });
    }
    for (const address of mayGoOutside.includes(name) ? ['8.8.8.8', '2606:4700::1'] : []) {
      expect({ address, isOpen: blocks.some((block) => isWithin(address, block)) }).toEqual({ address, isOpen: true });
    }
  });

  it.each(mayGoOutside)('lets %s out to every port, since stores name the addresses it calls', (name) => {
    const outside = rendered
      .of('NetworkPolicy')
      .filter(({ spec }) => selects(spec.podSelector, serviceLabels(name)))
      .flatMap(({ spec }) => spec.egress ?? [])
      .filter(({ to = [] }) => to.some(({ ipBlock }) => ipBlock !== undefined));
    for (const port of [443, 8443, 65_535]) {
      expect({ port, isOpen: outside.some(({ ports }) => hasPort(ports, port)) }).toEqual({ port, isOpen: true });
    }
  });

  it.each(serviceNames)('migrates the database of %s before its new version starts, with its own image', (name) => {
    const job = rendered.one('Job', `${name}-migration`);
    const [container] = job.spec.template.spec.containers;
    expect(container).toMatchObject({ image: serviceOf(name).image, args: ['main.js', 'migrate'] });
    expect(container?.env?.map((variable) => variable.name)).toEqual(['DATABASE_URL']);
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

describe('the callbacks of banks in production', () => {
  const bank: Labels = { 'kubernetes.io/metadata.name': 'anywhere' };

  it('have a way in of their own, which ends at the gateway that asks for certificates', () => {
    const rendered = renderedOf('production');
    const { spec } = rendered.one('Service', 'bank-callbacks');
    expect(spec).toMatchObject({
      type: 'LoadBalancer',
      ports: [{ protocol: 'TCP', port: 443, targetPort: 'callbacks' }],
    });
    expect(selects({ matchLabels: spec.selector as Labels }, serviceLabels('gateway'))).toBe(true);
    const [container] = rendered.one('Deployment', 'gateway').spec.template.spec.containers;
    expect(container?.ports).toContainEqual(expect.objectContaining({ name: 'callbacks', containerPort: 8443 }));
    const settings = (container?.envFrom ?? []).map(({ configMapRef }) =>
      rendered.one('ConfigMap', configMapRef?.name ?? ''),
    );
    expect(Object.assign({}, ...settings.map(({ data }) => data ?? {}))).toMatchObject({ CALLBACK_PORT: '8443' });
  });

  it('open that port of the gateway to anybody, and no other port or service', () => {
    const rendered = renderedOf('production');
    for (const name of serviceNames) {
      const open = [8443, 8080, 9090, 50051].filter((port) => isOpenFor(rendered, {}, serviceLabels(name), port, bank));
      expect({ name, open }).toEqual({ name, open: name === 'gateway' ? [8443] : [] });
    }
  });
});

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
});

it('the topics of a cluster without Strimzi get the partitions that the catalogue says, not those of a first start', () => {
  const rendered = renderedOf('local');
  const [container] = rendered.one('Job', 'topics').spec.template.spec.containers;
  expect(container).toMatchObject({ args: ['topics.js'] });
  const { data } = rendered.one('ConfigMap', container?.envFrom?.[0]?.configMapRef?.name ?? '');
  expect(container?.env ?? []).toEqual([]);
  expect(Object.keys(data ?? {})).not.toContain('TOPIC_PARTITIONS');
});

describe.each(overlays().filter((overlay) => overlay !== 'local'))('the engines of the operators in %s', (overlay) => {
  let rendered: Rendered;
  beforeAll(() => {
    rendered = renderedOf(overlay);
  });

  it('runs the containers of Kafka as Pod Security asks, or it would refuse them', () => {
    const restricted = {
      allowPrivilegeEscalation: false,
      runAsNonRoot: true,
      capabilities: { drop: ['ALL'] },
      seccompProfile: { type: 'RuntimeDefault' },
    };
    expect(rendered.one('Kafka', 'kafka').spec).toMatchObject({
      kafka: { template: { kafkaContainer: { securityContext: restricted } } },
      entityOperator: { template: { topicOperatorContainer: { securityContext: restricted } } },
    });
  });

  it('lets the services reach Kafka, KEDA where it asks for the lag, and nobody else', () => {
    const { listeners } = rendered.one('Kafka', 'kafka').spec['kafka'] as {
      listeners: readonly { port: number; networkPolicyPeers?: readonly Peer[] }[];
    };
    expect(listeners.map(({ port }) => port)).toEqual([9092]);
    // Policies add up: what one of them opens, Strimzi's own of the listener or ours, is open.
    const isLetIn = (labels: Labels, namespace?: Labels): boolean =>
      listeners.some(({ networkPolicyPeers }) => reaches(networkPolicyPeers, labels, namespace)) ||
      isOpenFor(rendered, labels, kafkaLabels, 9092, namespace);
    for (const name of serviceNames)
      expect({ name, isLetIn: isLetIn(serviceLabels(name)) }).toMatchObject({ isLetIn: true });
    const usesKeda = rendered.of('ScaledObject').length > 0;
    expect(isLetIn({}, { 'kubernetes.io/metadata.name': 'keda' })).toBe(usesKeda);
    expect(isLetIn({ 'app.kubernetes.io/component': 'engine' })).toBe(false);
    expect(isLetIn(serviceLabels('billing'), { 'kubernetes.io/metadata.name': 'default' })).toBe(false);
  });

  it.each(serviceNames)(
    "lets the instances of %s's PostgreSQL, and no other's, reach each other at both ends",
    (name) => {
      for (const port of [5432, 8000]) {
        const own = openBetween(rendered, databaseLabels(name), databaseLabels(name), port);
        expect({ port, ...own }).toEqual({ port, out: true, in: true });
        const others = serviceNames.filter((other) => other !== name).map(databaseLabels);
        expect(others.filter((other) => isOpenFor(rendered, other, databaseLabels(name), port))).toEqual([]);
      }
    },
  );

  it.each(serviceNames)('lets %s write to its database while one of its instances is away', (name) => {
    const { instances, postgresql } = rendered.one('Cluster', `${name}-db`).spec as unknown as {
      instances: number;
      postgresql: { synchronous: { number: number; dataDurability?: string } };
    };
    const { number, dataDurability = 'required' } = postgresql.synchronous;
    expect(dataDurability === 'preferred' || instances - 1 > number).toBe(true);
  });
});

describe('the backups of production', () => {
  const plugin = 'barman-cloud.cloudnative-pg.io';

  it.each(serviceNames)('take the database of %s every night and its log as it is written', (name) => {
    const rendered = renderedOf('production');
    const { configuration } = rendered.one('ObjectStore', 'backups').spec as unknown as {
      configuration: { destinationPath: string };
    };
    expect(configuration.destinationPath).toMatch(/^s3:/);
    expect(rendered.one('Cluster', `${name}-db`).spec).toMatchObject({
      plugins: [{ name: plugin, isWALArchiver: true, parameters: { barmanObjectName: 'backups' } }],
      postgresql: { parameters: { archive_timeout: '60s' } },
    });
    expect(rendered.one('ScheduledBackup', `${name}-db`).spec).toMatchObject({
      schedule: expect.stringMatching(/^0 \d+ 3 \* \* \*$/) as string,
      cluster: { name: `${name}-db` },
      method: 'plugin',
      pluginConfiguration: { name: plugin },
    });
  });

  it('may leave for a public store over HTTPS, and for nowhere else', () => {
    const rendered = renderedOf('production');
    const rules = rendered.one('NetworkPolicy', 'postgres-to-backups').spec.egress ?? [];
    expect(rules.map(({ ports }) => ports)).toEqual([[{ protocol: 'TCP', port: 443 }]]);
    const blocks = rules.flatMap(({ to = [] }) => to.flatMap(({ ipBlock }) => ipBlock ?? []));
    const isOpen = (address: string): boolean => blocks.some((block) => isWithin(address, block));
    expect(['8.8.8.8', '2606:4700::1'].filter(isOpen)).toHaveLength(2);
    expect(['10.1.2.3', '169.254.169.254', '192.168.1.1', 'fd00::1'].filter(isOpen)).toEqual([]);
    const { podSelector } = rendered.one('NetworkPolicy', 'postgres-to-backups').spec;
    expect(serviceNames.filter((name) => !selects(podSelector, databaseLabels(name)))).toEqual([]);
  });
});

describe('production after a restore', () => {
  const plugin = 'barman-cloud.cloudnative-pg.io';

  it.each(serviceNames)('makes the database of %s from its archive, and archives it in another folder', (name) => {
    const { bootstrap, externalClusters, plugins } = renderedOf('restored').one('Cluster', `${name}-db`).spec;
    // The names that the first cluster was made with, or the operator would write a secret for others.
    expect(renderedOf('production').one('Cluster', `${name}-db`).spec['bootstrap']).toMatchObject({
      initdb: { database: name, owner: name },
    });
    expect(bootstrap).toEqual({
      recovery: {
        source: 'archive',
        database: name,
        owner: name,
        // With its zone.
        recoveryTarget: { targetTime: expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ$/) as string },
      },
    });
    const folder = (serverName: string) => ({ name: plugin, parameters: { barmanObjectName: 'backups', serverName } });
    expect(externalClusters).toEqual([{ name: 'archive', plugin: folder(`${name}-db`) }]);
    expect(plugins).toEqual([{ ...folder(`${name}-db-2`), isWALArchiver: true }]);
  });

  it('is production in everything else, and its clusters can be applied alone', () => {
    const others = (overlay: string) => renderedOf(overlay).all.filter(({ kind }) => kind !== 'Cluster');
    expect(others('restored')).toEqual(others('production'));
    const clusters = renderedOf('restored').of('Cluster');
    expect(clusters.map(({ metadata }) => metadata.labels?.['pitanga.dev/recovered'])).toEqual(
      serviceNames.map(() => 'true'),
    );
  });
});

/** A value that the schema of such a setting accepts, in the place of a secret. */
function exampleOf(setting: string): string {
  if (setting === 'DATABASE_URL') return 'postgresql://user:password@host/database';
  if (setting === 'REDIS_URL') return 'redis://redis:6379';
  return /^(DATA|PAGE)_KEY$/.test(setting) ? Buffer.alloc(32).toString('base64') : 'a secret';
}

function isSecretName(setting: string): boolean {
  return /PASSWORD|SECRET|TOKEN|_KEY$|DATABASE_URL|REDIS_URL/.test(setting) && !setting.endsWith('_FILE');
}

/** The wave of Argo CD in which an object is made; without an annotation it is the first one. */
function waveOf({ metadata }: K8sObject): number {
  return Number(metadata.annotations?.['argocd.argoproj.io/sync-wave'] ?? 0);
}

function mostPartitions(): number {
  return Math.max(...Object.values(topicCatalogue).map(({ partitions }) => partitions));
}

/** Whether the policies of both ends let a pod of ours call another. */
function openBetween(rendered: Rendered, from: Labels, to: Labels, port: number): { out: boolean; in: boolean } {
  const out = rendered
    .of('NetworkPolicy')
    .filter(({ spec }) => selects(spec.podSelector, from))
    .flatMap(({ spec }) => spec.egress ?? [])
    .some(({ to: peers, ports }) => reaches(peers, to) && hasPort(ports, port));
  return { out, in: isOpenFor(rendered, from, to, port) };
}

/** Whether the policies of a pod let another, of any namespace, call it. */
function isOpenFor(rendered: Rendered, from: Labels, to: Labels, port: number, namespace = ourNamespace): boolean {
  return rendered
    .of('NetworkPolicy')
    .filter(({ spec }) => selects(spec.podSelector, to))
    .flatMap(({ spec }) => spec.ingress ?? [])
    .some(({ from: peers, ports }) => reaches(peers, from, namespace) && hasPort(ports, port));
}

function reaches(peers: readonly Peer[] | undefined, labels: Labels, namespace = ourNamespace): boolean {
  // A rule without peers is open to everybody.
  if (peers === undefined) return true;
  return peers.some(({ podSelector, namespaceSelector }) => {
    const isThere = selects(namespaceSelector ?? { matchLabels: ourNamespace }, namespace);
    return isThere && (podSelector === undefined ? namespaceSelector !== undefined : selects(podSelector, labels));
  });
}

function hasPort(ports: readonly { port: number; endPort?: number }[] | undefined, wanted: number): boolean {
  return ports === undefined || ports.some(({ port, endPort = port }) => port <= wanted && wanted <= endPort);
}
