import type { ApiRecord } from '../../api/records';
import { netAmount } from '../../format/net-amount';
import type { Tone } from '../../parts/status';

export type Charge = ApiRecord<'StoreCharge'>;
export type ChargeDetails = ApiRecord<'StoreChargeDetails'>;

/** What a person sees of a charge: its status, and whether a part of a paid one went back. */
export type ChargeState = Charge['status'] | 'PARTLY_REFUNDED';

/** The state of a charge, or of a payment of a page (docs/behaviour/charges.md#partly-refunded). */
export function chargeState({ status, refundedAmount }: Pick<Charge, 'status' | 'refundedAmount'>): ChargeState {
  return status === 'PAID' && refundedAmount > 0 ? 'PARTLY_REFUNDED' : status;
}

export const chargeTones: Readonly<Record<ChargeState, Tone>> = {
  PENDING: 'wait',
  PAID: 'good',
  PARTLY_REFUNDED: 'info',
  EXPIRED: 'quiet',
  CANCELLED: 'quiet',
  FAILED: 'bad',
  REFUNDED: 'info',
  UNDER_DISPUTE: 'bad',
  CHARGED_BACK: 'bad',
};

/** `Camiseta`, `2 × Camiseta`, `Camiseta e mais 1`: what it pays for, or what the store wrote about it. */
export function soldText(
  { items, description }: Pick<Charge, 'items' | 'description'>,
  say: (key: 'andMore', values: { name: string; count: number }) => string,
): string | undefined {
  const [first] = items;
  if (first === undefined) return description ?? undefined;
  const name = first.quantity === 1 ? first.name : `${String(first.quantity)} × ${first.name}`;
  return items.length === 1 ? name : say('andMore', { name, count: items.length - 1 });
}

/** Centavos that can still go back; none while a dispute is open. */
export function refundableAmount({
  status,
  paidAmount,
  refundedAmount,
}: Pick<Charge, 'status' | 'paidAmount' | 'refundedAmount'>): number {
  return status === 'PAID' ? (paidAmount ?? 0) - refundedAmount : 0;
}

/** Where its refund is asked for. */
export function refundPath(origin: Charge['origin']) {
  if (origin === 'TRANSPARENT') return '/v2/transparents/refund';
  return origin === 'PAYMENT_LINK' ? '/v2/payment-links/refund' : '/v2/checkouts/refund';
}

/** The payer's masked tax id, and whether it is known that they are not the customer. */
export function payerFacts({ customer, payerInformation }: Pick<ChargeDetails, 'customer' | 'payerInformation'>): {
  readonly taxId: string | null;
  readonly isOther: boolean;
} {
  const payer =
    payerInformation?.method === 'PIX'
      ? payerInformation.PIX
      : payerInformation?.method === 'BOLETO'
        ? payerInformation.BOLETO
        : undefined;
  const taxId = payer?.taxId ?? null;
  return { taxId, isOther: customer !== null && taxId !== null && payer?.isSameAsCustomer === false };
}

/** What is left of a paid charge, in centavos; nothing of one that is not paid. */
export function paidNet(charge: Pick<Charge, 'paidAmount' | 'platformFee' | 'refundedAmount'>): number | null {
  return charge.paidAmount === null ? null : netAmount(charge);
}
