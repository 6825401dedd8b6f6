import { failedPrecondition, toTenant, type AccountOwner } from '@pitanga/core';
import { appendEvents, transact } from '@pitanga/database';
import type { BankClient } from '@pitanga/provider-account/bank';
import { bankAccountName, checkedBankSettings, type BankAccount } from '../bank-accounts/bank-account';
import { deleteBankAccount, findBankAccount, saveBankAccount } from '../bank-accounts/bank-account-repository';
import { findOrderedPayouts } from '../bank-accounts/bank-order-repository';
import { createSendingClient } from '../bank-accounts/bank-payouts';
import { requireSender } from '../bank-accounts/bank-senders';
import type { Deps } from '../deps';
import { newSegment } from '../payout-accounts/payout-account';
import { payoutAccountNotFound, payoutAccountTestFailed } from '../payout-accounts/payout-account-errors';
import { hasOpenPayout } from '../payouts/payout-queries';
import { makePayoutDue } from '../payouts/payout-repository';
import { payoutAccountConfigured, payoutAccountRemoved } from './account-events';

/** A callback that names more is cut: what it leaves out is read at its own times. */
const namedMax = 100;

/**
 * Sets the account at a bank that sends a store's payouts, after the bank has answered with it. The last call wins.
 *
 * @param check false: they are stored untried, for a bank that is not open yet
 * @throws AppError FAILED_PRECONDITION for settings that do not work, and for another account while payouts are open
 */
export async function configureBank(
  deps: Deps,
  storeId: string,
  settingsJson: string,
  { owner, check, callbackUrl }: Connecting,
): Promise<void> {
  const tenant = toTenant(storeId, false);
  const now = deps.clock.real();
  const checked = checkedBankSettings(settingsJson, { now, providerRanges: deps.providerRanges });
  const problems = check ? await tryAccount(deps, storeId, checked) : [];
  if (problems.length > 0) throw payoutAccountTestFailed(problems);
  const name = bankAccountName(deps.sealer, checked.bank, checked.settings);
  const given = { ...checked, name, segment: newSegment(deps.ids), owner, updatedAt: now };
  await transact(deps, async (tx) => {
    const before = await findBankAccount(tx.db, tenant, tx.sealer);
    if (before && before.name !== name && (await hasOpenPayout(tx.db, tenant, before.name))) throw stillOpen();
    await saveBankAccount(tx.db, tenant, tx.sealer, given);
    await appendEvents(tx.db, [payoutAccountConfigured(tx.ids, tenant, now)], now);
  });
  deps.bankPayouts.forget(storeId);
  if (callbackUrl !== undefined) await registerCallback(deps, storeId, checked, callbackUrl);
}

interface Connecting {
  readonly owner: AccountOwner;
  readonly check: boolean;
  /** Where the bank may call for what it sends; undefined: it is not asked to. */
  readonly callbackUrl: string | undefined;
}

/** Best effort: without callbacks payouts are read at their times. */
async function registerCallback(
  deps: Deps,
  storeId: string,
  account: Pick<BankAccount, 'bank' | 'settings'>,
  url: string,
): Promise<void> {
  const { registerCallback: register } = requireSender(account.bank);
  if (!register) return;
  try {
    await withClient(deps, storeId, account, (client) => register(client, url));
  } catch (err) {
    deps.log.warn({ err, storeId }, 'the bank did not register the address for what it sends');
  }
}

/** @throws AppError NOT_FOUND when there is none */
export async function requireBank({ db, sealer }: Deps, storeId: string): Promise<BankAccount> {
  const account = await findBankAccount(db, toTenant(storeId, false), sealer);
  if (!account) throw payoutAccountNotFound();
  return account;
}

/** What is wrong with the account of a store, one sentence each. NOT_FOUND when there is none. */
export async function testBank(deps: Deps, storeId: string): Promise<readonly string[]> {
  return tryAccount(deps, storeId, await requireBank(deps, storeId));
}

/**
 * Payouts that were sent wait until the same account is connected again. NOT_FOUND when there is none.
 * @throws AppError FAILED_PRECONDITION with `unlessOpen`, while payouts that were sent have not ended
 */
export async function removeBank(deps: Deps, storeId: string, unlessOpen: boolean): Promise<void> {
  const tenant = toTenant(storeId, false);
  const now = deps.clock.real();
  await transact(deps, async (tx) => {
    const before = unlessOpen ? await findBankAccount(tx.db, tenant, tx.sealer) : undefined;
    if (before && (await hasOpenPayout(tx.db, tenant, before.name))) throw stillOpen();
    if (!(await deleteBankAccount(tx.db, tenant))) throw payoutAccountNotFound();
    await appendEvents(tx.db, [payoutAccountRemoved(tx.ids, tenant, now)], now);
  });
  deps.bankPayouts.forget(storeId);
}

/**
 * Makes the job read the payouts that a callback of the bank names; nothing else of it is used. A store without an account, and a
 * payout of another store, change nothing.
 */
export async function receiveBankNotice(deps: Deps, storeId: string, body: Uint8Array): Promise<void> {
  const tenant = toTenant(storeId, false);
  const account = await findBankAccount(deps.db, tenant, deps.sealer);
  if (!account) return;
  const named = [...new Set(requireSender(account.bank).named(parseJson(body)))].slice(0, namedMax);
  const ordered = await findOrderedPayouts(deps.db, tenant, named);
  for (const id of new Set([...named, ...ordered])) await makePayoutDue(deps.db, tenant, id, deps.clock.real());
}

function tryAccount(
  deps: Deps,
  storeId: string,
  account: Pick<BankAccount, 'bank' | 'settings'>,
): Promise<readonly string[]> {
  const { check } = requireSender(account.bank);
  return withClient(deps, storeId, account, (client) => check(client, deps.clock, account.settings.pixKey));
}

async function withClient<T>(
  deps: Deps,
  storeId: string,
  account: Pick<BankAccount, 'bank' | 'settings'>,
  use: (client: BankClient) => Promise<T>,
): Promise<T> {
  const client = createSendingClient({ ...deps, metrics: deps.payoutMetrics }, storeId, account);
  try {
    return await use(client);
  } finally {
    client.close();
  }
}

function parseJson(body: Uint8Array): unknown {
  try {
    return JSON.parse(Buffer.from(body).toString('utf8'));
  } catch {
    return undefined;
  }
}

/** Another account would not know them. */
function stillOpen() {
  return failedPrecondition(
    'Payouts of this store are still open at the account of the bank that was connected before: wait until they have ended',
    'PAYOUTS_STILL_OPEN',
  );
}
