import { pastedText } from './pasted';

const lengthMax = 254;
const localMax = 64;
const word = "[a-z0-9!#$%&'*+/=?^_`{|}~-]+";
const label = '[a-z0-9](?:[a-z0-9-]*[a-z0-9])?';
const pattern = new RegExp(`^${word}(?:\\.${word})*@(?:${label}\\.)+${label}$`);

/**
 * An e-mail address to which mail can be sent, in the form in which addresses are compared: small letters, its domain in
 * ASCII (`café.example` is `xn--caf-dma.example`). Undefined for a text that is none.
 */
export function normalizeEmail(text: string): string | undefined {
  const [local = '', domain = '', ...more] = pastedText(text).normalize('NFC').toLowerCase().split('@');
  if (more.length > 0 || local.length > localMax) return undefined;
  const email = `${local}@${asciiDomain(domain)}`;
  return email.length <= lengthMax && pattern.test(email) ? email : undefined;
}

/** Parsers of URLs have the tables for this; what is no domain stays as it is. */
function asciiDomain(domain: string): string {
  const isUnicode = /[^\x20-\x7e]/.test(domain) && !/[/?#:%\\\s]/.test(domain);
  return isUnicode && URL.canParse(`http://${domain}`) ? new URL(`http://${domain}`).hostname : domain;
}
