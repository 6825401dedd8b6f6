import { addDays, cents, sumCents, zeroCents, type Cents } from '@pitanga/core';
import type { SettlementLine } from '../settlements/settlement-file';
import type { AsaasEntry } from './asaas-entry-repository';
import type { Explained } from './explain';

/** What an account at Asaas says of a store, in centavos. */
export interface AsaasSettlement {
  readonly lines: readonly SettlementLine[];
  /** What Asaas kept. */
  readonly feesCents: Cents;
  /** Movements that nothing of ours explains, one by one, those that an operator has explained last. */
  readonly foreign: readonly AsaasEntry[];
}

/** A credit may come some days after the payment that it is of. */
const neighbourDays = 4;

/**
 * Sorts every movement of an account. A line has the day on which it happened here where Asaas's day is near: it credits a boleto
 * days after its payment, which is no difference.
 * @param days on which the ledger booked what the lines are of
 */
export function settleAsaas(entries: readonly AsaasEntry[], days: ReadonlyMap<string, string>): AsaasSettlement {
  const lines: SettlementLine[] = [];
  const foreign: AsaasEntry[] = [];
  let feesCents = zeroCents;
  for (const entry of entries) {
    const { explainedAs, explainedBy, amountCents } = entry;
    if (explainedAs === 'FEE') feesCents = cents(feesCents - amountCents);
    else if (explainedAs === undefined || explainedAs === 'OPERATOR') foreign.push(entry);
    else if (!isNoLine(explainedAs) && explainedBy !== undefined) {
      const type = explainedAs;
      const day = toDay(entry.day, days.get(explainedBy));
      lines.push({ reference: explainedBy, type, amountCents: cents(Math.abs(amountCents)), day });
    }
  }
  foreign.sort((one, other) => Number(one.explainedAs !== undefined) - Number(other.explainedAs !== undefined));
  return { lines: withoutWonDisputes(lines, entries), feesCents, foreign };
}

const noLines = ['UNDONE', 'OTHER_STORE', 'CARD_PAYMENT', 'CARD_REFUND', 'CARD_CHARGEBACK'] as const;

function isNoLine(as: Explained): as is (typeof noLines)[number] {
  return noLines.some((one) => one === as);
}

function toDay(atAsaas: string, here: string | undefined): string {
  if (here === undefined) return atAsaas;
  const isNear = here >= addDays(atAsaas, -neighbourDays) && here <= addDays(atAsaas, neighbourDays);
  return isNear ? here : atAsaas;
}

/** A dispute that was won gave back what it had taken: it is no chargeback. */
function withoutWonDisputes(
  lines: readonly SettlementLine[],
  entries: readonly AsaasEntry[],
): readonly SettlementLine[] {
  const sums = new Map<string, Cents>();
  for (const { explainedAs, explainedBy = '', amountCents } of entries)
    if (explainedAs === 'CHARGEBACK') sums.set(explainedBy, sumCents(sums.get(explainedBy) ?? zeroCents, amountCents));
  const seen = new Set<string>();
  return lines.filter(({ type, reference }) => {
    if (type !== 'CHARGEBACK') return true;
    const isFirst = !seen.has(reference);
    seen.add(reference);
    return isFirst && sums.get(reference) !== 0;
  });
}
