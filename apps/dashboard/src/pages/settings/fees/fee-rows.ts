import { cents, mulDiv } from '@pitanga/core';
import type { ApiRecord } from '../../../api/records';

type Store = Pick<ApiRecord<'Store'>, 'fees' | 'settlement'>;

/** What one kind of payment costs, and when its money comes in. */
export interface FeeRow {
  readonly id: string;
  readonly method: 'PIX' | 'BOLETO' | 'CARD';
  /** Installments, of a card. */
  readonly from: number;
  readonly to: number;
  readonly basisPoints: number;
  /** Centavos. */
  readonly fixed: number;
  /** What is left of R$ 100,00. */
  readonly ofHundred: number;
  /** Business days of a boleto, days for each installment of a card. */
  readonly days: number;
}

const hundred = cents(10_000);

/** The fees of a store, one row for each kind of payment. */
export function feeRows({ fees, settlement }: Store): readonly FeeRow[] {
  const once = { from: 1, to: 1, basisPoints: 0 };
  const rows = [
    { id: 'PIX', method: 'PIX' as const, ...once, fixed: fees.pix, days: 0 },
    { id: 'BOLETO', method: 'BOLETO' as const, ...once, fixed: fees.boleto, days: settlement.boletoDays },
    ...fees.card.map(({ fromInstallments: from, toInstallments: to, percentage, fixed }) => ({
      id: `CARD-${String(from)}`,
      method: 'CARD' as const,
      from,
      to,
      basisPoints: percentage,
      fixed,
      days: settlement.cardDays,
    })),
  ];
  // Rounded as a payment's fee is (docs/behaviour/money.md#rounding).
  return rows.map((row) => ({
    ...row,
    ofHundred: hundred - mulDiv(hundred, row.basisPoints, 10_000, 'halfUp') - row.fixed,
  }));
}
