import { execFile } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { existsSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { toolsDir } from '../workspace';
import { jars } from './artifacts';
import { findJava } from './java';
import { privateFolder } from './private-folder';
import { readTail } from './process';
import { createUnit, type Unit, type UnitFolders } from './unit';

const run = promisify(execFile);

export interface KafkaOptions {
  readonly dataDir: string;
  readonly port: number;
  readonly controllerPort: number;
  /** How long the broker may miss heartbeats before it is fenced. */
  readonly sessionMs: number;
  /** A second way in, with mutual TLS and SCRAM-SHA-512. */
  readonly secured?: SecuredListener;
  /** Further ways in, in plain text, which send their clients to another port: that of a proxy before it. */
  readonly proxied?: readonly ProxiedListener[];
}

export interface ProxiedListener {
  readonly port: number;
  /** Where clients of this way find the broker. */
  readonly proxyPort: number;
}

export interface SecuredListener {
  readonly port: number;
  /** PEM; the key in PKCS #8. */
  readonly certificate: string;
  readonly key: string;
  /** PEM authority of the clients. */
  readonly ca: string;
  readonly users: readonly { readonly name: string; readonly password: string }[];
  /** Users may only do what a rule lets them; who comes through the other way may do everything. */
  readonly hasRules?: boolean;
}

/** One Apache Kafka in KRaft mode, broker and controller in a single process. */
export function kafkaUnit(options: KafkaOptions, folders: UnitFolders): { unit: Unit; address: string } {
  privateFolder(options.dataDir);
  const unit = createUnit(
    {
      name: 'kafka',
      prepare: async () => {
        const java = await findJava();
        const classPath = join(await jars(), '*');
        const properties = await formatted(options, java, classPath);
        const flags = [
          '-Xmx384m',
          '-Xms64m',
          '-XX:+UseSerialGC',
          '-XX:TieredStopAtLevel=1',
          '-XX:+ExitOnOutOfMemoryError',
          // Counters for other programs, written 20 times a second.
          '-XX:-UsePerfData',
        ];
        return {
          command: java,
          args: [...flags, logging, '-cp', classPath, 'kafka.Kafka', properties],
          cwd: options.dataDir,
        };
      },
      isReady: (logFile, logFrom) =>
        readTail(logFile, Number.POSITIVE_INFINITY, logFrom).includes('Kafka Server started'),
      readyTimeoutMs: 120_000,
      stopSignal: 'SIGTERM',
      stopTimeoutMs: 20_000,
    },
    folders,
  );
  return { unit, address: `127.0.0.1:${String(options.port)}` };
}

const logging = `-Dlog4j2.configurationFile=${join(toolsDir, 'kafka', 'log4j2.xml')}`;

/** Writes the settings (the ports may have changed since the last start) and formats the storage at the first start. */
async function formatted(options: KafkaOptions, java: string, classPath: string): Promise<string> {
  const properties = join(options.dataDir, 'server.properties');
  writeFileSync(properties, serverProperties(options));
  if (!existsSync(join(options.dataDir, 'log', 'meta.properties'))) {
    const tool = [
      '-Xmx64m',
      '-XX:TieredStopAtLevel=1',
      '-XX:+UseSerialGC',
      logging,
      '-cp',
      classPath,
      'kafka.tools.StorageTool',
    ];
    const users = (options.secured?.users ?? []).flatMap((user) => ['--add-scram', scramOption(user)]);
    await run(java, [...tool, 'format', '--ignore-formatted', '-t', clusterId(), '-c', properties, ...users]);
  }
  return properties;
}

function scramOption({ name, password }: SecuredListener['users'][number]): string {
  return `SCRAM-SHA-512=[name=${name},password=${password}]`;
}

/** Kafka's own ids are 16 random bytes in URL-safe base64; a leading dash would be read as an option. */
function clusterId(): string {
  const id = randomBytes(16).toString('base64url');
  return id.startsWith('-') ? clusterId() : id;
}

function serverProperties({ dataDir, port, controllerPort, sessionMs, secured, proxied }: KafkaOptions): string {
  const broker = `127.0.0.1:${String(port)}`;
  const controller = `127.0.0.1:${String(controllerPort)}`;
  const settings = {
    'process.roles': 'broker,controller',
    'node.id': '1',
    'controller.quorum.voters': `1@${controller}`,
    'controller.listener.names': 'CONTROLLER',
    listeners: `PLAINTEXT://${broker},CONTROLLER://${controller}`,
    'advertised.listeners': `PLAINTEXT://${broker}`,
    'listener.security.protocol.map': 'PLAINTEXT:PLAINTEXT,CONTROLLER:PLAINTEXT',
    'log.dirs': join(dataDir, 'log'),
    'auto.create.topics.enable': 'false',
    'offsets.topic.num.partitions': '8',
    'offsets.topic.replication.factor': '1',
    'transaction.state.log.num.partitions': '4',
    'transaction.state.log.replication.factor': '1',
    'transaction.state.log.min.isr': '1',
    'share.coordinator.state.topic.replication.factor': '1',
    'share.coordinator.state.topic.min.isr': '1',
    'group.initial.rebalance.delay.ms': '0',
    'broker.session.timeout.ms': String(sessionMs),
    'broker.heartbeat.interval.ms': '1000',
    'log.retention.hours': '168',
    // Tests run services whose clocks are days ahead.
    'log.message.timestamp.after.max.ms': '9223372036854775807',
    'log.segment.bytes': '67108864',
    'log.index.size.max.bytes': '1048576',
    'log.cleaner.dedupe.buffer.size': '8388608',
    // Two cores or so, and every thread wakes a few times a second to look for work.
    'num.network.threads': '1',
    'num.io.threads': '2',
    'group.coordinator.threads': '1',
    'share.coordinator.threads': '1',
    // A controller at rest would write a record every half second, which says that it is there.
    'metadata.max.idle.interval.ms': '5000',
    ...(secured && securedProperties(secured, broker, controller)),
    ...(proxied && proxiedProperties(proxied, broker, controller)),
  };
  return Object.entries(settings)
    .map(([name, value]) => `${name}=${value.replaceAll(/\r?\n/g, '\\n')}\n`)
    .join('');
}

function proxiedProperties(
  proxied: readonly ProxiedListener[],
  broker: string,
  controller: string,
): Readonly<Record<string, string>> {
  const ways = (port: (way: ProxiedListener) => number): string =>
    proxied.map((way, index) => `,PROXIED${String(index)}://127.0.0.1:${String(port(way))}`).join('');
  return {
    listeners: `PLAINTEXT://${broker}${ways((way) => way.port)},CONTROLLER://${controller}`,
    'advertised.listeners': `PLAINTEXT://${broker}${ways((way) => way.proxyPort)}`,
    'listener.security.protocol.map': [
      'PLAINTEXT:PLAINTEXT',
      ...proxied.map((_, index) => `PROXIED${String(index)}:PLAINTEXT`),
      'CONTROLLER:PLAINTEXT',
    ].join(','),
  };
}

function securedProperties(
  { port, certificate, key, ca, hasRules = false }: SecuredListener,
  broker: string,
  controller: string,
): Readonly<Record<string, string>> {
  const secured = `127.0.0.1:${String(port)}`;
  const of = (name: string): string => `listener.name.secured.${name}`;
  return {
    listeners: `PLAINTEXT://${broker},SECURED://${secured},CONTROLLER://${controller}`,
    'advertised.listeners': `PLAINTEXT://${broker},SECURED://${secured}`,
    'listener.security.protocol.map': 'PLAINTEXT:PLAINTEXT,SECURED:SASL_SSL,CONTROLLER:PLAINTEXT',
    [of('ssl.client.auth')]: 'required',
    [of('ssl.keystore.type')]: 'PEM',
    [of('ssl.keystore.certificate.chain')]: certificate,
    [of('ssl.keystore.key')]: key,
    [of('ssl.truststore.type')]: 'PEM',
    [of('ssl.truststore.certificates')]: ca,
    [of('sasl.enabled.mechanisms')]: 'SCRAM-SHA-512',
    [of('scram-sha-512.sasl.jaas.config')]: 'org.apache.kafka.common.security.scram.ScramLoginModule required;',
    ...(hasRules && {
      'authorizer.class.name': 'org.apache.kafka.metadata.authorizer.StandardAuthorizer',
      'super.users': 'User:ANONYMOUS',
    }),
  };
}
