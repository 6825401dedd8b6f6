import {
  addressConfig,
  dataKeyConfig,
  invariantsConfig,
  publicUrlConfig,
  redisConfig,
  sealingConfig,
  serviceConfig,
} from '@pitanga/runtime';
import { Type, type Static } from 'typebox';
import { eventStreamConfig } from './event-streams/event-stream-config';
import { callbackConfig } from './http/callbacks/callback-config';
import { edgeLimitConfig } from './http/edge/admission/edge-limits';
import { pageWatchConfig } from './page-watch/page-watch-config';
import { connectableConfig } from './providers/connectable';
import { sessionConfig } from './sessions/session';
import { signUpConfig } from './signing-in/people-deps';
import { passwordConfig } from './users/password-hasher';

/** The environment of the gateway. */
export const gatewayConfig = Type.Object({
  ...serviceConfig,
  PORT: Type.Integer({ default: 8080, minimum: 0, maximum: 65_535, description: 'HTTP port, 0 = any free port' }),
  ...redisConfig,
  BILLING_ADDRESS: addressConfig('billing'),
  SUBSCRIPTIONS_ADDRESS: addressConfig('subscriptions'),
  PAYOUTS_ADDRESS: addressConfig('payouts'),
  LEDGER_ADDRESS: addressConfig('ledger'),
  WEBHOOKS_ADDRESS: addressConfig('webhooks'),
  PUBLIC_URL: publicUrlConfig,
  PAGE_KEY: Type.String({
    ...dataKeyConfig,
    description: '32 random bytes in base64 (openssl rand -base64 32); signs links to pages, the same in all replicas',
  }),
  STRIPE_SCRIPT_URL: Type.String({
    default: 'https://js.stripe.com/v3/',
    pattern: '^(https://[^\\s/"<>]+|http://(127\\.0\\.0\\.1|localhost)(:\\d{1,5})?)/[^\\s"<>]*$',
    description: 'script of the card fields on payment pages of stores that take cards by Stripe',
  }),
  APPLE_PAY_DOMAIN_ASSOCIATION: Type.Optional(
    Type.String({
      minLength: 1,
      maxLength: 20_000,
      pattern: '^[\\x20-\\x7e\\n\\r\\t]+$',
      description:
        "text of Stripe's file apple-developer-merchantid-domain-association, by which Apple knows that the host of payment pages may take Apple Pay",
    }),
  ),
  SECURITY_CONTACT: Type.Optional(
    Type.String({
      maxLength: 300,
      pattern: '^(mailto:[^\\s@]+@[^\\s@]+|https://[^\\s]+)$',
      description:
        'where a weakness of this installation is told, mailto:… or https://…: /.well-known/security.txt names it; absent: there is none',
    }),
  ),
  RATE_LIMIT_PER_KEY: Type.Integer({
    default: 100,
    minimum: 0,
    description: 'requests a second of one API key, 0 = no limit; a store may have its own',
  }),
  ...sealingConfig,
  PITANGA_STORE_CREATION: Type.Union([Type.Literal('open'), Type.Literal('closed')], {
    default: 'closed',
    description: 'open: people, and keys with STORE:CREATE, create further stores; closed: the operator alone',
  }),
  RATE_LIMIT_PER_SESSION: Type.Integer({
    default: 100,
    minimum: 0,
    description: 'requests a second of one person in one browser, 0 = no limit',
  }),
  ...edgeLimitConfig,
  ...signUpConfig,
  ...connectableConfig,
  ...passwordConfig,
  ...sessionConfig,
  ...eventStreamConfig,
  ...pageWatchConfig,
  ...callbackConfig,
  V1_SHUT_OFF: Type.Boolean({
    default: false,
    description: 'answer 410 to every v1 request from 1 March 2028 on; before that day v1 works whatever this says',
  }),
  DEV_MAIL_DIRECTORY: Type.Optional(
    Type.String({
      minLength: 1,
      description: 'folder of mail that /dev/mail shows to everybody: for a machine of one person, never in production',
    }),
  ),
  DRAIN_MS: Type.Integer({
    default: 5_000,
    minimum: 0,
    maximum: 15_000,
    description: 'how long a stop goes on answering, each time asking the client for a new connection',
  }),
  INVARIANTS_INTERVAL_MS: invariantsConfig,
  TRUSTED_PROXY_HOPS: Type.Integer({
    default: 0,
    minimum: 0,
    maximum: 10,
    description:
      'proxies in front of the gateway that set X-Forwarded-*: the client is that many addresses from the right; 0 = none',
  }),
  TRUST_PROXY: Type.Boolean({ default: false, description: 'the older name of TRUSTED_PROXY_HOPS=1' }),
});

export type GatewayConfig = Static<typeof gatewayConfig>;
