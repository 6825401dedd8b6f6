import { everyTenant, toTenant, type Owned, type Tenant } from '@pitanga/core';
import { transact } from '@pitanga/database';
import { asaasInbox } from '../asaas-accounts/asaas-account';
import { findAsaasAccount } from '../asaas-accounts/asaas-account-repository';
import { recordKeyPayments } from '../charging/record-key-payments';
import type { Deps } from '../deps';
import { completed, continued, openWindow, skipped, type Inbox } from '../key-payments/inbox';
import {
  claimDueInboxes,
  closeInbox,
  listUnknownAccounts,
  saveInbox,
  saveReading,
  type WatchedProvider,
} from '../key-payments/inbox-repository';
import { findPixAccount } from '../pix-accounts/pix-account-repository';
import { identifyAccount, identifyLogin } from '../pix-accounts/pix-accounts';
import { pixOfAccount } from '../provider/providers';
import { retryAt } from '../syncs/sync';

const accountsPerRun = 20;
const pagesPerRun = 10;
/** Much longer than the pages of a run take. */
const leaseMs = 300_000;

/** Reads accounts at banks for Pix that no charge asked for: those that are due, a few pages each. */
export async function readInboxes(deps: Deps): Promise<void> {
  for (const unknown of await listUnknownAccounts(deps.db, everyTenant)) await identify(deps, unknown);
  const now = deps.clock.real();
  const claim = { now, leaseUntil: new Date(now.getTime() + leaseMs), limit: accountsPerRun };
  const due = await claimDueInboxes(deps.db, everyTenant, claim);
  await Promise.all(due.map((inbox) => tryRead(deps, inbox)));
}

async function identify(
  deps: Deps,
  { tenant, provider, isRemoved }: Awaited<ReturnType<typeof listUnknownAccounts>>[number],
): Promise<void> {
  const named = isRemoved ? undefined : await nameAccount(deps, tenant, provider);
  if (!named) return closeInbox(deps.db, tenant, provider);
  const saved = { ...named, provider, now: deps.clock.real() };
  await transact(deps, (tx) => saveInbox(tx.db, tenant, saved));
}

async function nameAccount({ db, sealer }: Deps, tenant: Tenant, provider: WatchedProvider) {
  if (provider === 'asaas') {
    const account = await findAsaasAccount(db, tenant, sealer);
    return account && asaasInbox(account);
  }
  const account = await findPixAccount(db, tenant, sealer);
  if (!account) return undefined;
  const { settings, updatedAt: settingsAt } = account;
  return { account: identifyAccount(sealer, settings), login: identifyLogin(sealer, settings), settingsAt };
}

async function tryRead(deps: Deps, { tenant, ...inbox }: Owned<Inbox>): Promise<void> {
  const store = toTenant(tenant.storeId, false);
  try {
    await saveReading(deps.db, store, await read(deps, store, inbox));
  } catch (error) {
    deps.log.warn({ err: error, storeId: tenant.storeId }, 'what an account received was not read');
    const attempts = inbox.attempts + 1;
    await saveReading(deps.db, store, { ...inbox, attempts, runAt: retryAt(attempts, deps.clock.real()) });
  }
}

async function read(deps: Deps, tenant: Tenant, inbox: Inbox): Promise<Inbox> {
  const now = deps.clock.real();
  const pix = pixOfAccount(await deps.findProviders(tenant), inbox.account);
  // Connected anew in the meantime, or a provider without such a list: looked at again after a pause.
  if (!pix?.listReceived) return { ...inbox, runAt: retryAt(inbox.attempts + 5, now) };
  if (pix.watchesKey === false) return skipped(inbox, now);
  const window = openWindow(inbox, now);
  for (let done = 0; done < pagesPerRun; done += 1) {
    const page = inbox.page + done;
    const { payments, isLast } = await pix.listReceived(window, page);
    await recordKeyPayments(deps, everyTenant, tenant, { account: inbox.account, provider: pix.name }, payments);
    if (isLast) return completed(inbox, window, now, pix.slowness?.());
  }
  return continued(inbox, window, inbox.page + pagesPerRun, now);
}
