import { maskTaxId, toPixTarget, type PixTarget, type Tenant } from '@pitanga/core';
import { isWaiting } from '@pitanga/provider-account';
import type { Deps } from '../deps';
import type { Refund } from '../refunds/refund';
import { approvalDecided, approvalNotNeeded, refundNotFound } from '../refunds/refund-errors';
import { findRefund } from '../refunds/refund-queries';
import { findPayer } from './judge-refund-key';
import { findRefundProviders } from './refund-providers';

/** The holder of a key, as far as its provider tells. */
interface KeyHolder {
  readonly name: string | undefined;
  readonly maskedTaxId: string | undefined;
}

/** What a person sees who decides about a refund; everywhere else its key is masked. */
export interface RefundReview {
  readonly refund: Refund;
  readonly target: PixTarget;
  readonly holder: KeyHolder | undefined;
}

/**
 * Shows a refund that waits, with the holder of its key. A provider that does not answer hides the holder, and nothing else.
 *
 * @throws AppError NOT_FOUND, FAILED_PRECONDITION when it waits no more
 */
export async function reviewRefund(deps: Deps, tenant: Tenant, id: string): Promise<RefundReview> {
  const refund = await findRefund(deps.db, tenant, deps.sealer, id);
  if (!refund || refund.step === 'TAKE_BACK') throw refundNotFound();
  if (!refund.approval || !refund.pixKey) throw approvalNotNeeded();
  if (!isWaiting(refund)) throw approvalDecided(refund.approval.status);
  const target = toPixTarget(refund.pixKey.type, refund.pixKey.key);
  return { refund, target, holder: await findHolder(deps, tenant, refund, target) };
}

async function findHolder(
  deps: Deps,
  tenant: Tenant,
  { id, chargeId }: Refund,
  target: PixTarget,
): Promise<KeyHolder | undefined> {
  const isDocument = target.type === 'CPF' || target.type === 'CNPJ';
  const own = isDocument ? maskTaxId(target.key) : undefined;
  const known = own === undefined ? undefined : { name: undefined, maskedTaxId: own };
  try {
    const payer = await findPayer(deps, tenant, chargeId);
    const { transfer } = await findRefundProviders(deps, tenant);
    const owner = payer && (await transfer?.lookupKey(target, payer));
    if (!owner) return known;
    return { name: owner.name, maskedTaxId: own ?? (owner.taxId.includes('*') ? owner.taxId : maskTaxId(owner.taxId)) };
  } catch (err) {
    deps.log.warn({ err, refundId: id }, 'the holder of a key could not be looked up for its approval');
    return known;
  }
}
