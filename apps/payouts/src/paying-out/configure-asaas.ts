import { failedPrecondition, toTenant, type AccountOwner } from '@pitanga/core';
import { appendEvents, transact } from '@pitanga/database';
import type { Deps } from '../deps';
import type { AsaasAccount } from '../asaas-accounts/asaas-account';
import { deleteAsaasAccount, findAsaasAccount, saveAsaasAccount } from '../asaas-accounts/asaas-account-repository';
import { createPayoutClient } from '../asaas-accounts/asaas-payouts';
import { checkAsaasAccount, readAccountName } from '../asaas/asaas-account-check';
import { checkedAsaasSettings, type AsaasPayoutSettings } from '../asaas/asaas-settings';
import { newSegment } from '../payout-accounts/payout-account';
import { payoutAccountNotFound, payoutAccountTestFailed } from '../payout-accounts/payout-account-errors';
import { hasOpenPayout } from '../payouts/payout-queries';
import { payoutAccountConfigured, payoutAccountRemoved } from './account-events';

/**
 * Sets the Asaas account that sends a store's payouts, after Asaas has answered with it. The last call wins. A stopped account
 * may send again: connecting it says that Asaas asks now.
 *
 * @throws AppError FAILED_PRECONDITION for settings that do not work, and for another account while payouts are open
 */
export async function configureAsaas(
  deps: Deps,
  storeId: string,
  settingsJson: string,
  owner: AccountOwner,
): Promise<AsaasAccount> {
  const settings = checkedAsaasSettings(settingsJson, deps);
  const name = await requireWorking(deps, storeId, settings);
  const tenant = toTenant(storeId, false);
  const now = deps.clock.real();
  const given = { name, settings, segment: newSegment(deps.ids), owner, updatedAt: now };
  const account = await transact(deps, async (tx) => {
    const before = await findAsaasAccount(tx.db, tenant, tx.sealer);
    if (before && before.name !== name && (await hasOpenPayout(tx.db, tenant, before.name))) throw stillOpen();
    const stored = await saveAsaasAccount(tx.db, tenant, tx.sealer, given);
    await appendEvents(tx.db, [payoutAccountConfigured(tx.ids, tenant, now)], now);
    return stored;
  });
  deps.asaasPayouts.forget(storeId);
  return account;
}

/** @throws AppError NOT_FOUND when there is none */
export async function requireAsaas({ db, sealer }: Deps, storeId: string): Promise<AsaasAccount> {
  const account = await findAsaasAccount(db, toTenant(storeId, false), sealer);
  if (!account) throw payoutAccountNotFound();
  return account;
}

/** What is wrong with the account of a store, one sentence each. NOT_FOUND when there is none. */
export async function testAsaas(deps: Deps, storeId: string): Promise<readonly string[]> {
  const { settings } = await requireAsaas(deps, storeId);
  return withClient(deps, storeId, settings, (client) => checkAsaasAccount(client, deps.clock));
}

/**
 * Payouts that were sent wait until the same account is connected again. NOT_FOUND when there is none.
 * @throws AppError FAILED_PRECONDITION with `unlessOpen`, while payouts that were sent have not ended
 */
export async function removeAsaas(deps: Deps, storeId: string, unlessOpen: boolean): Promise<void> {
  const tenant = toTenant(storeId, false);
  const now = deps.clock.real();
  await transact(deps, async (tx) => {
    const before = unlessOpen ? await findAsaasAccount(tx.db, tenant, tx.sealer) : undefined;
    if (before && (await hasOpenPayout(tx.db, tenant, before.name))) throw stillOpen();
    if (!(await deleteAsaasAccount(tx.db, tenant))) throw payoutAccountNotFound();
    await appendEvents(tx.db, [payoutAccountRemoved(tx.ids, tenant, now)], now);
  });
  deps.asaasPayouts.forget(storeId);
}

/** The account's name. */
function requireWorking(deps: Deps, storeId: string, settings: AsaasPayoutSettings): Promise<string> {
  return withClient(deps, storeId, settings, async (client) => {
    const problems = await checkAsaasAccount(client, deps.clock);
    if (problems.length > 0) throw payoutAccountTestFailed(problems);
    return readAccountName(client);
  });
}

async function withClient<T>(
  deps: Deps,
  storeId: string,
  settings: AsaasPayoutSettings,
  work: (client: ReturnType<typeof createPayoutClient>) => Promise<T>,
): Promise<T> {
  const client = createPayoutClient({ ...deps, metrics: deps.payoutMetrics }, storeId, settings);
  try {
    return await work(client);
  } finally {
    client.close();
  }
}

/** Another account would not know them. */
function stillOpen() {
  return failedPrecondition(
    'Payouts of this store are still open at the Asaas account that was connected before: wait until they have ended',
    'PAYOUTS_STILL_OPEN',
  );
}
