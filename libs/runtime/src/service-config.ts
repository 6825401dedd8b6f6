import { Type } from 'typebox';

/** Settings of mutual TLS between services; see rpcTls of libs/rpc. */
export const rpcTlsConfig = {
  RPC_TLS_CERT_FILE: Type.Optional(
    Type.String({
      minLength: 1,
      description: 'PEM certificate of this service for mTLS between services; with the two below or none of them',
    }),
  ),
  RPC_TLS_KEY_FILE: Type.Optional(Type.String({ minLength: 1, description: 'PEM key of that certificate' })),
  RPC_TLS_CA_FILE: Type.Optional(
    Type.String({ minLength: 1, description: 'PEM authorities whose services may call and be called' }),
  ),
};

/** Of a service that serves gRPC; see rpcTls of libs/rpc. */
export const rpcCallersConfig = {
  RPC_CALLERS: Type.Optional(
    Type.Array(Type.String({ minLength: 1 }), {
      minItems: 1,
      description:
        'comma list of the DNS names in certificates that may call; absent: every certificate of the authority',
    }),
  ),
};

const optionalText = (description: string) => Type.Optional(Type.String({ minLength: 1, description }));

/** Settings of the connection to Kafka; see kafkaAccess of libs/messaging. */
export const kafkaConfig = {
  KAFKA_BROKERS: Type.Array(Type.String({ minLength: 1 }), {
    minItems: 1,
    description: 'comma list of host:port of Kafka brokers',
  }),
  KAFKA_PREFIX: Type.String({
    default: '',
    pattern: '^[a-zA-Z0-9._-]*$',
    description: 'put before every topic and group name, to share a broker',
  }),
  KAFKA_TLS: Type.Boolean({ default: false, description: 'speak TLS to the brokers' }),
  KAFKA_TLS_CA: optionalText(
    'PEM authorities that sign the brokers (KAFKA_TLS_CA_FILE names a file); absent: public ones',
  ),
  KAFKA_TLS_CERT: optionalText('PEM certificate shown to the brokers (KAFKA_TLS_CERT_FILE names a file)'),
  KAFKA_TLS_KEY: optionalText('PEM key of that certificate (KAFKA_TLS_KEY_FILE names a file)'),
  KAFKA_SASL_MECHANISM: Type.Optional(
    Type.Union([Type.Literal('scram-sha-512'), Type.Literal('scram-sha-256'), Type.Literal('plain')], {
      description: 'how this service says who it is; with the two below or none of them',
    }),
  ),
  KAFKA_SASL_USERNAME: optionalText('user name for SASL'),
  KAFKA_SASL_PASSWORD: optionalText('password for SASL (KAFKA_SASL_PASSWORD_FILE names a file)'),
};

/** Settings of a service's own database; see buildDatabaseUrl of libs/database. */
export const databaseConfig = {
  DATABASE_URL: Type.String({
    pattern: '^postgres(ql)?://.+',
    description:
      'postgres://user:password@host:port/database of this service; ?sslmode=verify-full&sslrootcert=/path for TLS',
  }),
  DATABASE_TLS_CA_FILE: optionalText(
    'file of PEM authorities that sign the database server: the same as sslmode=verify-full and sslrootcert in DATABASE_URL',
  ),
  DATABASE_WAIT_MS: Type.Integer({
    default: 0,
    minimum: 0,
    maximum: 3_600_000,
    description: 'how long a start waits for its database and the migrations, in milliseconds; 0 ends it at once',
  }),
};

/**
 * The settings of every service, spread into its own schema:
 * `Type.Object({ ...serviceConfig, PUBLIC_URL: publicUrlConfig, LEDGER_ADDRESS: addressConfig('ledger') })`.
 * A property can be replaced, for example to give PORT a default.
 */
export const serviceConfig = {
  HOST: Type.String({
    default: '127.0.0.1',
    minLength: 1,
    description: 'address to listen on (0.0.0.0 in a container)',
  }),
  PORT: Type.Integer({
    default: 0,
    minimum: 0,
    maximum: 65_535,
    description: 'port of the service, 0 = any free port',
  }),
  OPS_PORT: Type.Integer({
    default: 0,
    minimum: 0,
    maximum: 65_535,
    description: 'port of /livez, /readyz and /metrics, 0 = any free port',
  }),
  LOG_LEVEL: Type.Union(
    [
      Type.Literal('fatal'),
      Type.Literal('error'),
      Type.Literal('warn'),
      Type.Literal('info'),
      Type.Literal('debug'),
      Type.Literal('trace'),
      Type.Literal('silent'),
    ],
    { default: 'info', description: 'least severe level that is logged' },
  ),
  ...databaseConfig,
  DATABASE_POOL_MAX: Type.Integer({
    default: 6,
    minimum: 1,
    maximum: 100,
    description: 'most database connections of one process for requests',
  }),
  DATABASE_JOBS_POOL_MAX: Type.Integer({
    default: 4,
    minimum: 1,
    maximum: 100,
    description: 'most database connections of one process for its relay, consumer and jobs, beside those for requests',
  }),
  DATABASE_PREPARED_STATEMENTS: Type.Boolean({
    default: true,
    description: 'false behind a pooler that keeps no prepared statements (PgBouncer before 1.21 in transaction mode)',
  }),
  ...kafkaConfig,
  ...rpcTlsConfig,
};

/** Address of another service's gRPC port, e.g. `dns:///billing:50051` or `127.0.0.1:50051`. */
export function addressConfig(service: string) {
  return Type.String({ minLength: 1, description: `gRPC address of ${service}, host:port or dns:///host:port` });
}

/** Settings of the connection to Redis. */
export const redisConfig = {
  REDIS_URL: Type.String({
    pattern: '^rediss?://.+',
    description: 'redis://:password@host:port, or rediss:// for TLS',
  }),
  REDIS_TLS_CA: optionalText('PEM authorities that sign Redis (REDIS_TLS_CA_FILE names a file); absent: public ones'),
};

export const publicUrlConfig = Type.String({
  pattern: '^https?://[^/]+.*[^/]$',
  description: 'public base address without a slash at the end, e.g. https://pay.example.com',
});

/** 32 bytes are 43 base64 characters and one '='. See createSealer. */
export const dataKeyConfig = Type.String({
  pattern: '^[A-Za-z0-9+/]{43}=$',
  description: '32 random bytes in base64 (openssl rand -base64 32); seals secrets at rest',
});

/** For `INVARIANTS_INTERVAL_MS`. */
export const invariantsConfig = Type.Integer({
  default: 300_000,
  minimum: 1_000,
  description: 'pause between two checks of the service against itself, in milliseconds',
});
