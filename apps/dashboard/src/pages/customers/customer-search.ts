import { isTaxId, normalizePhone, pastedText } from '@pitanga/core/identifiers';

/** The filter of the customers' list that a typed text is. */
type CustomerFilter = Partial<Record<'id' | 'email' | 'taxId' | 'cellphone' | 'name', string>>;

/**
 * An e-mail, a tax id, a phone number or an id is looked for whole, anything else in the names. Eleven digits are a CPF when
 * its check digits are right, and else a phone number.
 */
export function toCustomerFilter(text: string): CustomerFilter {
  const typed = pastedText(text);
  if (typed === '') return {};
  if (/^cust_\w+$/.test(typed)) return { id: typed };
  if (typed.includes('@')) return { email: typed };
  if (!typed.includes('(') && isTaxId(typed)) return { taxId: typed };
  const digits = typed.replace(/\D/g, '');
  if (normalizePhone(typed) !== undefined) return { cellphone: typed };
  if (/^[+(]?[\d\s().-]+$/.test(typed) && digits.length >= 8) return { cellphone: typed };
  return { name: typed };
}
