import { maskTaxId, punctuatedTaxId } from '@pitanga/core';

/** A store as a side of a receipt. */
export interface ReceiptParty {
  readonly name: string;
  /** The registered name of a company; a person's stays private. */
  readonly legalName: string | undefined;
  /** A company's CNPJ is public; a person's CPF is masked. */
  readonly taxId: string;
}

/** @param taxId CPF or CNPJ without punctuation */
export function toReceiptParty(name: string, legalName: string | undefined, taxId: string): ReceiptParty {
  const isCompany = taxId.length === cnpjLength;
  return {
    name,
    legalName: isCompany ? legalName : undefined,
    taxId: isCompany ? punctuatedTaxId(taxId) : maskTaxId(taxId),
  };
}

const cnpjLength = 14;
