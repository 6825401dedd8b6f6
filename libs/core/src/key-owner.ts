import type { PixTarget } from './pix-target';
import { normalizeTaxId } from './tax-id';

/** Characters of a CPF that banks leave visible (***.456.789-**). */
const visibleMin = 6;

/** Whether a Pix key is a person's own; UNKNOWN: its look-up does not show it. */
export type KeyOwnership = 'OWN' | 'OTHER' | 'UNKNOWN';

/**
 * Whose a key is, by its look-up. A CPF or CNPJ is its owner's document, even where the look-up masks it. Of another key's
 * masked owner the visible characters decide; fewer than {@link visibleMin} prove nothing.
 *
 * @param taxId the person's, normalised
 * @param ownerTaxId as the look-up names it; undefined: it names none
 */
export function judgeKeyOwner({ type, key }: PixTarget, taxId: string, ownerTaxId: string | undefined): KeyOwnership {
  const owner = type === 'CPF' || type === 'CNPJ' ? key : normalizeTaxId(ownerTaxId ?? '');
  const visible = Array.from(owner).filter((character) => character !== '*').length;
  if (visible === 0) return 'UNKNOWN';
  if (owner.length !== taxId.length) return 'OTHER';
  if (!Array.from(owner).every((own, at) => own === '*' || own === taxId.charAt(at))) return 'OTHER';
  return visible >= visibleMin ? 'OWN' : 'UNKNOWN';
}
