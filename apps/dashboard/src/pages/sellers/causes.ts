import type { ApiRecord } from '../../api/records';

/** What a transfer back to the store may be for. */
export interface Cause {
  readonly id: string;
  readonly kind: 'given' | 'refunded' | 'disputed';
  /** Centavos of a transfer; what a refund or dispute allows is known to the API alone. */
  readonly amount: number | undefined;
  readonly at: string;
}

const kinds = { REFUND: 'refunded', DISPUTE: 'disputed' } as const;

/** Transfers to a seller, and the refunds and disputes in its statement, the newest first. */
export function listCauses(
  given: readonly ApiRecord<'SubAccountTransfer'>[],
  moved: readonly Pick<ApiRecord<'StatementEntry'>, 'kind' | 'status' | 'sourceId' | 'createdAt'>[],
): readonly Cause[] {
  const gone = moved.flatMap(({ kind, status, sourceId, createdAt }): readonly Cause[] =>
    (kind === 'REFUND' || kind === 'DISPUTE') && status === 'COMPLETE' && sourceId !== null
      ? [{ id: sourceId, kind: kinds[kind], amount: undefined, at: createdAt }]
      : [],
  );
  const transfers = given.map(({ id, amount, createdAt }): Cause => ({ id, kind: 'given', amount, at: createdAt }));
  return [...transfers, ...gone].sort((a, b) => b.at.localeCompare(a.at));
}
