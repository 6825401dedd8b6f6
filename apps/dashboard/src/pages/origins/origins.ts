import type { CsvCell } from '@pitanga/core';
import type { ApiRecord } from '../../api/records';
import { csvMoney } from '../../lists/csv';

export type RevenueByUtm = ApiRecord<'RevenueByUtm'>;

/** The parameters of an address by which sales can be summed, and the one at first. */
export const utmNames = [
  'utm_source',
  'utm_medium',
  'utm_campaign',
  'utm_term',
  'utm_content',
] as const satisfies readonly RevenueByUtm['by'][];
const usualUtm = 'utm_source';

/** As many days as the API sums at once. */
export const daysMax = 400;

/** The parameter that an address asks for. */
export function parseUtm(text: string | undefined): RevenueByUtm['by'] {
  return utmNames.find((name) => name === text) ?? usualUtm;
}

/** The sum of one origin. */
export interface Origin {
  readonly name: string;
  readonly count: number;
  readonly amount: number;
  readonly refundedAmount: number;
  /** Of all that was paid, basis points. */
  readonly share: number;
}

interface Names {
  /** Payments that have no such parameter. */
  readonly none: string;
  /** All values beyond those that the API lists one by one. */
  readonly rest: string;
}

/** Every origin with its share, and all of them together. */
export function toOrigins({ rows, rest }: RevenueByUtm, names: Names, total: string) {
  const parts = [
    ...rows.map(({ value, ...figures }) => ({ name: value ?? names.none, ...figures })),
    ...(rest ? [{ name: names.rest, ...rest }] : []),
  ];
  const sum = (figure: 'count' | 'amount' | 'refundedAmount') => parts.reduce((all, part) => all + part[figure], 0);
  const all = { count: sum('count'), amount: sum('amount'), refundedAmount: sum('refundedAmount') };
  const share = (amount: number): number => (all.amount === 0 ? 0 : Math.round((amount * 10_000) / all.amount));
  const origins: readonly Origin[] = parts.map((part) => ({ ...part, share: share(part.amount) }));
  return { origins, total: { name: total, ...all, share: share(all.amount) } satisfies Origin };
}

/** How a spreadsheet has an origin, by the columns of the page. */
export const csvCells: Readonly<Record<keyof Origin, (origin: Origin) => CsvCell>> = {
  name: ({ name }) => name,
  count: ({ count }) => count,
  amount: ({ amount }) => csvMoney(amount),
  refundedAmount: ({ refundedAmount }) => csvMoney(refundedAmount),
  // `12,50`: basis points are hundredths of a percent.
  share: ({ share }) => csvMoney(share),
};
