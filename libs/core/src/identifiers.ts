/** Identifiers as people paste them, for browsers: they load no more of the vocabulary than this. */
export { isTaxId, normalizeTaxId, punctuatedTaxId } from './tax-id';
export { normalizeEmail } from './email';
export { normalizePhone } from './phone';
export { normalizeZipCode } from './zip-code';
export { pastedText } from './pasted';
