import { judgeKeyOwner, normalizePixKey, toPixTarget, type KeyOwnership, type Tenant } from '@pitanga/core';
import { waitingApproval, type Approval, type OrderActor } from '@pitanga/provider-account';
import { findCharge } from '../charges/charge-queries';
import { findCheckout } from '../checkouts/checkout-queries';
import { findCustomerById } from '../customers/customer-queries';
import type { Deps } from '../deps';
import type { Providers } from '../provider/providers';
import type { KeyOwner, KnownPayer } from '../provider/transfer-provider';
import type { Refund } from '../refunds/refund';
import { keyNotPayers, keyUnknown, requesterUnknown } from '../refunds/refund-errors';
import { findRefund, listWaitingForKey } from '../refunds/refund-queries';

/** Whose the key of a refund is, looked up before anything is locked. */
export interface JudgedKey {
  /** Of the charge whose payer it was compared with; undefined where none was found. */
  readonly chargeId: string | undefined;
  readonly ownership: KeyOwnership | 'ABSENT';
}

const notJudged: JudgedKey = { chargeId: undefined, ownership: 'UNKNOWN' };

/**
 * Judges whether the key of a refund is its payer's, the customer whom the boleto names
 * (docs/behaviour/refunds-and-disputes.md#key-of-payer). What no look-up tells is UNKNOWN: a second person decides then.
 */
export async function judgeRefundKey(
  deps: Deps,
  tenant: Tenant,
  { id, pixKey }: { readonly id: string; readonly pixKey: Refund['pixKey'] },
  providers: Providers,
): Promise<JudgedKey> {
  if (!pixKey) return notJudged;
  const chargeId = await findChargeId(deps, tenant, id);
  // That there is no such refund is said before anything of its key.
  if (chargeId === undefined) return notJudged;
  const target = toPixTarget(pixKey.type, normalizePixKey(pixKey.type, pixKey.key));
  const payer = await findPayer(deps, tenant, chargeId);
  if (!payer) return notJudged;
  if (target.type === 'CPF' || target.type === 'CNPJ') {
    return { chargeId, ownership: judgeKeyOwner(target, payer.taxId, undefined) };
  }
  try {
    const owner: KeyOwner | undefined = await providers.transfer?.lookupKey(target, payer);
    const ownership = owner ? judgeKeyOwner(target, payer.taxId, owner.taxId) : 'ABSENT';
    return { chargeId, ownership: providers.transfer ? ownership : 'UNKNOWN' };
  } catch (err) {
    deps.log.warn({ err, id }, 'the owner of the key of a refund could not be looked up: it needs a second person');
    return notJudged;
  }
}

async function findChargeId(deps: Deps, tenant: Tenant, id: string): Promise<string | undefined> {
  if (id.startsWith('ref_')) return (await findRefund(deps.db, tenant, deps.sealer, id))?.chargeId;
  const checkout = await findCheckout(deps.db, tenant, { id });
  if (!checkout) return id;
  if (checkout.paidChargeId !== undefined) return checkout.paidChargeId;
  return (await listWaitingForKey(deps.db, tenant, deps.sealer, { checkoutId: checkout.id }))[0]?.chargeId;
}

/** Who paid, as far as the store knows: the customer of the charge. */
export async function findPayer(deps: Deps, tenant: Tenant, chargeId: string): Promise<KnownPayer | undefined> {
  const charge = await findCharge(deps.db, tenant, chargeId);
  const customer = charge && (await findCustomerById(deps.db, tenant, deps.sealer, charge.customerId));
  if (customer?.taxId === undefined) return undefined;
  const { taxId, email, cellphone } = customer;
  return { taxId, email, cellphone };
}

/** Who asks for a refund. */
export interface RefundAsker {
  /** Undefined from an older gateway. */
  readonly requestedBy: OrderActor | undefined;
  /** No other person of the store could approve it now. */
  readonly isAlone: boolean;
}

/**
 * The approval that a refund to a key needs: none when the key is the payer's.
 *
 * @throws AppError FAILED_PRECONDITION `PIX_KEY_NOT_PAYER` or `PIX_KEY_UNKNOWN`, UNAVAILABLE where the gateway does not
 *   say who asks
 */
export function approvalOfKey(
  judged: JudgedKey,
  { chargeId }: Pick<Refund, 'chargeId'>,
  { requestedBy, isAlone }: RefundAsker,
  now: Date,
): Approval | undefined {
  const ownership = judged.chargeId === chargeId ? judged.ownership : 'UNKNOWN';
  if (ownership === 'OTHER') throw keyNotPayers();
  if (ownership === 'ABSENT') throw keyUnknown();
  if (ownership === 'OWN') return undefined;
  if (!requestedBy) throw requesterUnknown();
  return waitingApproval(requestedBy, now, isAlone);
}
