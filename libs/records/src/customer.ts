import type { Customer, CustomerSnapshot } from '@pitanga/contracts';
import { instant, metadataOf, orNull, type JsonObject } from './wire';

export interface CustomerRecord {
  readonly id: string;
  readonly devMode: boolean;
  readonly email: string | null;
  readonly taxId: string | null;
  readonly country: string | null;
  readonly name: string | null;
  readonly cellphone: string | null;
  readonly zipCode: string | null;
  readonly metadata: JsonObject;
  readonly createdAt: string;
  readonly updatedAt: string;
}

/** What a webhook shows of a person: the tax id is masked (decisions 7). */
export interface MaskedCustomer {
  readonly id: string;
  readonly name: string | null;
  readonly email: string | null;
  readonly taxId: string | null;
}

/** v1 keeps the customer's data under `metadata`; v1 has no null there, so absent is `""` (decisions 10). */
export interface V1CustomerRecord {
  readonly id: string;
  readonly metadata: {
    readonly name: string;
    readonly cellphone: string;
    readonly email: string;
    readonly taxId: string;
  };
}

export function customerRecord(customer: Customer): CustomerRecord {
  return {
    id: customer.id,
    devMode: customer.devMode,
    email: orNull(customer.email),
    taxId: orNull(customer.taxId),
    country: orNull(customer.country),
    name: orNull(customer.name),
    cellphone: orNull(customer.cellphone),
    zipCode: orNull(customer.zipCode),
    metadata: metadataOf(customer.metadataJson),
    createdAt: instant(customer.createdAt, 'createdAt'),
    updatedAt: instant(customer.updatedAt, 'updatedAt'),
  };
}

export function maskedCustomer(customer: CustomerSnapshot): MaskedCustomer;
export function maskedCustomer(customer: CustomerSnapshot | undefined): MaskedCustomer | null;
export function maskedCustomer(customer: CustomerSnapshot | undefined): MaskedCustomer | null {
  if (customer === undefined) return null;
  return {
    id: customer.id,
    name: orNull(customer.name),
    email: orNull(customer.email),
    taxId: orNull(customer.maskedTaxId),
  };
}

export function v1CustomerRecord(customer: Customer): V1CustomerRecord {
  return {
    id: customer.id,
    metadata: {
      name: customer.name ?? '',
      cellphone: customer.cellphone ?? '',
      email: customer.email ?? '',
      taxId: customer.taxId ?? '',
    },
  };
}
