import { invalidArgument } from '@pitanga/core';

/** Who gets parts of a store's payments. */
export interface SubAccount {
  readonly id: string;
  readonly name: string;
  /** CPF or CNPJ, normalised; unique in the store. */
  readonly taxId: string;
  /** The merchant's own id, unique in the store. */
  readonly externalId: string | undefined;
  /** One JSON object of texts, exactly as given. */
  readonly metadataJson: string;
  readonly createdAt: Date;
  readonly updatedAt: Date;
}

const nameMax = 100;

/** @throws AppError INVALID_ARGUMENT */
export function checkName(name: string): string {
  const trimmed = name.trim();
  if (trimmed === '' || trimmed.length > nameMax) {
    throw invalidArgument(`Property 'name' should have 1 to ${String(nameMax)} characters`);
  }
  return trimmed;
}
