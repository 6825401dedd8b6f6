import type { Customer, CustomerSnapshot } from '@pitanga/contracts';
import { instant, parseMetadata, type JsonObject } from './wire';

/** Client types have strings here, so what is absent is `""`, and the country Brazil. */
export interface CustomerRecord {
  readonly id: string;
  readonly devMode: boolean;
  readonly email: string;
  readonly taxId: string;
  readonly country: string;
  readonly name: string;
  readonly cellphone: string;
  readonly zipCode: string;
  readonly metadata: JsonObject;
  readonly createdAt: string;
  readonly updatedAt: string;
}

/** What a webhook shows of a person: the tax id is masked, and what is absent is `""`. */
export interface MaskedCustomer {
  readonly id: string;
  readonly name: string;
  readonly email: string;
  readonly taxId: string;
}

/** v1 keeps the customer's data under `metadata`; v1 has no null there, so absent is `""`. */
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
    email: customer.email ?? '',
    taxId: customer.taxId ?? '',
    country: customer.country ?? 'BR',
    name: customer.name ?? '',
    cellphone: customer.cellphone ?? '',
    zipCode: customer.zipCode ?? '',
    metadata: parseMetadata(customer.metadataJson),
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
    name: customer.name ?? '',
    email: customer.email ?? '',
    taxId: customer.maskedTaxId ?? '',
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
