import { invalidArgument, type Tenant } from '@pitanga/core';
import type { PaymentMethod } from '../money/fees';
import type { StoreSettings } from '../store-settings/store-settings';
import type { RetryPolicy } from './checkout';
import { boletoSubscription, noAutomaticPix, retryPolicyInvalid, subscriptionNeedsOneItem } from './checkout-errors';

/** The input of a subscription checkout that these rules check. */
export interface SubscriptionInput {
  readonly items: readonly unknown[];
  readonly methods: readonly PaymentMethod[];
  readonly maxRetry: number | undefined;
  readonly retryEveryDays: number | undefined;
  readonly isAuthorizationOptional: boolean;
}

/** The default methods of subscriptions. */
export const subscriptionMethods: readonly PaymentMethod[] = ['CARD'];

const maxRetryMax = 10;
const maxRetryDefault = 3;
const retryEveryMax = 30;
const retryEveryDefault = 1;

/**
 * INVALID_ARGUMENT or FAILED_PRECONDITION for invalid terms of a subscription checkout
 * (docs/behaviour/subscriptions.md#subscription-checkouts).
 */
export function checkSubscription(settings: StoreSettings, tenant: Tenant, input: SubscriptionInput): RetryPolicy {
  if (input.items.length !== 1) throw subscriptionNeedsOneItem();
  if (input.methods.includes('BOLETO')) throw boletoSubscription();
  if (input.methods.includes('PIX') && !hasAutomaticPix(settings, tenant)) throw noAutomaticPix();
  if (input.isAuthorizationOptional && !input.methods.includes('PIX')) {
    throw invalidArgument("Property 'pixAuthorization' is only valid when PIX is accepted");
  }
  const { maxRetry = maxRetryDefault, retryEveryDays = retryEveryDefault } = input;
  if (!isWithin(maxRetry, maxRetryMax)) throw retryPolicyInvalid('maxRetry', maxRetryMax);
  if (!isWithin(retryEveryDays, retryEveryMax)) throw retryPolicyInvalid('retryEvery', retryEveryMax);
  return { maxRetry, retryEveryDays };
}

/** Whether the store may collect subscriptions by Pix. */
export function hasAutomaticPix(settings: StoreSettings, { devMode }: Tenant): boolean {
  return devMode ? settings.hasAutomaticPixDev : settings.hasAutomaticPixProd;
}

function isWithin(value: number, max: number): boolean {
  return Number.isInteger(value) && value >= 1 && value <= max;
}
