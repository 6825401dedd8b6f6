import { maskTaxId, type Tenant } from '@pitanga/core';
import { isWaiting } from '@pitanga/provider-account';
import type { Deps } from '../deps';
import type { ActivePayout } from '../payouts/payout';
import type { BankTarget } from '../provider/payout-provider';
import { approvalDecided, approvalNotNeeded, decidedPayoutNotFound } from '../payouts/payout-errors';
import { findActivePayout } from '../payouts/payout-queries';
import { storeNotConfigured } from '../store-settings/store-settings-errors';
import { findStoreSettings } from '../store-settings/store-settings-repository';

/** The holder of a key, as far as its provider tells. */
interface KeyHolder {
  readonly name: string | undefined;
  readonly maskedTaxId: string | undefined;
}

/** What a person sees who decides about a payout; everywhere else its key is masked. */
export interface PayoutReview {
  readonly payout: ActivePayout;
  readonly holder: KeyHolder | undefined;
}

/**
 * Shows a payout that waits, with the holder of its key. A provider that does not answer hides the holder, and nothing else.
 *
 * @throws AppError NOT_FOUND, FAILED_PRECONDITION when it waits no more
 */
export async function reviewPayout(deps: Deps, tenant: Tenant, id: string): Promise<PayoutReview> {
  const payout = await findActivePayout(deps.db, tenant, deps.sealer, id);
  if (!payout || payout.step === 'TAKE_BACK') throw decidedPayoutNotFound();
  if (!payout.approval) throw approvalNotNeeded();
  if (!isWaiting(payout)) throw approvalDecided(payout.approval.status);
  return { payout, holder: await findHolder(deps, tenant, payout) };
}

async function findHolder(deps: Deps, tenant: Tenant, { id, kind, target }: ActivePayout) {
  if (target.type === 'BANK_ACCOUNT') return findStoreHolder(deps, tenant, target.account);
  const isDocument = target.type === 'CPF' || target.type === 'CNPJ';
  const own = isDocument ? maskTaxId(target.key) : undefined;
  const known: KeyHolder | undefined = own === undefined ? undefined : { name: undefined, maskedTaxId: own };
  // The simulator knows no holder but the store.
  if (tenant.devMode && kind !== 'WITHDRAW') return known;
  const settings = await findStoreSettings(deps.db, tenant, deps.sealer);
  if (!settings) throw storeNotConfigured();
  try {
    const provider = await deps.findProvider(tenant);
    const owner = await provider?.lookupKey?.(target, { taxId: settings.holderTaxId });
    return owner ? { name: owner.name, maskedTaxId: own ?? masked(owner.taxId) } : known;
  } catch (err) {
    deps.log.warn({ err, payoutId: id }, 'the holder of a key could not be looked up for its approval');
    return known;
  }
}

/** Whom the order of a TED names. */
async function findStoreHolder(
  { db, sealer }: Deps,
  tenant: Tenant,
  { holderName: name }: BankTarget,
): Promise<KeyHolder> {
  const settings = await findStoreSettings(db, tenant, sealer);
  return { name, maskedTaxId: settings && maskTaxId(settings.holderTaxId) };
}

/** A look-up may mask it by a form of its own. */
function masked(taxId: string): string {
  return taxId.includes('*') ? taxId : maskTaxId(taxId);
}
