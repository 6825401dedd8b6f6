import { isAppError, toTenant, type AccountOwner, type AppError, type Tenant } from '@pitanga/core';
import { transact } from '@pitanga/database';
import {
  asaasAccountReader,
  clockSentence,
  isNoAnswer,
  noAnswerSentence,
  type AsaasClient,
} from '@pitanga/provider-account';
import { asaasName } from '../asaas/asaas-pix-provider';
import { readAsaasAccountId, readAsaasOwner } from '../asaas/asaas-owner';
import { findAsaasWebhook, registerAsaasWebhook, removeAsaasWebhook } from '../asaas/asaas-webhook';
import {
  asaasCallbackUrl,
  asaasInbox,
  checkedAsaasSettings,
  type AsaasAccount,
  type AsaasAccountSettings,
} from '../asaas-accounts/asaas-account';
import { asaasAccountInUse, asaasAccountNotFound } from '../asaas-accounts/asaas-account-errors';
import {
  deleteAsaasAccount,
  findAsaasAccount,
  isAsaasAccountInUse,
  saveAsaasAccount,
  saveAsaasWebhook,
} from '../asaas-accounts/asaas-account-repository';
import { toAdapter } from '../asaas-accounts/asaas-accounts';
import type { Deps } from '../deps';
import { closeInbox, saveInbox } from '../key-payments/inbox-repository';
import { requestAsaasSync } from '../syncs/asaas-sync-repository';
import { newSegment } from './callback-segment';

export interface ConfiguredAsaasAccount {
  readonly account: AsaasAccount;
  /** Why Asaas does not call us; without its events the account works by reading lists. */
  readonly webhookFailure: string | undefined;
}

/** Letters and digits of the token that Asaas's calls carry; it takes 32 to 255. */
const tokenLength = 64;

/**
 * Sets a store's Asaas account and registers our webhook there. The account is read first, so that a key that does not work is
 * refused and its id is known. The last call wins, but another account is refused while the present one is in use.
 */
export async function configureAsaasAccount(
  deps: Deps,
  storeId: string,
  settingsJson: string,
  owner: AccountOwner,
): Promise<ConfiguredAsaasAccount> {
  const tenant = toTenant(storeId, false);
  const { replaceAccount, ...settings } = checkedAsaasSettings(settingsJson, {
    canUseSandbox: deps.canUseAsaasSandbox,
    providerRanges: deps.providerRanges,
  });
  const { accountId, email } = await readAccount(deps, storeId, settings);
  const now = deps.clock.real();
  const before = await findAsaasAccount(deps.db, tenant, deps.sealer);
  const isOther = before !== undefined && before.accountId !== accountId;
  const webhook = before && !isOther ? before.webhook : { token: deps.ids.token(tokenLength) };
  const requested = { settings, accountId, segment: newSegment(deps.ids), webhook, owner, updatedAt: now };
  const account = await transact(deps, async (tx) => {
    if (isOther && replaceAccount !== true && (await isAsaasAccountInUse(tx.db, tenant))) throw asaasAccountInUse();
    await requestAsaasSync(tx.db, tenant, { kind: 'PAID', objectId: storeId }, now);
    const saved = await saveAsaasAccount(tx.db, tenant, tx.sealer, requested);
    await saveInbox(tx.db, tenant, { ...asaasInbox(saved), now });
    return saved;
  });
  deps.asaasAccounts.forget(storeId);
  // After the commit: Asaas may call the address before it answers.
  return registerWebhook(deps, tenant, account, email);
}

async function registerWebhook(
  deps: Deps,
  tenant: Tenant,
  account: AsaasAccount,
  email: string | undefined,
): Promise<ConfiguredAsaasAccount> {
  const { settings, webhook } = account;
  const url = asaasCallbackUrl(account, deps.publicUrl);
  if (!settings.registerWebhook) return { account, webhookFailure: 'It was not asked to (registerWebhook is false).' };
  if (!url.startsWith('https://')) {
    return { account, webhookFailure: 'Asaas calls https addresses only; set callbackBaseUrl.' };
  }
  try {
    const { client } = await requireAdapter(deps, tenant);
    const order = { url, token: webhook.token, email: email ?? '' };
    const registered = { ...account, webhook: { ...webhook, id: await registerAsaasWebhook(client, order) } };
    await saveAsaasWebhook(deps.db, tenant, deps.sealer, registered);
    return { account: registered, webhookFailure: undefined };
  } catch (error) {
    if (!isAppError(error)) throw error;
    return { account, webhookFailure: error.message };
  }
}

/**
 * Asks Asaas for what it does not send as things stand: events that a release before this one did not read, or all of them where
 * it has stopped calling after failures.
 */
export async function keepAsaasWebhook(deps: Deps, tenant: Tenant, client: AsaasClient): Promise<void> {
  const account = await findAsaasAccount(deps.db, tenant, deps.sealer);
  if (!account?.settings.registerWebhook) return;
  const webhook = await findAsaasWebhook(client, asaasCallbackUrl(account, deps.publicUrl));
  if (webhook?.isActive === true && webhook.isWhole) return;
  const { webhookFailure } = await registerWebhook(deps, tenant, account, (await readAsaasOwner(client)).email);
  const { storeId } = tenant;
  if (webhookFailure === undefined) deps.log.info({ storeId }, 'the webhook at Asaas was registered anew');
  else deps.log.warn({ storeId, webhookFailure }, 'the webhook at Asaas is not registered');
}

/** With connections of its own, so that what a running process has learnt hides nothing. */
async function readAccount(deps: Deps, storeId: string, settings: AsaasAccountSettings) {
  const { client, close } = toAdapter(deps, storeId, settings, { accountId: '' });
  try {
    const [accountId, { email }] = await Promise.all([readAsaasAccountId(client), readAsaasOwner(client)]);
    return { accountId, email };
  } catch (error) {
    const sentence = isAppError(error) ? describeFault(error) : undefined;
    throw sentence === undefined ? error : asaasAccountReader.unusable(sentence);
  } finally {
    close();
  }
}

const deniedSentences: Readonly<Record<string, string>> = {
  KEY: "Asaas refused 'apiKey': it is wrong, has expired (keys end after six months without use) or was disabled",
  PERMISSION:
    "Asaas answered without a reason: 'apiKey' lacks a permission. Give it all of PAYMENT, PAYMENT_REFUND, CUSTOMER, " +
    'PIX_TRANSACTION and WEBHOOK',
  EDGE: 'Asaas does not let this installation in: look at the addresses that the account allows',
};

/** What a person can do about it; undefined where Asaas is merely not reachable for a moment. */
function describeFault({ reason, metadata, cause, message }: AppError): string | undefined {
  if (reason === 'ASAAS_DENIED') return deniedSentences[metadata['denial'] ?? ''] ?? message;
  return isNoAnswer(cause) ? noAnswerSentence(cause) : undefined;
}

/** NOT_FOUND when there is none. */
export async function findConfiguredAsaasAccount(deps: Deps, tenant: Tenant): Promise<AsaasAccount> {
  const account = await findAsaasAccount(deps.db, tenant, deps.sealer);
  if (!account) throw asaasAccountNotFound();
  return account;
}

async function requireAdapter(deps: Deps, tenant: Tenant) {
  const adapter = await deps.asaasAccounts.of(tenant);
  if (!adapter) throw asaasAccountNotFound();
  return adapter;
}

/** What is wrong with the account as Asaas sees it, one sentence each. NOT_FOUND when there is none. */
export async function testAsaasAccount(deps: Deps, storeId: string): Promise<readonly string[]> {
  const account = await findConfiguredAsaasAccount(deps, toTenant(storeId, false));
  const { client, close } = toAdapter(deps, storeId, account.settings, { accountId: '' });
  try {
    const isMoved = (await readAsaasAccountId(client)) !== account.accountId;
    const moved = isMoved ? ['The key is of another Asaas account: set the account again'] : [];
    return [
      ...moved,
      ...(await findClockFault(deps, client)),
      ...(await findWebhookFault(deps, client, account)),
      ...(await findUnreadable(client, '/financialTransactions?limit=1', moneyUnread)),
      ...(account.settings.methods.includes('CARD')
        ? await findUnreadable(client, '/chargebacks?limit=1', disputesUnread)
        : []),
    ];
  } catch (error) {
    if (!isAppError(error)) throw error;
    return [describeFault(error) ?? error.message];
  } finally {
    close();
  }
}

async function findClockFault({ clock }: Deps, client: AsaasClient): Promise<readonly string[]> {
  const call = { operation: 'read_balance', method: 'GET', path: '/finance/balance', isRepeatable: true } as const;
  const sentence = clockSentence((await client.ask(call)).date, clock.real());
  return sentence === undefined ? [] : [sentence];
}

const moneyUnread =
  'The key of this store lacks the permission FINANCIAL_TRANSACTION at Asaas: its money is not reconciled';
const disputesUnread = 'The key of this store lacks the permission CHARGEBACK at Asaas: disputes of cards are not seen';

/** Payments work without it, so that it does not refuse a key. */
async function findUnreadable(client: AsaasClient, path: string, sentence: string): Promise<readonly string[]> {
  try {
    await client.accepted({ operation: 'try_permission', method: 'GET', path, isRepeatable: true });
    return [];
  } catch (error) {
    if (!isAppError(error) || error.reason !== 'ASAAS_DENIED') throw error;
    return [sentence];
  }
}

async function findWebhookFault(
  { publicUrl }: Deps,
  client: AsaasClient,
  account: AsaasAccount,
): Promise<readonly string[]> {
  if (!account.settings.registerWebhook) return [];
  const webhook = await findAsaasWebhook(client, asaasCallbackUrl(account, publicUrl));
  if (webhook === undefined) return ['Asaas calls no address of ours: set the account again'];
  if (!webhook.isActive)
    return ['Asaas has stopped calling our address after failures: set the account again, which starts it anew'];
  return webhook.isWhole
    ? []
    : ['Asaas does not send all events that this release reads: set the account again, which asks for them'];
}

/** Removes the account; its methods then answer 503. NOT_FOUND when there is none. */
export async function removeAsaasAccount(deps: Deps, storeId: string): Promise<void> {
  const tenant = toTenant(storeId, false);
  const account = await findConfiguredAsaasAccount(deps, tenant);
  if (account.webhook.id !== undefined) await unregisterWebhook(deps, tenant, account.webhook.id);
  await transact(deps, async (tx) => {
    await deleteAsaasAccount(tx.db, tenant);
    await closeInbox(tx.db, tenant, asaasName);
  });
  deps.asaasAccounts.forget(storeId);
}

/** Best effort: later calls are answered NOT_FOUND. */
async function unregisterWebhook(deps: Deps, tenant: Tenant, id: string): Promise<void> {
  try {
    await removeAsaasWebhook((await requireAdapter(deps, tenant)).client, id);
  } catch (error) {
    deps.log.warn({ err: error, storeId: tenant.storeId }, 'the callback address was not removed from Asaas');
  }
}
