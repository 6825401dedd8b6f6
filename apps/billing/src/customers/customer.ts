import { invalidArgument, isTaxId, maskTaxId, normalizeEmail, normalizeTaxId } from '@pitanga/core';

/** A person or company that pays; at most one live record per tax id in a store and environment. */
export interface Customer {
  readonly id: string;
  readonly devMode: boolean;
  /** Absent for some customers created from a payer. */
  readonly email: string | undefined;
  /** Without punctuation. In clear only in memory. */
  readonly taxId: string | undefined;
  readonly name: string | undefined;
  readonly cellphone: string | undefined;
  /** Street and number. */
  readonly address: string | undefined;
  readonly city: string | undefined;
  /** Two letters, e.g. SP. */
  readonly state: string | undefined;
  readonly zipCode: string | undefined;
  readonly country: string | undefined;
  /** One JSON object, exactly as in the request. */
  readonly metadataJson: string;
  readonly createdAt: Date;
  readonly updatedAt: Date;
}

/** Customer data of a request. */
export interface CustomerInput {
  readonly email?: string | undefined;
  readonly taxId?: string | undefined;
  readonly name?: string | undefined;
  readonly cellphone?: string | undefined;
  readonly address?: string | undefined;
  readonly city?: string | undefined;
  readonly state?: string | undefined;
  readonly zipCode?: string | undefined;
  readonly metadataJson: string;
}

/** A customer in events: never with the full tax id. */
export interface CustomerSnapshot {
  readonly id: string;
  readonly name: string | undefined;
  readonly email: string | undefined;
  readonly maskedTaxId: string | undefined;
}

/** The tax id without punctuation; INVALID_ARGUMENT unless it is a valid CPF or CNPJ. */
export function checkedTaxId(taxId: string): string {
  if (!isTaxId(taxId)) throw invalidArgument("Property 'taxId' should be a valid CPF or CNPJ");
  return normalizeTaxId(taxId);
}

/** The form in which e-mails are looked up. */
export function foldEmail(email: string): string {
  return normalizeEmail(email) ?? email.toLowerCase();
}

export function toCustomerSnapshot(customer: Customer): CustomerSnapshot {
  const { id, name, email, taxId } = customer;
  return { id, name, email, maskedTaxId: taxId === undefined ? undefined : maskTaxId(taxId) };
}
