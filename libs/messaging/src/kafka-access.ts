import { configError } from '@pitanga/runtime';
import type { MessagingOptions } from './messaging';

/** The part of a service's configuration that says how to reach Kafka (kafkaConfig of libs/runtime). */
export interface KafkaSettings {
  readonly KAFKA_BROKERS: readonly string[];
  readonly KAFKA_PREFIX: string;
  readonly KAFKA_TLS: boolean;
  readonly KAFKA_TLS_CA?: string;
  readonly KAFKA_TLS_CERT?: string;
  readonly KAFKA_TLS_KEY?: string;
  readonly KAFKA_SASL_MECHANISM?: 'scram-sha-512' | 'scram-sha-256' | 'plain';
  readonly KAFKA_SASL_USERNAME?: string;
  readonly KAFKA_SASL_PASSWORD?: string;
}

/**
 * The address of Kafka and the identity of a process, from its configuration. The brokers' certificates are checked against
 * their names. All is read once: renewed certificates and passwords count from the next start.
 *
 * @throws ConfigError when settings that go together are not all there, or would be ignored
 */
export function kafkaAccess(config: KafkaSettings): Pick<MessagingOptions, 'brokers' | 'prefix' | 'security'> {
  const problems = [...tlsProblems(config), ...saslProblems(config)];
  if (problems.length > 0) throw configError(problems);
  const { KAFKA_TLS: tls, KAFKA_TLS_CA: ca, KAFKA_TLS_CERT: cert, KAFKA_TLS_KEY: key } = config;
  return {
    brokers: config.KAFKA_BROKERS,
    prefix: config.KAFKA_PREFIX,
    security: {
      ...(tls && { ssl: { ...(ca && { ca }), ...(cert && { cert }), ...(key && { key }) } }),
      ...buildSasl(config),
    },
  };
}

const tlsParts = ['KAFKA_TLS_CA', 'KAFKA_TLS_CERT', 'KAFKA_TLS_KEY'] as const;
const saslParts = ['KAFKA_SASL_MECHANISM', 'KAFKA_SASL_USERNAME', 'KAFKA_SASL_PASSWORD'] as const;

function tlsProblems(config: KafkaSettings): readonly string[] {
  if (!config.KAFKA_TLS) {
    return tlsParts.filter((name) => config[name]).map((name) => `${name} is set, but KAFKA_TLS is not true`);
  }
  const { KAFKA_TLS_CERT: cert, KAFKA_TLS_KEY: key } = config;
  return (cert === undefined) === (key === undefined) ? [] : ['KAFKA_TLS_CERT and KAFKA_TLS_KEY go together'];
}

function saslProblems(config: KafkaSettings): readonly string[] {
  const missing = saslParts.filter((name) => config[name] === undefined);
  if (missing.length === saslParts.length) return [];
  const problems = missing.map((name) => `${name} is missing: the three KAFKA_SASL_ settings go together`);
  const isBare = config.KAFKA_SASL_MECHANISM === 'plain' && !config.KAFKA_TLS;
  return isBare
    ? [...problems, 'KAFKA_SASL_MECHANISM plain sends the password as it is: it needs KAFKA_TLS']
    : problems;
}

function buildSasl({
  KAFKA_SASL_MECHANISM: mechanism,
  KAFKA_SASL_USERNAME: username,
  KAFKA_SASL_PASSWORD: password,
}: KafkaSettings): Pick<NonNullable<MessagingOptions['security']>, 'sasl'> {
  if (mechanism === undefined || username === undefined || password === undefined) return {};
  // The client's types tell one mechanism from another.
  switch (mechanism) {
    case 'plain':
      return { sasl: { mechanism, username, password } };
    case 'scram-sha-256':
      return { sasl: { mechanism, username, password } };
    case 'scram-sha-512':
      return { sasl: { mechanism, username, password } };
  }
}
