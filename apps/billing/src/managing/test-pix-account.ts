import { toTenant, type Tenant } from '@pitanga/core';
import { findBank } from '@pitanga/provider-account/bank';
import type { AccountCheck } from '../bacen-pix/account-check';
import { checkEfi } from '../efi/efi-check';
import { callbackUrl, type PixAccount, type PixAccountSettings } from '../pix-accounts/pix-account';
import { pixAccountNotFound, pixAccountTestFailed } from '../pix-accounts/pix-account-errors';
import { findPixAccount } from '../pix-accounts/pix-account-repository';
import { createPixAdapter } from '../pix-accounts/pix-accounts';
import type { Deps } from '../deps';

/** NOT_FOUND when there is none. */
export async function requirePixAccount(deps: Deps, tenant: Tenant): Promise<PixAccount> {
  const account = await findPixAccount(deps.db, tenant, deps.sealer);
  if (!account) throw pixAccountNotFound();
  return account;
}

/**
 * What is wrong with the account of a store, one sentence each. It is tried with connections and a token of its own, so
 * that what a running adapter has learnt hides nothing. NOT_FOUND when there is none.
 */
export async function testPixAccount(deps: Deps, storeId: string): Promise<readonly string[]> {
  const account = await requirePixAccount(deps, toTenant(storeId, false));
  const { problems, webhookUrl } = await tryAccount(deps, storeId, account.settings);
  if (problems.length > 0 || !account.settings.registerWebhook) return problems;
  const { name, dialect } = findBank(account.settings);
  const url = callbackUrl(account, deps.publicUrl);
  if (webhookUrl === url || webhookUrl === `${url}${dialect.webhook.suffix}`) return problems;
  const called = webhookUrl === undefined ? 'no address' : 'another address';
  return [
    `${name} calls ${called} when 'pixKey' is paid: connect again to register ours; payments are found by polling`,
  ];
}

/** @throws AppError FAILED_PRECONDITION for settings that do not work */
export async function requireWorkingAccount(deps: Deps, storeId: string, settings: PixAccountSettings): Promise<void> {
  const { problems } = await tryAccount(deps, storeId, settings);
  if (problems.length > 0) throw pixAccountTestFailed(problems);
}

async function tryAccount(deps: Deps, storeId: string, settings: PixAccountSettings): Promise<AccountCheck> {
  const adapter = createPixAdapter(deps, storeId, settings);
  try {
    const { problems, webhookUrl } = await adapter.check();
    const takesMore = adapter.methods.some((method) => method !== 'PIX');
    const ofCharges = takesMore && adapter.efi ? await checkEfi(adapter.efi.client, deps.clock) : [];
    return { problems: [...new Set([...problems, ...ofCharges])], webhookUrl };
  } finally {
    adapter.close();
  }
}
