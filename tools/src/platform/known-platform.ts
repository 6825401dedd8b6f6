import { serviceNames } from '@pitanga/operations/services';
import { userError } from '@pitanga/runtime/user-error';
import { openState, runningAt } from './state';

/**
 * The brokers of the platform that runs on a data folder.
 * @throws a user error when none runs
 */
function readBrokers(dataDir: string): string {
  const kafka = runningAt(dataDir) === undefined ? undefined : openState(dataDir).demo()?.infra.kafka;
  if (kafka === undefined)
    throw userError('Pitanga is not running here: start it with npm start, or set KAFKA_BROKERS.');
  return kafka;
}

/** The settings with which a program finds the brokers: those of `env`, or those of a platform that runs here. */
export function kafkaEnv(dataDir: string, env: NodeJS.ProcessEnv): NodeJS.ProcessEnv {
  return { ...env, KAFKA_BROKERS: env.KAFKA_BROKERS || readBrokers(dataDir) };
}

/** The same before its services start, of the platform that was last started here: after its databases were restored. */
export function lastKafkaEnv(dataDir: string, env: NodeJS.ProcessEnv): NodeJS.ProcessEnv {
  const kafka = env.KAFKA_BROKERS || openState(dataDir).demo()?.infra.kafka;
  if (kafka === undefined) throw userError('Nothing is known of a Kafka: set KAFKA_BROKERS.');
  return { ...env, KAFKA_BROKERS: kafka };
}

/**
 * The settings with which a program finds the database of each service: those of `env`, or those of the platform that was
 * last started here.
 */
export function databasesEnv(dataDir: string, env: NodeJS.ProcessEnv): NodeJS.ProcessEnv {
  const names = serviceNames.map((name) => [name, `${name.toUpperCase()}_DATABASE_URL`] as const);
  // Where all are named no data folder is looked for.
  if (names.every(([, setting]) => env[setting])) return env;
  const known = openState(dataDir).demo()?.infra.postgres;
  if (known === undefined)
    throw userError(
      'Nothing is known of the databases: start Pitanga here (npm start), or set <SERVICE>_DATABASE_URL.',
    );
  return { ...Object.fromEntries(names.map(([name, setting]) => [setting, known[name]])), ...env };
}
