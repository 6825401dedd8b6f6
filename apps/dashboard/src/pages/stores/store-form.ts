import { normalizeTaxId } from '@pitanga/core/identifiers';

export interface StoreForm {
  readonly name: string;
  readonly taxId: string;
  readonly legalName: string;
  readonly website: string;
}

/** `minhaloja.com.br` is taken as its https address; undefined for what is no address. */
export function parseWebsite(text: string): string | undefined {
  const typed = text.trim();
  const address = /^https?:\/\//i.test(typed) ? typed : `https://${typed}`;
  if (!URL.canParse(address)) return undefined;
  const { hostname, username, password } = new URL(address);
  const isNamed = /^[^.\s]+(\.[^.\s]+)+$/.test(hostname);
  return isNamed && username === '' && password === '' ? address : undefined;
}

/** The body of the call; an empty registered name is left out. */
export function storeBody({ name, taxId, legalName, website }: StoreForm) {
  const registered = legalName.trim();
  return {
    name: name.trim(),
    taxId: normalizeTaxId(taxId),
    website: parseWebsite(website) ?? website.trim(),
    ...(registered !== '' && { legalName: registered }),
  };
}
