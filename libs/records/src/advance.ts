import type { Advance, QuoteAdvanceResponse } from '@pitanga/contracts';
import { instant } from './wire';

/** What an advance would take and cost; all in centavos. */
export interface AdvanceQuoteRecord {
  /** Of pending money. */
  readonly amount: number;
  readonly cost: number;
  /** What becomes available: amount less cost. */
  readonly net: number;
}

/** Card money that became available before its settlement date. */
export interface AdvanceRecord extends AdvanceQuoteRecord {
  readonly id: string;
  /** An advance that is answered is done. */
  readonly status: 'COMPLETE';
  readonly devMode: boolean;
  readonly createdAt: string;
  readonly updatedAt: string;
}

export function advanceQuoteRecord({ amountCents, costCents }: QuoteAdvanceResponse): AdvanceQuoteRecord {
  return { amount: amountCents, cost: costCents, net: amountCents - costCents };
}

export function advanceRecord(advance: Advance): AdvanceRecord {
  return {
    id: advance.id,
    status: 'COMPLETE',
    devMode: advance.devMode,
    ...advanceQuoteRecord(advance),
    createdAt: instant(advance.createdAt, 'createdAt'),
    updatedAt: instant(advance.createdAt, 'createdAt'),
  };
}
