import { normalizeTaxId } from '@pitanga/core';

/** Characters of a CPF that banks leave visible (***.456.789-**). */
const visibleMin = 6;

/**
 * Whether a key's owner, as a look-up names it, is this holder. Where the look-up masks the owner, the visible characters
 * decide; fewer than {@link visibleMin} prove nothing.
 */
export function isOwnedBy(holderTaxId: string, ownerTaxId: string): boolean {
  const owner = normalizeTaxId(ownerTaxId);
  if (owner.length !== holderTaxId.length) return false;
  const visible = Array.from(owner).filter((character) => character !== '*').length;
  return visible >= visibleMin && Array.from(owner).every((own, at) => own === '*' || own === holderTaxId.charAt(at));
}
