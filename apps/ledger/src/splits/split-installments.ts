import { allocate, subtractCents, sumCents, zeroCents, type Cents } from '@pitanga/core';
import { ownerStep, type OpenPart, type PartDraft, type PartTaking } from '../pending-parts/pending-part';
import { byId, type SplitPart } from './split';

/**
 * The installments of a payment, each divided among the store and the sub-accounts in proportion to what each is still to
 * get: all parts of an installment add up to it, and all of an owner to what is the owner's, exactly (docs/behaviour/sub-accounts.md#split-pending).
 *
 * @param parts what sub-accounts get of the net, at most all of it
 */
export function splitInstallments(
  installments: readonly PartDraft[],
  parts: readonly SplitPart[],
): readonly PartDraft[] {
  if (parts.length === 0) return installments;
  const net = sumCents(...installments.map(({ amountCents }) => amountCents));
  const amounts = parts.map(({ amountCents }) => amountCents);
  let left: readonly Cents[] = [subtractCents(net, sumCents(...amounts)), ...amounts];
  return installments.flatMap(({ number, amountCents, dueAt }) => {
    const shares = allocate(amountCents, left);
    left = left.map((cents, owner) => subtractCents(cents, shares[owner] ?? zeroCents));
    return shares
      .map((share, owner) => {
        const of = owner === 0 ? {} : { subAccountId: parts[owner - 1]?.subAccountId };
        return { number: number + owner * ownerStep, amountCents: share, dueAt, ...of };
      })
      .filter((part) => part.amountCents > 0);
  });
}

/** What takings take of the store's parts, and of each sub-account's, by its id. */
export function groupTakings(
  parts: readonly OpenPart[],
  takings: readonly PartTaking[],
): { readonly pendingCents: Cents; readonly pendingSubs: readonly SplitPart[] } {
  const owners = new Map(parts.map(({ number, subAccountId }) => [number, subAccountId]));
  const sums = new Map<string | undefined, Cents>();
  for (const { number, amountCents } of takings) {
    const owner = owners.get(number);
    sums.set(owner, sumCents(sums.get(owner) ?? zeroCents, amountCents));
  }
  return {
    pendingCents: sums.get(undefined) ?? zeroCents,
    pendingSubs: [...sums]
      .flatMap(([subAccountId, amountCents]) => (subAccountId === undefined ? [] : [{ subAccountId, amountCents }]))
      .sort(byId),
  };
}
