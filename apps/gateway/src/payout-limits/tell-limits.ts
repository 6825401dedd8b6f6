import type { PayoutLimits as LimitsMessage } from '@pitanga/contracts';
import type { CrossTenant, Tenant } from '@pitanga/core';
import type { Pool } from '@pitanga/database';
import { findAllowListKey, pixKeyFingerprint, saveAllowListKey } from '@pitanga/provider-account';
import { randomBytes, type Log } from '@pitanga/runtime';
import type { Clients, SettingsClients } from '../clients';
import { configureServices, type StoreTools } from '../stores/change-store';
import { findStore } from '../stores/store-repository';
import type { PayoutLimits } from './payout-limits';
import { findPayoutLimits, listUntoldLimits, markLimitsTold } from './payout-limits-repository';

export interface TellLimitsDeps extends StoreTools {
  readonly db: Pool;
  readonly log: Log;
  readonly settings: SettingsClients;
  readonly clients: { readonly ledger: Pick<Clients['ledger'], 'configurePayoutLimits'> };
}

const storesAtOnce = 100;

/** Tells the ledger the limits that it does not know as they are: changes that a crash or an outage kept from it. */
export async function tellUntoldLimits(deps: TellLimitsDeps, all: CrossTenant): Promise<void> {
  for (const tenant of await listUntoldLimits(deps.db, all, storesAtOnce)) await tryToTellLimits(deps, tenant);
}

/** False while a service is away: the limits stand, and {@link tellUntoldLimits} tells them. */
export async function tryToTellLimits(deps: TellLimitsDeps, tenant: Tenant): Promise<boolean> {
  try {
    await tellLimits(deps, tenant);
    return true;
  } catch (error) {
    deps.log.warn({ err: error, ...tenant }, 'the ledger could not be told limits of payouts');
    return false;
  }
}

/** Billing and payouts hear first what the list is keyed with: the ledger refuses what they cannot name. */
async function tellLimits(deps: TellLimitsDeps, tenant: Tenant): Promise<void> {
  const { db, sealer, clients } = deps;
  const { version, ...limits } = await findPayoutLimits(db, tenant, sealer);
  if (version === 0) return;
  const key = limits.allowedKeys && (await shareKey(deps, tenant));
  const context = { requestId: deps.ids.next('request', deps.clock.real()) };
  await clients.ledger.configurePayoutLimits({ tenant, limits: toMessage(limits, key), version }, context);
  await markLimitsTold(db, tenant, version);
}

async function shareKey(deps: TellLimitsDeps, tenant: Tenant): Promise<Buffer> {
  const { db, sealer } = deps;
  await saveAllowListKey(db, tenant, sealer, Buffer.from(randomBytes(32)));
  const [key, store] = [await findAllowListKey(db, tenant, sealer), await findStore(db, tenant)];
  if (!key || !store) throw new Error(`the store ${tenant.storeId} has no key of its list`);
  await configureServices(deps, store, key);
  return key;
}

function toMessage(limits: PayoutLimits, key: Buffer | undefined): LimitsMessage {
  const { perOrder: orderCents, perDay: dayCents, perNight: nightCents, intervalSeconds, allowedKeys } = limits;
  const fingerprints = key && allowedKeys?.map((one) => pixKeyFingerprint(key, one.key));
  return { orderCents, dayCents, nightCents, intervalSeconds, beneficiaries: fingerprints && { fingerprints } };
}
