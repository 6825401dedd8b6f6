import { normalizeTaxId } from '@pitanga/core';

/** Enough of a document to know it by: what banks leave visible of a CPF (***.456.789-**). */
const visibleMin = 6;

/**
 * Whether a key's owner, as a look-up names it, is this holder. Look-ups often mask what they answer: then the visible
 * characters decide, and one that shows too few proves nothing.
 */
export function isOwnedBy(holderTaxId: string, ownerTaxId: string): boolean {
  const owner = normalizeTaxId(ownerTaxId);
  if (owner.length !== holderTaxId.length) return false;
  const visible = Array.from(owner).filter((character) => character !== '*').length;
  return visible >= visibleMin && Array.from(owner).every((own, at) => own === '*' || own === holderTaxId.charAt(at));
}
