import { invalidArgument, mulDiv, subtractCents, sumCents, type AppError, type Cents } from '@pitanga/core';

/** What a sub-account gets of a charge: exactly one of an amount and a share of what is paid. */
export interface ChargeSplit {
  readonly subAccountId: string;
  readonly amountCents?: Cents | undefined;
  /** Hundredths of a percent of the gross amount, rounded down. */
  readonly basisPoints?: number | undefined;
}

const splitsMax = 20;
const wholeBasisPoints = 10_000;

/**
 * Refuses splits that are not right, or more than what is left of a charge after its fee
 * (docs/behaviour/sub-accounts.md#split-amounts).
 */
export function checkSplits(splits: readonly ChargeSplit[], amountCents: Cents, feeCents: Cents): void {
  if (splits.length > splitsMax)
    throw invalidArgument(`Property 'splits' should have at most ${String(splitsMax)} items`);
  if (new Set(splits.map(({ subAccountId }) => subAccountId)).size < splits.length) {
    throw invalidArgument("Property 'splits' should name each sub-account once");
  }
  const parts = splits.map((split) => computePart(split, amountCents));
  if (sumCents(...parts) > subtractCents(amountCents, feeCents)) throw splitsExceedNet();
}

/** Whether the same goes to the same sub-accounts, in the same order. */
export function isSameSplit(a: readonly ChargeSplit[] = [], b: readonly ChargeSplit[] = []): boolean {
  return (
    a.length === b.length &&
    a.every((split, index) => {
      const other = b[index];
      return (
        split.subAccountId === other?.subAccountId &&
        split.amountCents === other.amountCents &&
        split.basisPoints === other.basisPoints
      );
    })
  );
}

function computePart({ amountCents, basisPoints }: ChargeSplit, totalCents: Cents): Cents {
  if ((amountCents === undefined) === (basisPoints === undefined)) {
    throw invalidArgument("Property 'splits' should have either 'amount' or 'percentage' in each item");
  }
  if (amountCents !== undefined && amountCents < 1)
    throw invalidArgument("Property 'splits.amount' should be at least 1");
  if (basisPoints !== undefined && (basisPoints < 1 || basisPoints > wholeBasisPoints)) {
    throw invalidArgument(`Property 'splits.percentage' should be from 1 to ${String(wholeBasisPoints)}`);
  }
  return amountCents ?? mulDiv(totalCents, basisPoints ?? 0, wholeBasisPoints, 'floor');
}

function splitsExceedNet(): AppError {
  return invalidArgument('A soma dos splits não pode passar do valor líquido da cobrança', 'SPLITS_EXCEED_NET');
}
