import { toTenant, type Tenant } from '@pitanga/core';
import type { Deps } from '../deps';
import type { HttpPayoutsConfig } from '../http-payouts/http-payouts-config';
import type { PayoutAccount } from '../payout-accounts/payout-account';
import { payoutAccountNotFound, payoutAccountTestFailed } from '../payout-accounts/payout-account-errors';
import { findPayoutAccount } from '../payout-accounts/payout-account-repository';
import { createPayoutAdapter } from '../payout-accounts/payout-accounts';

/** NOT_FOUND when there is none. */
export async function requirePayoutAccount({ db, sealer }: Deps, tenant: Tenant): Promise<PayoutAccount> {
  const account = await findPayoutAccount(db, tenant, sealer);
  if (!account) throw payoutAccountNotFound();
  return account;
}

/** What is wrong with the account of a store, one sentence each. NOT_FOUND when there is none. */
export async function testPayoutAccount(deps: Deps, storeId: string): Promise<readonly string[]> {
  const { settings } = await requirePayoutAccount(deps, toTenant(storeId, false));
  return tryAccount(deps, storeId, settings);
}

/** @throws AppError FAILED_PRECONDITION for settings that do not work */
export async function requireWorkingAccount(deps: Deps, storeId: string, settings: HttpPayoutsConfig): Promise<void> {
  const problems = await tryAccount(deps, storeId, settings);
  if (problems.length > 0) throw payoutAccountTestFailed(problems);
}

async function tryAccount(deps: Deps, storeId: string, settings: HttpPayoutsConfig): Promise<readonly string[]> {
  const adapter = createPayoutAdapter({ ...deps, metrics: deps.payoutMetrics }, storeId, settings);
  try {
    return await adapter.check();
  } finally {
    adapter.close();
  }
}
