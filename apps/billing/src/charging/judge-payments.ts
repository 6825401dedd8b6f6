import { toldText, type Owned, type Tenant } from '@pitanga/core';
import type { Locked } from '@pitanga/database';
import { hasActiveAgreement } from '../agreements/agreement-repository';
import { payerRefusal, type Charge, type PayerRefusal } from '../charges/charge';
import { judgePayment, type Payment, type PaymentVerdict } from '../charges/charge-life';
import { canTakeCharge, type Checkout } from '../checkouts/checkout';
import type { Customer } from '../customers/customer';
import { findOwnedCustomers } from '../customers/customer-queries';
import type { ReadDeps, Tools } from '../deps';
import { hasOverpayment } from '../refunds/refund-queries';
import type { PaymentNotice } from './payment-notice';

/** A payment with what it is to pay: a locked charge, or one that was read. */
export type Candidate<C extends Charge = Charge> = Owned<{
  readonly notice: PaymentNotice;
  readonly charge: C;
  readonly checkout: Locked<Checkout> | undefined;
}>;

export type Judged<C extends Charge = Charge> = Candidate<C> & {
  readonly payment: Payment;
  readonly verdict: PaymentVerdict;
  /** Of OTHER_PAYER. */
  readonly refusal: PayerRefusal | undefined;
  /** Of the charge or else of its checkout; read again, because it may have been erased since the charge was made. */
  readonly customer: Customer | undefined;
};

/** Whether each payment makes its charge PAID, in the order given: the one guard of that transition. */
export async function judgePayments<C extends Charge>(
  deps: ReadDeps,
  candidates: readonly Candidate<C>[],
): Promise<readonly Judged<C>[]> {
  const first = candidates.map((told): Judged<C> => {
    const candidate = { ...told, notice: withPlainName(told.notice) };
    const payment = toPayment(deps, candidate);
    const verdict = judgeBoth(candidate, payment);
    return { ...candidate, payment, verdict, refusal: undefined, customer: undefined };
  });
  const customers = await findOwnedCustomers(deps.db, first.flatMap(customerKeys), deps.sealer);
  const judged: Judged<C>[] = [];
  for (const one of first) {
    const [key] = customerKeys(one);
    judged.push(await judgeFurther(deps, { ...one, customer: key && customers.get(key.id) }));
  }
  return judged;
}

/** Banks tell names as people typed them at another bank. */
function withPlainName(notice: PaymentNotice): PaymentNotice {
  const { payer } = notice;
  return payer?.name === undefined ? notice : { ...notice, payer: { ...payer, name: toldText(payer.name) } };
}

function toPayment({ clock }: Tools, { tenant, notice }: Candidate): Payment {
  const { rail, reference, amountCents, paidAt = clock.now(tenant), owner } = notice;
  return { rail, reference, amountCents, paidAt, owner };
}

/** A payment of an open charge is late if its checkout takes no payment any more. */
function judgeBoth({ charge, checkout }: Candidate, payment: Payment): PaymentVerdict {
  const verdict = judgePayment(charge, payment);
  return verdict === 'ACCEPTED' && checkout && !canTakeCharge(checkout, charge) ? 'LATE' : verdict;
}

function customerKeys({ tenant, verdict, charge, checkout }: Judged): readonly Owned<{ readonly id: string }>[] {
  const id = charge.customerId ?? checkout?.customerId;
  return verdict !== 'ACCEPTED' || id === undefined ? [] : [{ tenant, id }];
}

async function judgeFurther<C extends Charge>({ db }: ReadDeps, judged: Judged<C>): Promise<Judged<C>> {
  const { tenant, notice, charge, checkout, payment, verdict, customer } = judged;
  if (verdict !== 'ACCEPTED') return judged;
  if (checkout && (await hasSubscribed(db, tenant, charge, checkout))) return { ...judged, verdict: 'DUPLICATE' };
  const known = charge.customerId === undefined ? undefined : customer;
  const refusal = payerRefusal(charge, known?.taxId, notice.payer?.taxId);
  if (refusal !== undefined) return { ...judged, verdict: 'OTHER_PAYER', refusal };
  return (await isBeingReturned(db, tenant, charge, payment)) ? { ...judged, verdict: 'REPEAT' } : judged;
}

/** A customer who has subscribed by another payment does not subscribe twice: this one is returned. */
async function hasSubscribed(
  db: ReadDeps['db'],
  tenant: Tenant,
  { subscriptionId, customerId }: Charge,
  { id, cycleOf }: Checkout,
): Promise<boolean> {
  if (subscriptionId === undefined || customerId === undefined || cycleOf) return false;
  return hasActiveAgreement(db, tenant, id, customerId);
}

/**
 * A payment refused once could match when it is reported again: the amount due of a boleto changes daily, and a bank may
 * name a payer later, while the money is on its way back.
 */
async function isBeingReturned(
  db: ReadDeps['db'],
  tenant: Tenant,
  charge: Charge,
  { reference }: Payment,
): Promise<boolean> {
  const canChange = charge.boleto !== undefined || charge.ensureSameTaxId;
  return canChange && hasOverpayment(db, tenant, charge.provider, reference);
}
