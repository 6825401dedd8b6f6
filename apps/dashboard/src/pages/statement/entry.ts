import type { ApiRecord } from '../../api/records';
import type { Tone } from '../../parts/status';

export type StatementEntry = ApiRecord<'StatementEntry'>;

export const entryKinds = [
  'PAYMENT',
  'SETTLEMENT',
  'REFUND',
  'WITHDRAW',
  'TRANSFER',
  'FEE',
  'ADVANCE',
  'DISPUTE',
  'DISPUTE_RELEASE',
  'CHARGEBACK',
  'RETURN',
  'TOP_UP',
] as const satisfies readonly StatementEntry['kind'][];

export const entryTones: Readonly<Record<StatementEntry['status'], Tone>> = {
  PENDING: 'wait',
  COMPLETE: 'good',
  FAILED: 'bad',
};

/** The figures of an entry, in centavos. */
export interface EntryFigures {
  /** Of all movements of its direction but fees: of a split payment without its parts; never negative. */
  readonly gross: number;
  readonly fee: number;
  /** What it did to the available balance: negative for a debit, undefined when it changed nothing there. */
  readonly effect: number | undefined;
}

export function sumMovements({ movements }: Pick<StatementEntry, 'movements'>): EntryFigures {
  let gross = 0;
  let fee = 0;
  let effect: number | undefined;
  const direction = movements.find(({ type }) => type !== 'fee')?.kind;
  for (const { amount, type, kind, balanceEffect } of movements) {
    if (type === 'fee') fee += amount;
    else if (kind === direction) gross += amount;
    if (balanceEffect !== 'none') effect = (effect ?? 0) + (balanceEffect === 'credit' ? amount : -amount);
  }
  return { gross, fee, effect };
}

/** What an entry is called: money that moved between the store and a seller, by its direction. */
export function nameOfEntry({ kind, sourceId, movements }: StatementEntry): EntryWord {
  if (kind !== 'TRANSFER') return kind;
  if (!isWithSeller(sourceId)) return 'pixSent';
  return movements[0]?.kind === 'DEPOSIT' ? 'transferIn' : 'transferOut';
}

type EntryWord = Exclude<StatementEntry['kind'], 'TRANSFER'> | 'pixSent' | 'transferIn' | 'transferOut';

function isWithSeller(sourceId: string | null): boolean {
  return sourceId?.startsWith('stra_') === true;
}

/**
 * Whether each entry can be shown with the balance after it: not when a filter leaves out entries between two others. A
 * period does not.
 */
export function hasBalance(filters: Readonly<Record<string, string>>): boolean {
  return Object.keys(filters).every((name) => name === 'startDate' || name === 'endDate');
}

/** The page of the record that an entry is about, below the open store. */
export function pathOfEntry({ kind, chargeId, sourceId, movements }: StatementEntry): string | undefined {
  const ofSeller = movements[0]?.subAccountId;
  if (ofSeller !== undefined && isWithSeller(sourceId)) return `/sellers/${ofSeller}`;
  // What a seller withdraws stands among the Pix that were sent.
  if (ofSeller !== undefined && kind === 'WITHDRAW') return `/pix/${sourceId ?? ''}`;
  const page = pages[kind];
  if (page !== undefined && sourceId !== null) return `${page}/${sourceId}`;
  if (kind === 'ADVANCE') return '/advances';
  return chargeId === null ? undefined : `/charges/${chargeId}`;
}

const pages: Readonly<Partial<Record<StatementEntry['kind'], string>>> = {
  WITHDRAW: '/payouts',
  TRANSFER: '/pix',
  DISPUTE: '/disputes',
  DISPUTE_RELEASE: '/disputes',
  CHARGEBACK: '/disputes',
};
