import type { IdSource } from '@pitanga/core';
import { Type, type Static } from 'typebox';
import { isLiveKey, stripeAccountReader, stripeConfigSchema } from '../stripe/stripe-config';

const StripeAccountSettings = Type.Object(stripeConfigSchema, { additionalProperties: false });

/** What is configured for the production cards and boletos of a store. */
export type StripeAccountSettings = Readonly<Static<typeof StripeAccountSettings>>;

/** The Stripe account that takes a store's production cards and boletos. */
export interface StripeAccount {
  readonly settings: StripeAccountSettings;
  /** The last part of the callback address. */
  readonly segment: string;
  /** acct_… */
  readonly accountId: string;
  /** False in Stripe's test mode, which moves no money. */
  readonly liveMode: boolean;
  readonly updatedAt: Date;
}

/** 256 bits in base 62. */
const segmentLength = 43;

export function newStripeSegment(ids: Pick<IdSource, 'token'>): string {
  return ids.token(segmentLength);
}

/**
 * Test keys in production would book money that nobody paid, so they, and an API on this machine, need the operator's
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
  if (!canUseTestMode && !settings.apiBaseUrl.startsWith('https://')) {
    throw stripeAccountReader.unusable("Property 'apiBaseUrl' should be an https address");
  }
  return settings;
}

/** The address of the webhook endpoint to create at Stripe. */
export function stripeCallbackUrl({ segment }: Pick<StripeAccount, 'segment'>, publicUrl: string): string {
  return `${publicUrl}/callbacks/stripe/${segment}`;
}
