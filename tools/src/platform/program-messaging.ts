import { createMessaging, kafkaAccess, type Messaging } from '@pitanga/messaging';
import { createLog, kafkaConfig, loadConfig } from '@pitanga/runtime';
import { Type } from 'typebox';

export interface ProgramMessagingOptions {
  /** The brokers used when KAFKA_BROKERS is not set: those of the platform that runs here. */
  readonly brokers?: () => string;
  readonly logLevel: 'warn' | 'fatal';
}

/**
 * The way to Kafka of a program beside the services, from the same settings as theirs: KAFKA_BROKERS, KAFKA_PREFIX,
 * KAFKA_TLS and so on.
 *
 * @throws ConfigError when they are not usable, and what `brokers` throws
 */
export function programMessaging(
  clientId: string,
  env: NodeJS.ProcessEnv,
  options: ProgramMessagingOptions,
): Messaging {
  const given = env.KAFKA_BROKERS === '' ? undefined : env.KAFKA_BROKERS;
  const found = { ...env, KAFKA_BROKERS: given ?? options.brokers?.() };
  const config = loadConfig(Type.Object(kafkaConfig), found);
  return createMessaging({
    ...kafkaAccess(config),
    clientId,
    log: createLog({ service: clientId, level: options.logLevel }),
  });
}
