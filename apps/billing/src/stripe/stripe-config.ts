import { createSettingsReader } from '@pitanga/provider-account';
import { Type, type Static, type TObject } from 'typebox';

/** The methods that Stripe can take for a store in Brazil. */
export const stripeMethods = ['CARD', 'BOLETO'] as const;
export type StripeMethod = (typeof stripeMethods)[number];

export const stripeApi = 'https://api.stripe.com';

/** The access of one store to its Stripe account. The two keys and the webhook secret are of one mode: live or test. */
export const stripeConfigSchema = {
  /** A secret key (`sk_`), or better a restricted one (`rk_`) with the permissions of docs/stripe-accounts.md. */
  secretKey: Type.String({ pattern: '^[sr]k_(live|test)_[A-Za-z0-9_]{8,250}$' }),
  /** Not secret: it goes into the payment page. */
  publishableKey: Type.String({ pattern: '^pk_(live|test)_[A-Za-z0-9_]{8,250}$' }),
  /** Of the endpoint at Stripe that calls our callback address. */
  webhookSecret: Type.Optional(Type.String({ pattern: '^whsec_[A-Za-z0-9+/=_-]{8,250}$' })),
  /** Without a path or final slash; another than Stripe's only where the configuration allows the test mode. */
  apiBaseUrl: Type.String({
    pattern: '^(https://[^/?#\\s@]+|http://(127\\.0\\.0\\.1|localhost)(:\\d{1,5})?)$',
    default: stripeApi,
  }),
  /** What the store takes by this account. */
  methods: Type.Array(Type.Unsafe<StripeMethod>(Type.String({ pattern: `^(${stripeMethods.join('|')})$` })), {
    minItems: 1,
    uniqueItems: true,
    default: [...stripeMethods],
  }),
};

export type StripeConfig = Readonly<Static<TObject<typeof stripeConfigSchema>>>;

/** Throws INVALID_STRIPE_ACCOUNT. */
export const stripeAccountReader = createSettingsReader('INVALID_STRIPE_ACCOUNT');

/** False in Stripe's test mode, which moves no money. */
export function isLiveKey(key: string): boolean {
  return /^[a-z]k_live_/.test(key);
}
