import { createLog, kafkaConfig, loadConfig } from '@pitanga/runtime';
import { Type } from 'typebox';
import { kafkaAccess } from './kafka-access';
import { createMessaging, type Messaging } from './messaging';

/**
 * The way to Kafka of a program beside the services, from the same settings as theirs: KAFKA_BROKERS, KAFKA_PREFIX,
 * KAFKA_TLS and so on.
 *
 * @throws ConfigError when they are not usable
 */
export function programMessaging(clientId: string, env: NodeJS.ProcessEnv, level: 'warn' | 'fatal'): Messaging {
  const config = loadConfig(Type.Object(kafkaConfig), env);
  return createMessaging({ ...kafkaAccess(config), clientId, log: createLog({ service: clientId, level }) });
}
