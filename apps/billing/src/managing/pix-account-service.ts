import { isAppError, toTenant, type AccountOwner, type CrossTenant, type Tenant } from '@pitanga/core';
import { appendEvents, transact } from '@pitanga/database';
import { assignOwner } from '@pitanga/provider-account';
import { namedIds, namesKeyPayment, namesSentPix } from '../bacen-pix/bank-answers';
import { toNotificationToken } from '../efi/efi-notification';
import { namedTxids } from '../inter/inter-webhook';
import { pixAccountConfigured, pixAccountRemoved } from '../messages/pix-account-events';
import { callbackUrl, checkedAccount, type PixAccount } from '../pix-accounts/pix-account';
import { callbackUnknown, pixAccountNotFound } from '../pix-accounts/pix-account-errors';
import {
  findPixAccount,
  resolveCallbackTenant,
  deletePixAccount,
  savePixAccount,
} from '../pix-accounts/pix-account-repository';
import { identifyAccount, identifyLogin } from '../pix-accounts/pix-accounts';
import { bacenPixName } from '../bacen-pix/bacen-pix-provider';
import { closeInbox, saveInbox, wakeInbox } from '../key-payments/inbox-repository';
import { isChargeTxid, toNoticeName } from '../syncs/pix-sync';
import { requestPixSyncs } from '../syncs/pix-sync-repository';
import { newSegment } from './callback-segment';
import type { Deps } from '../deps';
import { requireWorkingAccount } from './test-pix-account';

export interface ConfiguredPixAccount {
  /** Includes the segment. */
  readonly callbackUrl: string;
  readonly certificateExpiresAt: Date;
  /** Why the bank did not register the address; without callbacks the account works by polling. */
  readonly webhookFailure: string | undefined;
}

/**
 * Sets a store's production account and registers its callback address with the bank. The last call wins: connections of
 * the account before end after their calls, and every process uses the new one within seconds.
 * @param owner absent from an older gateway: the account has no owner then
 * @param check refuses settings that do not work (FAILED_PRECONDITION), and stores nothing then
 */
export async function configurePixAccount(
  deps: Deps,
  storeId: string,
  settingsJson: string,
  { check = false, owner }: { readonly check?: boolean; readonly owner?: AccountOwner | undefined } = {},
): Promise<ConfiguredPixAccount> {
  const tenant = toTenant(storeId, false);
  const now = deps.clock.real();
  const checked = checkedAccount(settingsJson, now, deps.providerRanges);
  if (check) await requireWorkingAccount(deps, storeId, checked.settings);
  const requested = { ...checked, segment: newSegment(deps.ids), owner, updatedAt: now };
  const account = await transact(deps, async (tx) => {
    const saved = await savePixAccount(tx.db, tenant, tx.sealer, requested);
    const account = identifyAccount(tx.sealer, saved.settings);
    const login = identifyLogin(tx.sealer, saved.settings);
    await saveInbox(tx.db, tenant, { provider: bacenPixName, account, login, settingsAt: saved.updatedAt, now });
    await appendEvents(tx.db, [pixAccountConfigured(tx.ids, tenant, saved)], now);
    return saved;
  });
  deps.pixAccounts.forget(storeId);
  const url = callbackUrl(account, deps.publicUrl);
  // After the commit: a bank may call the address before it answers.
  const webhookFailure = await registerWebhook(deps, tenant, account, url);
  return { callbackUrl: url, certificateExpiresAt: account.certificateExpiresAt, webhookFailure };
}

async function registerWebhook(
  deps: Deps,
  tenant: Tenant,
  account: PixAccount,
  url: string,
): Promise<string | undefined> {
  if (!account.settings.registerWebhook) return 'It was not asked to (registerWebhook is false).';
  if (!url.startsWith('https://')) return 'Banks call https addresses only; set callbackBaseUrl.';
  try {
    await (await deps.pixAccounts.of(tenant))?.registerWebhook(url);
    return undefined;
  } catch (error) {
    if (!isAppError(error)) throw error;
    return error.message;
  }
}

/** Says whose an account is that an earlier release set; what it attests from then on is that owner's. NOT_FOUND when there is none. */
export async function assignPixAccount(deps: Deps, storeId: string, owner: AccountOwner): Promise<void> {
  const assigned = await assignOwner(deps.db, 'pix_accounts', { storeId }, { owner, at: deps.clock.real() });
  if (!assigned) throw pixAccountNotFound();
  deps.pixAccounts.forget(storeId);
}

/** Removes the account; production Pix of the store then answers 503. NOT_FOUND when there is none. */
export async function removePixAccount(deps: Deps, storeId: string): Promise<void> {
  const tenant = toTenant(storeId, false);
  const account = await findPixAccount(deps.db, tenant, deps.sealer);
  if (account?.settings.registerWebhook === true) {
    // Best effort: later callbacks are answered NOT_FOUND.
    await (await deps.pixAccounts.of(tenant))?.removeWebhook().catch((error: unknown) => {
      deps.log.warn({ err: error, storeId }, 'the callback address was not removed from the bank');
    });
  }
  const now = deps.clock.real();
  await transact(deps, async (tx) => {
    if (!(await deletePixAccount(tx.db, tenant))) throw pixAccountNotFound();
    await closeInbox(tx.db, tenant, bacenPixName);
    await appendEvents(tx.db, [pixAccountRemoved(tx.ids, tenant, now)], now);
  });
  deps.pixAccounts.forget(storeId);
}

/**
 * Requests polls of the charges that a callback names, before the callback is answered, so that a crash loses none.
 * NOT_FOUND for an unknown segment; any other body is accepted, because the bank would only send it again.
 *
 * @returns the store, where the callback names Pix that its account has sent
 */
export async function receivePixCallback(
  deps: Deps,
  all: CrossTenant,
  segment: string,
  body: Uint8Array,
): Promise<string | undefined> {
  const tenant = await resolveCallbackTenant(deps.db, all, deps.sealer, segment);
  if (!tenant) throw callbackUnknown();
  const token = toNotificationToken(body);
  if (token !== undefined) {
    await requestPixSyncs(deps.db, tenant, [toNoticeName(token)], deps.clock.real());
    return undefined;
  }
  const told = parseJson(body);
  const named = [...namedIds(told), ...namedTxids(told)];
  const txids = named.filter(isChargeTxid);
  for (const txid of named.filter((other) => !isChargeTxid(other))) {
    deps.pixMetrics.unknownTxid();
    deps.log.info({ storeId: tenant.storeId, txid: txid.slice(0, 35) }, 'a bank named a Pix that is no charge of ours');
  }
  if (txids.length < named.length || namesKeyPayment(told)) {
    await wakeInbox(deps.db, tenant, bacenPixName, deps.clock.real());
  }
  if (txids.length > 0) await requestPixSyncs(deps.db, tenant, txids, deps.clock.real());
  return namesSentPix(told) ? tenant.storeId : undefined;
}

function parseJson(body: Uint8Array): unknown {
  try {
    return JSON.parse(Buffer.from(body).toString('utf8'));
  } catch {
    return undefined;
  }
}
