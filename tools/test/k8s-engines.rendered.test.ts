import { basename, dirname } from 'node:path';
import { serviceNames } from '@pitanga/operations/services';
import { overlays } from '../src/k8s/manifests';
import { renderedOf, kafkaLabels, databaseLabels, serviceLabels, openBetween, isOpenFor, reaches } from './k8s-network';
import { configMapsOf, isWithin, selects, type Labels, type Peer, type Rendered } from './k8s-objects';

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

  it('lets the services reach Kafka, KEDA where it asks for the lag, analysts a listener of their own, and nobody else', () => {
    const { listeners } = rendered.one('Kafka', 'kafka').spec['kafka'] as {
      listeners: readonly { port: number; networkPolicyPeers?: readonly Peer[] }[];
    };
    expect(listeners.map(({ port }) => port)).toEqual([9092, 9094]);
    // Policies add up: what one of them opens, Strimzi's own of the listener or ours, is open.
    const isLetIn = (labels: Labels, namespace?: Labels, at = 9092): boolean =>
      listeners.some(({ port, networkPolicyPeers }) => port === at && reaches(networkPolicyPeers, labels, namespace)) ||
      isOpenFor(rendered, labels, kafkaLabels, at, namespace);
    for (const name of serviceNames)
      expect({ name, isLetIn: isLetIn(serviceLabels(name)) }).toMatchObject({ isLetIn: true });
    const usesKeda = rendered.of('ScaledObject').length > 0;
    expect(isLetIn({}, { 'kubernetes.io/metadata.name': 'keda' })).toBe(usesKeda);
    expect(isLetIn({ 'app.kubernetes.io/component': 'engine' })).toBe(false);
    expect(isLetIn(serviceLabels('billing'), { 'kubernetes.io/metadata.name': 'default' })).toBe(false);
    const theirs = { 'kubernetes.io/metadata.name': 'bi', 'pitanga.dev/analysts': 'true' };
    expect([9092, 9094].map((port) => isLetIn({}, theirs, port))).toEqual([false, true]);
    expect(isLetIn(serviceLabels('billing'), undefined, 9094)).toBe(false);
  });

  it('lets nobody in without TLS and a password, and refuses what no rule names', () => {
    expect(rendered.one('Kafka', 'kafka').spec).toMatchObject({
      kafka: {
        listeners: [9092, 9094].map((port) => ({ port, tls: true, authentication: { type: 'scram-sha-512' } })),
        authorization: { type: 'simple' },
      },
    });
  });

  it.each([...serviceNames, 'operations', 'history', 'public-events'] as const)(
    'gives %s the name and password of its own user of Kafka',
    (name) => {
      expect(rendered.one('KafkaUser', name).spec['authentication']).toEqual({ type: 'scram-sha-512' });
      const pod =
        name === 'operations' || name === 'history'
          ? rendered.one('CronJob', name).spec.jobTemplate?.spec.template.spec
          : rendered.one('Deployment', name).spec.template.spec;
      const [container] = pod?.containers ?? [];
      const password = container?.env?.find((variable) => variable.name === 'KAFKA_SASL_PASSWORD');
      expect(password?.valueFrom?.['secretKeyRef']).toMatchObject({ name: `kafka-user-${name}`, key: 'password' });
      const own = Object.fromEntries((container?.env ?? []).map((variable) => [variable.name, variable.value]));
      expect({ ...configMapsOf(rendered, container), ...own }).toMatchObject({
        KAFKA_TLS: 'true',
        KAFKA_TLS_CA_FILE: '/etc/pitanga/kafka-ca/ca.crt',
        KAFKA_SASL_MECHANISM: 'scram-sha-512',
        KAFKA_SASL_USERNAME: name,
      });
      const mount = container?.volumeMounts?.find(({ mountPath }) => mountPath === '/etc/pitanga/kafka-ca');
      expect((pod?.volumes ?? []).find((volume) => volume['name'] === mount?.name)).toMatchObject({
        secret: { secretName: 'kafka-cluster-ca-cert' },
      });
    },
  );

  it.each(serviceNames)('reaches the PostgreSQL of %s by TLS alone, by its authority and without its key', (name) => {
    expect(rendered.one('Cluster', `${name}-db`).spec['postgresql']).toMatchObject({
      pg_hba: ['hostnossl all all all reject'],
    });
    const pods = [rendered.one('Deployment', name), rendered.one('Job', `${name}-migration`)].map(
      ({ spec }) => spec.template.spec,
    );
    for (const { containers, volumes = [] } of pods) {
      const [container] = containers;
      const own = Object.fromEntries((container?.env ?? []).map((variable) => [variable.name, variable.value]));
      const file = { ...configMapsOf(rendered, container), ...own }['DATABASE_TLS_CA_FILE'] ?? '';
      const mount = container?.volumeMounts?.find(({ mountPath }) => mountPath === dirname(file));
      // A mounted single file is never renewed.
      expect(mount?.subPath).toBeUndefined();
      expect(volumes.find((volume) => volume['name'] === mount?.name)).toMatchObject({
        secret: { secretName: `${name}-db-ca`, items: [{ key: 'ca.crt', path: basename(file) }] },
      });
    }
  });

  it('gives the pod of operations the authority of every PostgreSQL, and the key of none', () => {
    const pod = rendered.one('CronJob', 'operations').spec.jobTemplate?.spec.template.spec;
    const [container] = pod?.containers ?? [];
    const own = Object.fromEntries((container?.env ?? []).map((variable) => [variable.name, variable.value]));
    const fileOf = (name: string): string => own[`${name.toUpperCase()}_DATABASE_TLS_CA_FILE`] ?? '';
    const mount = container?.volumeMounts?.find(({ mountPath }) => mountPath === dirname(fileOf('gateway')));
    const volume = (pod?.volumes ?? []).find((found) => found['name'] === mount?.name);
    expect(volume?.['projected']).toMatchObject({
      sources: serviceNames.map((name) => ({
        secret: { name: `${name}-db-ca`, items: [{ key: 'ca.crt', path: basename(fileOf(name)) }] },
      })),
    });
    // Its other programs use the database of the gateway.
    expect(own['DATABASE_TLS_CA_FILE']).toBe(fileOf('gateway'));
  });

  it('reaches Redis by TLS alone, by the authority of the installation', () => {
    const { containers, volumes = [] } = rendered.one('StatefulSet', 'redis').spec.template.spec;
    const args = containers[0]?.args ?? [];
    const valueOf = (option: string): string => args[args.indexOf(option) + 1] ?? '';
    expect([valueOf('--port'), valueOf('--tls-port')]).toEqual(['0', '6379']);
    const { spec } = rendered.one('Certificate', 'redis-tls');
    expect(spec).toMatchObject({ dnsNames: ['redis'], usages: ['digital signature', 'server auth'] });
    expect(spec['issuerRef']).toEqual(rendered.one('Certificate', 'gateway-rpc-tls').spec['issuerRef']);
    const mount = containers[0]?.volumeMounts?.find(
      ({ mountPath }) => mountPath === dirname(valueOf('--tls-key-file')),
    );
    expect(volumes.find((volume) => volume['name'] === mount?.name)).toMatchObject({
      secret: { secretName: spec['secretName'] },
    });
    const [gateway] = rendered.one('Deployment', 'gateway').spec.template.spec.containers;
    const { REDIS_TLS_CA_FILE: caFile, RPC_TLS_CA_FILE: authority } = configMapsOf(rendered, gateway);
    expect(caFile).toBe(authority);
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
