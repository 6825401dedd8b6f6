import { judgeKeyOwner, providerNotConfigured, type AccountOwner, type PixTarget, type Tenant } from '@pitanga/core';
import type { Deps } from '../deps';
import type { OrderKind } from '../payouts/payout';
import { bankAccountNotPaid, codeNotPaid, keyOwnerUnknown, keyUnknown, notOwnKey } from '../payouts/payout-errors';
import type { PayoutProvider, PayoutTarget } from '../provider/payout-provider';
import type { StoreSettings } from '../store-settings/store-settings-repository';

/** That there is a provider which may send it, and the key of a withdrawal is the holder's; answers whose the account is. */
export async function requireSendable(
  deps: Deps,
  tenant: Tenant,
  kind: OrderKind,
  target: PayoutTarget,
  { holderTaxId }: StoreSettings,
): Promise<AccountOwner | undefined> {
  const provider = await deps.findProvider(tenant);
  if (!provider) throw providerNotConfigured('PIX');
  await provider.requireOpen?.();
  if (target.type === 'BANK_ACCOUNT') {
    // The order names the holder, and the receiving bank refuses an account of another.
    if (!provider.ted) throw bankAccountNotPaid();
    return provider.owner;
  }
  if (target.type === 'BR_CODE' && !provider.capabilities.paysCodes) throw codeNotPaid();
  if (kind === 'WITHDRAW') await requireOwnKey(provider, target, holderTaxId);
  return provider.owner;
}

/** Withdrawals go only to the account's holder (docs/behaviour/payouts.md#own-key). */
async function requireOwnKey(provider: PayoutProvider, target: PixTarget, holderTaxId: string): Promise<void> {
  const owner = await provider.lookupKey?.(target, { taxId: holderTaxId });
  if (provider.lookupKey && !owner) throw keyUnknown();
  const ownership = judgeKeyOwner(target, holderTaxId, owner?.taxId);
  if (ownership === 'OWN') return;
  if (ownership === 'OTHER' || provider.lookupKey) throw notOwnKey();
  // It refuses a key of another holder itself; a code names no key that it could check.
  const isCheckedLater = provider.capabilities.ownerCheck === 'AT_SENDING' && target.type !== 'BR_CODE';
  if (!isCheckedLater) throw keyOwnerUnknown();
}
