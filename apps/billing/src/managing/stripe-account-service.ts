import { isAppError, toTenant, type AccountOwner, type Tenant } from '@pitanga/core';
import { appendEvents, transact } from '@pitanga/database';
import { assignOwner } from '@pitanga/provider-account';
import { stripeAccountConfigured, stripeAccountRemoved } from '../messages/stripe-account-events';
import type { Deps } from '../deps';
import { readStripeAccount } from '../stripe/stripe-account-reading';
import { createStripeClient } from '../stripe/stripe-client';
import { isLiveKey, stripeAccountReader } from '../stripe/stripe-config';
import { deleteEndpoint, registerEndpoint } from '../stripe/stripe-webhook';
import {
  checkedStripeSettings,
  stripeCallbackUrl,
  withSecret,
  type StripeAccount,
  type StripeAccountSettings,
} from '../stripe-accounts/stripe-account';
import { stripeAccountInUse, stripeAccountNotFound } from '../stripe-accounts/stripe-account-errors';
import {
  deleteStripeAccount,
  findStripeAccount,
  isStripeAccountInUse,
  saveStripeAccount,
  saveStripeWebhook,
} from '../stripe-accounts/stripe-account-repository';
import { requestStripeSweeps } from '../syncs/stripe-sync-repository';
import { newSegment } from './callback-segment';

export interface ConfiguredStripeAccount {
  readonly account: StripeAccount;
  /** Why Stripe does not call us; without its events the account works by polling. */
  readonly webhookFailure: string | undefined;
}

/**
 * Sets a store's Stripe account and registers our endpoint there. The account is read at Stripe first, so that wrong keys are refused and its id is known.
 * The last call wins, but another account is refused while the present one is in use; calls under way end with the keys they began with.
 */
export async function configureStripeAccount(
  deps: Deps,
  storeId: string,
  settingsJson: string,
  /** Absent from an older gateway: the account has no owner then. */
  owner?: AccountOwner,
): Promise<ConfiguredStripeAccount> {
  const tenant = toTenant(storeId, false);
  const { replaceAccount, ...settings } = checkedStripeSettings(settingsJson, {
    canUseTestMode: deps.canUseStripeTestMode,
  });
  const accountId = await readAccountId(deps, storeId, settings);
  const now = deps.clock.real();
  const liveMode = isLiveKey(settings.secretKey);
  const before = await findStripeAccount(deps.db, tenant, deps.sealer);
  const known = before?.accountId === accountId ? before.webhook : {};
  // A secret of the owner is of an endpoint that the owner made.
  const webhook =
    settings.webhookSecret === undefined ? known : withSecret(known, { secret: settings.webhookSecret }, now);
  const segment = newSegment(deps.ids);
  const requested = { settings, accountId, liveMode, segment, webhook, owner, updatedAt: now };
  const account = await transact(deps, async (tx) => {
    const isOther = before !== undefined && before.accountId !== accountId;
    if (isOther && replaceAccount !== true && (await isStripeAccountInUse(tx.db, tenant))) throw stripeAccountInUse();
    const saved = await saveStripeAccount(tx.db, tenant, tx.sealer, requested);
    await appendEvents(tx.db, [stripeAccountConfigured(tx.ids, tenant, saved)], now);
    await requestStripeSweeps(tx.db, tenant, now);
    return saved;
  });
  deps.stripeAccounts.forget(storeId);
  // After the commit: Stripe may call the address before it answers.
  return registerWebhook(deps, tenant, account);
}

async function registerWebhook(deps: Deps, tenant: Tenant, account: StripeAccount): Promise<ConfiguredStripeAccount> {
  const { settings, webhook, updatedAt } = account;
  const url = stripeCallbackUrl(account, deps.publicUrl);
  if (settings.webhookSecret !== undefined) return { account, webhookFailure: undefined };
  if (!settings.registerWebhook) return { account, webhookFailure: 'It was not asked to (registerWebhook is false).' };
  if (!url.startsWith('https://')) {
    return { account, webhookFailure: 'Stripe calls https addresses only; set callbackBaseUrl.' };
  }
  try {
    const adapter = await deps.stripeAccounts.of(tenant);
    if (!adapter) throw stripeAccountNotFound();
    const { endpointId: id, secret } = webhook;
    const known = id === undefined || secret === undefined ? undefined : { id, secret };
    const endpoint = await registerEndpoint(adapter.client, url, known, `endpoint-${deps.ids.token(20)}`);
    const next = { secret: endpoint.secret, endpointId: endpoint.id };
    const registered = { ...account, webhook: withSecret(webhook, next, updatedAt) };
    await saveStripeWebhook(deps.db, tenant, deps.sealer, registered);
    return { account: registered, webhookFailure: undefined };
  } catch (error) {
    if (!isAppError(error)) throw error;
    return { account, webhookFailure: error.message };
  }
}

async function readAccountId(deps: Deps, storeId: string, config: StripeAccountSettings): Promise<string> {
  const { log, stripeMetrics: metrics, providerRanges } = deps;
  const client = createStripeClient({ config, storeId, log: log.child({ storeId }), metrics, providerRanges });
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
export async function findConfiguredStripeAccount(deps: Deps, tenant: Tenant): Promise<StripeAccount> {
  const account = await findStripeAccount(deps.db, tenant, deps.sealer);
  if (!account) throw stripeAccountNotFound();
  return account;
}

/** What is wrong with the account as Stripe sees it, one sentence each. NOT_FOUND when there is none. */
export async function testStripeAccount(deps: Deps, storeId: string): Promise<readonly string[]> {
  const tenant = toTenant(storeId, false);
  const { settings, accountId, webhook } = await findConfiguredStripeAccount(deps, tenant);
  const adapter = await deps.stripeAccounts.of(tenant);
  if (!adapter) throw stripeAccountNotFound();
  try {
    const reading = await readStripeAccount(adapter.client, settings.methods);
    const moved =
      reading.accountId === accountId ? [] : ['The keys are of another Stripe account: set the account again'];
    const unsigned = webhook.secret === undefined ? ['No webhook secret is set: Stripe’s notices are not read'] : [];
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

/** Says whose an account is that an earlier release set; what it attests from then on is that owner's. NOT_FOUND when there is none. */
export async function assignStripeAccount(deps: Deps, storeId: string, owner: AccountOwner): Promise<void> {
  const assigned = await assignOwner(deps.db, 'stripe_accounts', { storeId }, { owner, at: deps.clock.real() });
  if (!assigned) throw stripeAccountNotFound();
  deps.stripeAccounts.forget(storeId);
}

/** Removes the account; production cards and boletos of the store then answer 503. NOT_FOUND when there is none. */
export async function removeStripeAccount(deps: Deps, storeId: string): Promise<void> {
  const tenant = toTenant(storeId, false);
  const account = await findStripeAccount(deps.db, tenant, deps.sealer);
  if (account?.webhook.endpointId !== undefined) await unregisterWebhook(deps, tenant, account.webhook.endpointId);
  const now = deps.clock.real();
  await transact(deps, async (tx) => {
    if (!(await deleteStripeAccount(tx.db, tenant))) throw stripeAccountNotFound();
    await appendEvents(tx.db, [stripeAccountRemoved(tx.ids, tenant, now)], now);
  });
  deps.stripeAccounts.forget(storeId);
}

/** Best effort: later calls are answered NOT_FOUND. */
async function unregisterWebhook(deps: Deps, tenant: Tenant, endpointId: string): Promise<void> {
  try {
    const adapter = await deps.stripeAccounts.of(tenant);
    if (adapter) await deleteEndpoint(adapter.client, endpointId);
  } catch (error) {
    const { storeId } = tenant;
    deps.log.warn({ err: error, storeId }, 'the callback address was not removed from Stripe');
  }
}
