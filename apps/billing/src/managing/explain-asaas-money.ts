import type { CrossTenant, Tenant } from '@pitanga/core';
import type { Pool } from '@pitanga/database';
import { listTaken, listUnexplained, saveExplanation, type AsaasEntry } from '../asaas-entries/asaas-entry-repository';
import { findChargeFacts, findChargesOfOthers } from '../asaas-entries/charge-facts-repository';
import { explain, explainKeyPayment, findUndone, type Explanation } from '../asaas-entries/explain';
import { findKeyPaymentFacts } from '../asaas-entries/key-payment-facts';

/** A year of what others do in the account; the oldest come first. */
const movementsMax = 5_000;

/** Says of every movement what it is, as far as what we have explains it; what is left is tried again at each reading. */
export async function explainMovements(db: Pool, all: CrossTenant, tenant: Tenant, accountId: string): Promise<void> {
  const open = await listUnexplained(db, tenant, accountId, movementsMax);
  const references = [...new Set(open.flatMap(({ reference }) => reference ?? []))];
  const keys = await findKeyPaymentFacts(db, all, tenant, accountId, references);
  const attached = [...keys.values()].flatMap(({ chargeId }) => chargeId ?? []);
  const facts = await findChargeFacts(db, tenant, [...references, ...attached]);
  const others = await findChargesOfOthers(db, all, tenant, accountId, references);
  const ofOurs = [...facts.values()].flatMap(({ chargeId, refunds }) => [chargeId, ...refunds.map(({ id }) => id)]);
  // Of payouts and of Pix without a charge.
  const orders = references.filter((reference) => reference.startsWith('tran_'));
  const installments = open.flatMap(({ paymentId, reference = '' }) => {
    const charge = paymentId === undefined ? undefined : facts.get(reference);
    return charge ? `${charge.chargeId} ${paymentId ?? ''}` : [];
  });
  const earlier = await listTaken(db, tenant, accountId, [...ofOurs, ...orders, ...installments]);
  const taken = new Set(earlier.map(key));
  const left: AsaasEntry[] = [];
  for (const entry of open) {
    const { reference = '' } = entry;
    const known = keys.get(reference);
    const charge = facts.get(known?.chargeId ?? reference);
    const isTaken = (one: Explanation): boolean => isOnce(one) && taken.has(key(one));
    const explanation = known
      ? explainKeyPayment(entry, known, charge, isTaken)
      : (isOfOther(entry, others) ?? explain(entry, charge, isTaken));
    if (!explanation) left.push(entry);
    else if (await saveExplanation(db, tenant, accountId, entry.id, explanation)) taken.add(key(explanation));
  }
  for (const [out, back] of findUndone(left)) {
    await saveExplanation(db, tenant, accountId, out.id, { as: 'UNDONE', by: back.id });
    await saveExplanation(db, tenant, accountId, back.id, { as: 'UNDONE', by: out.id });
  }
}

/** Of a payout parts may come back, a chargeback moves money twice, and two refunds may take as much of one installment. */
function isOnce({ as, by = '' }: Explanation): boolean {
  if (as === 'CARD_REFUND') return !by.includes(' ');
  return as !== 'PAYOUT_RETURN' && as !== 'CHARGEBACK' && as !== 'CARD_CHARGEBACK';
}

function isOfOther({ reference }: AsaasEntry, others: ReadonlySet<string>): Explanation | undefined {
  return reference !== undefined && others.has(reference) ? { as: 'OTHER_STORE', by: undefined } : undefined;
}

function key({ as, by }: Explanation): string {
  return `${as} ${by ?? ''}`;
}
