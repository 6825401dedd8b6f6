import type { ApiRecord } from '../../api/records';
import { netAmount } from '../../format/net-amount';

type Charge = Pick<
  ApiRecord<'StoreCharge'>,
  'method' | 'paidAmount' | 'platformFee' | 'refundedAmount' | 'disputedAmount' | 'paidAt'
>;

interface Paid {
  /** Centavos that the store has kept. */
  readonly total: number;
  /** Of the platform, of these payments. */
  readonly fees: number;
  /** Paid less fees less refunds. */
  readonly net: number;
  readonly count: number;
  /** ISO 8601; null for somebody who never paid. */
  readonly lastAt: string | null;
}

/** What charges have brought, less what went back or a dispute holds. */
export function paidBy(charges: readonly Charge[]): Paid {
  const paid = charges.filter(({ paidAt, method }) => paidAt !== null && method !== 'FREE');
  return {
    total: paid.reduce(
      (sum, charge) => sum + (charge.paidAmount ?? 0) - charge.refundedAmount - charge.disputedAmount,
      0,
    ),
    fees: paid.reduce((sum, { platformFee }) => sum + platformFee, 0),
    net: paid.reduce((sum, charge) => sum + netAmount(charge), 0),
    count: paid.length,
    lastAt: paid.reduce<string | null>(
      (last, { paidAt }) => (paidAt !== null && (last ?? '') < paidAt ? paidAt : last),
      null,
    ),
  };
}
