import { createPrivateKey } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createMessaging, kafkaAccess, type Messaging } from '@pitanga/messaging';
import { kafkaConfig, loadConfig } from '@pitanga/runtime';
import { freePort, receiverTls, silentLog } from '@pitanga/testing';
import { Type } from 'typebox';
import { kafkaUnit } from './kafka';

const tls = receiverTls('trusted');
const passwordFor = (user: string): string => `password-of-${user}`;

/** A broker with mutual TLS and a password for each user. */
export interface SecuredKafka {
  /** In plain text, for who may do everything. */
  readonly address: string;
  /** All that the broker asks of this user. */
  settingsFor(user: string): Readonly<Record<string, string>>;
  stop(): Promise<void>;
}

/** @param hasRules users may only do what a rule lets them; else everything */
export async function startSecuredKafka(
  users: readonly string[],
  { hasRules = false }: { readonly hasRules?: boolean } = {},
): Promise<SecuredKafka> {
  const folder = mkdtempSync(join(tmpdir(), 'secured-kafka-'));
  const port = await freePort();
  const { unit, address } = kafkaUnit(
    {
      dataDir: join(folder, 'kafka'),
      port: await freePort(),
      controllerPort: await freePort(),
      sessionMs: 60_000,
      secured: {
        port,
        certificate: tls.cert,
        key: createPrivateKey(tls.key).export({ type: 'pkcs8', format: 'pem' }).toString(),
        ca: tls.ca,
        users: users.map((name) => ({ name, password: passwordFor(name) })),
        hasRules,
      },
    },
    { logs: folder, pids: folder },
  );
  const stop = async (): Promise<void> => {
    await unit.stop();
    rmSync(folder, { recursive: true, force: true });
  };
  try {
    await unit.start();
  } catch (error) {
    await stop();
    throw error;
  }
  const settingsFor = (user: string) => ({
    KAFKA_BROKERS: `127.0.0.1:${String(port)}`,
    KAFKA_TLS: 'true',
    KAFKA_TLS_CA: tls.ca,
    KAFKA_TLS_CERT: tls.cert,
    KAFKA_TLS_KEY: tls.key,
    KAFKA_SASL_MECHANISM: 'scram-sha-512',
    KAFKA_SASL_USERNAME: user,
    KAFKA_SASL_PASSWORD: passwordFor(user),
  });
  return { address, settingsFor, stop };
}

/** A client from the settings of a service, which may lack some. */
export function messagingWith(settings: Readonly<Record<string, string>>): Messaging {
  const config = loadConfig(Type.Object(kafkaConfig), settings);
  return createMessaging({ ...kafkaAccess(config), clientId: 'test', log: silentLog });
}
