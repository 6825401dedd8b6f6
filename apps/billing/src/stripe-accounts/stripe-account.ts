import type { AccountOwner } from '@pitanga/core';
import { HttpsUrl } from '@pitanga/provider-account';
import { Type, type Static } from 'typebox';
import { positionsSchema } from '../provider/positions';
import { isLiveKey, stripeAccountReader, stripeApi, stripeConfigSchema } from '../stripe/stripe-config';

const StripeAccountSettings = Type.Object(
  {
    ...stripeConfigSchema,
    ...positionsSchema,
    /** Base address of the callback route for Stripe, if not the public address. No final slash. */
    callbackBaseUrl: Type.Optional(HttpsUrl),
    /** False if the callback address is registered at Stripe by hand; then `webhookSecret` is needed. */
    registerWebhook: Type.Boolean({ default: true }),
    /** True to leave the account so far although it has open payments; not stored. */
    replaceAccount: Type.Optional(Type.Boolean()),
  },
  { additionalProperties: false },
);

/** What is configured for the production cards and boletos of a store. */
export type StripeAccountSettings = Readonly<Static<typeof StripeAccountSettings>>;

/** The Stripe account that takes a store's production cards and boletos. */
export interface StripeAccount {
  readonly settings: StripeAccountSettings;
  /** The last part of the callback address. */
  readonly segment: string;
  readonly webhook: StripeWebhook;
  /** acct_… */
  readonly accountId: string;
  /** False in Stripe's test mode, which moves no money. */
  readonly liveMode: boolean;
  /** Undefined until it is known of an account of an earlier release. */
  readonly owner?: AccountOwner | undefined;
  readonly updatedAt: Date;
}

/** How Stripe's events reach us. */
export interface StripeWebhook {
  /** we_… of the endpoint that we registered. */
  readonly endpointId?: string | undefined;
  /** Of the signatures: given by the owner, or answered by Stripe. Absent: events are refused. */
  readonly secret?: string | undefined;
  /** The secret before, which still signs what Stripe sends again. */
  readonly former?: { readonly secret: string; readonly until: string } | undefined;
}

/** Stripe sends an event again for three days. */
const formerSecretMs = 3 * 86_400_000;

/** The webhook with a new secret; the one before stays good for a while. */
export function withSecret(
  webhook: StripeWebhook,
  next: { readonly secret: string | undefined; readonly endpointId?: string | undefined },
  now: Date,
): StripeWebhook {
  const { secret, former } = webhook;
  if (secret === undefined || secret === next.secret) return { ...next, former };
  return { ...next, former: { secret, until: new Date(now.getTime() + formerSecretMs).toISOString() } };
}

/** The secrets that may sign an event now. */
export function listValidSecrets({ secret, former }: StripeWebhook, now: Date): readonly string[] {
  const isGood = former !== undefined && now < new Date(former.until);
  return [...(secret === undefined ? [] : [secret]), ...(isGood ? [former.secret] : [])];
}

/**
 * Test keys in production would book money that was never paid, so they, and an API of another address, need the operator's
 * permission.
 * @throws AppError INVALID_ARGUMENT for settings that cannot be used; its message shows no value
 */
export function checkedStripeSettings(
  json: string,
  { canUseTestMode }: { readonly canUseTestMode: boolean },
): StripeAccountSettings {
  const settings = stripeAccountReader.read(StripeAccountSettings, json);
  const isLive = isLiveKey(settings.secretKey);
  if (isLive !== isLiveKey(settings.publishableKey)) {
    throw stripeAccountReader.unusable(
      "Properties 'secretKey' and 'publishableKey' should both be live or both be test",
    );
  }
  if (!canUseTestMode && !isLive) {
    throw stripeAccountReader.unusable("Property 'secretKey' should be a live key: test keys move no money");
  }
  // Another server would confirm payments that were never made.
  if (!canUseTestMode && settings.apiBaseUrl !== stripeApi) {
    throw stripeAccountReader.unusable(`Property 'apiBaseUrl' should be ${stripeApi}`);
  }
  return settings;
}

/** The address of the webhook endpoint to create at Stripe. */
export function stripeCallbackUrl(
  { segment, settings }: Pick<StripeAccount, 'segment' | 'settings'>,
  publicUrl: string,
): string {
  return `${settings.callbackBaseUrl ?? publicUrl}/callbacks/stripe/${segment}`;
}
