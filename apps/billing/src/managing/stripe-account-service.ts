import { isAppError, tenantOf, type Clock, type IdSource, type Tenant } from '@pitanga/core';
import { appendEvents, inTransaction, type Db } from '@pitanga/database';
import type { Log, Sealer } from '@pitanga/runtime';
import { stripeAccountConfigured, stripeAccountRemoved } from '../messages/stripe-account-events';
import { readStripeAccount } from '../stripe/stripe-account-reading';
import { createStripeClient } from '../stripe/stripe-client';
import { isLiveKey, stripeAccountReader } from '../stripe/stripe-config';
import type { StripeMetrics } from '../stripe/stripe-metrics';
import {
  checkedStripeSettings,
  newStripeSegment,
  type StripeAccount,
  type StripeAccountSettings,
} from '../stripe-accounts/stripe-account';
import { stripeAccountNotFound } from '../stripe-accounts/stripe-account-errors';
import {
  deleteStripeAccount,
  findStripeAccount,
  saveStripeAccount,
} from '../stripe-accounts/stripe-account-repository';
import type { StripeAccounts } from '../stripe-accounts/stripe-accounts';

export interface StripeAccountDeps {
  readonly db: Db;
  readonly clock: Clock;
  readonly ids: IdSource;
  readonly log: Log;
  readonly sealer: Sealer;
  readonly publicUrl: string;
  readonly stripeAccounts: StripeAccounts;
  readonly stripeMetrics: StripeMetrics;
  /** Whether accounts may use Stripe's test mode and an API on this machine. */
  readonly canUseStripeTestMode: boolean;
  /** The private networks in which providers may be. */
  readonly providerRanges: readonly string[];
}

/**
 * Sets a store's Stripe account. The account is read at Stripe first, so that wrong keys are refused and its id is known.
 * The last call wins; calls under way end with the keys they began with.
 */
export async function configureStripeAccount(
  deps: StripeAccountDeps,
  storeId: string,
  settingsJson: string,
): Promise<StripeAccount> {
  const tenant = tenantOf(storeId, false);
  const settings = checkedStripeSettings(settingsJson, { canUseTestMode: deps.canUseStripeTestMode });
  const accountId = await readAccountId(deps, storeId, settings);
  const now = deps.clock.real();
  const liveMode = isLiveKey(settings.secretKey);
  const requested = { settings, accountId, liveMode, segment: newStripeSegment(deps.ids), updatedAt: now };
  const account = await inTransaction(deps.db, async (tx) => {
    const saved = await saveStripeAccount(tx, tenant, deps.sealer, requested);
    await appendEvents(tx, [stripeAccountConfigured(deps.ids, tenant, saved)], now);
    return saved;
  });
  deps.stripeAccounts.forget(storeId);
  return account;
}

async function readAccountId(deps: StripeAccountDeps, storeId: string, config: StripeAccountSettings): Promise<string> {
  const { log, stripeMetrics: metrics, providerRanges } = deps;
  const client = createStripeClient({ config, log: log.child({ storeId }), metrics, providerRanges });
  try {
    return (await readStripeAccount(client, config.methods)).accountId;
  } catch (error) {
    if (isDenied(error)) throw stripeAccountReader.unusable(deniedSentence);
    throw error;
  } finally {
    client.close();
  }
}

/** NOT_FOUND when there is none. */
export async function findConfiguredStripeAccount(deps: StripeAccountDeps, tenant: Tenant): Promise<StripeAccount> {
  const account = await findStripeAccount(deps.db, tenant, deps.sealer);
  if (!account) throw stripeAccountNotFound();
  return account;
}

/** What is wrong with the account as Stripe sees it, one sentence each. NOT_FOUND when there is none. */
export async function testStripeAccount(deps: StripeAccountDeps, storeId: string): Promise<readonly string[]> {
  const tenant = tenantOf(storeId, false);
  const { settings, accountId } = await findConfiguredStripeAccount(deps, tenant);
  const adapter = await deps.stripeAccounts.of(tenant);
  if (!adapter) throw stripeAccountNotFound();
  try {
    const reading = await readStripeAccount(adapter.client, settings.methods);
    const moved =
      reading.accountId === accountId ? [] : ['The keys are of another Stripe account: set the account again'];
    const unsigned =
      settings.webhookSecret === undefined ? ['No webhook secret is set: Stripe’s notices are not read'] : [];
    return [...moved, ...reading.problems, ...unsigned];
  } catch (error) {
    if (!isAppError(error)) throw error;
    return [isDenied(error) ? deniedSentence : error.message];
  }
}

const deniedSentence =
  "Stripe refused 'secretKey': it is wrong or revoked, or a restricted key that may not read the account";

function isDenied(error: unknown): boolean {
  return isAppError(error) && error.reason === 'STRIPE_DENIED';
}

/** Removes the account; production cards and boletos of the store then answer 503. NOT_FOUND when there is none. */
export async function removeStripeAccount(deps: StripeAccountDeps, storeId: string): Promise<void> {
  const tenant = tenantOf(storeId, false);
  const now = deps.clock.real();
  await inTransaction(deps.db, async (tx) => {
    if (!(await deleteStripeAccount(tx, tenant))) throw stripeAccountNotFound();
    await appendEvents(tx, [stripeAccountRemoved(deps.ids, tenant, now)], now);
  });
  deps.stripeAccounts.forget(storeId);
}
