import { freePort, testInfra } from '@pitanga/testing';
import type { GatewayConfig } from '../src/gateway';
import { peopleConfig } from './people';

/** The settings of a whole gateway, whose services are away unless an address is given. */
export async function testGatewayConfig(of: {
  readonly databaseUrl: string;
  readonly kafkaPrefix: string;
  readonly billing?: string;
}): Promise<GatewayConfig> {
  const { databaseUrl, kafkaPrefix } = of;
  const down = `127.0.0.1:${await freePort()}`;
  const billing = of.billing ?? down;
  return {
    HOST: '127.0.0.1',
    PORT: 0,
    OPS_PORT: 0,
    LOG_LEVEL: 'silent',
    DATABASE_URL: databaseUrl,
    DATABASE_POOL_MAX: 2,
    DATABASE_JOBS_POOL_MAX: 2,
    DATABASE_PREPARED_STATEMENTS: true,
    DATABASE_WAIT_MS: 0,
    KAFKA_BROKERS: [testInfra().kafka],
    KAFKA_TLS: false,
    KAFKA_PREFIX: kafkaPrefix,
    REDIS_URL: testInfra().redis,
    BILLING_ADDRESS: billing,
    SUBSCRIPTIONS_ADDRESS: down,
    PAYOUTS_ADDRESS: down,
    LEDGER_ADDRESS: down,
    WEBHOOKS_ADDRESS: down,
    PUBLIC_URL: 'https://pitanga.example',
    STRIPE_SCRIPT_URL: 'https://js.stripe.com/v3/',
    PAGE_KEY: Buffer.alloc(32, 1).toString('base64'),
    DATA_KEY: Buffer.alloc(32, 2).toString('base64'),
    DATA_KEYS_OLD: [],
    SEALED_FORMAT: 2,
    PITANGA_STORE_CREATION: 'open',
    RATE_LIMIT_PER_KEY: 100,
    ...peopleConfig,
    INVARIANTS_INTERVAL_MS: 300_000,
    TRUSTED_PROXY_HOPS: 0,
    TRUST_PROXY: false,
    V1_SHUT_OFF: false,
    PAGE_REQUESTS_PER_ADDRESS: 0,
    PAGE_FORMS_PER_ADDRESS: 0,
    PAGE_FORMS_PER_CHECKOUT: 0,
    CARD_TOKENS_PER_ADDRESS: 0,
    CARD_TOKENS_PER_CARD: 0,
    WRONG_KEYS_PER_ADDRESS: 0,
    SIGN_INS_PER_ADDRESS: 0,
    OAUTH_REQUESTS_PER_ADDRESS: 0,
    OAUTH_CLIENTS_PER_ADDRESS: 0,
    EVENT_STREAMS_PER_KEY: 5,
    EVENT_STREAMS_PER_STORE: 20,
    EVENT_STREAMS_MAX: 10,
    EVENT_STREAM_MAX_MS: 60_000,
    PAGE_STREAMS_PER_ADDRESS: 300,
    PAGE_STREAMS_MAX: 300,
    PAGE_STREAM_MAX_MS: 60_000,
    DRAIN_MS: 0,
  };
}
