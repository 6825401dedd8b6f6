import type { Customer, CustomerSnapshot } from '@pitanga/contracts';
import { Type, type Static } from 'typebox';
import { Metadata, NamedObject, Nullable, Timestamp } from './schema';
import { instant, parseMetadata } from './wire';

/** Absent fields are `""`, and the country is Brazil: client types have strings here. */
export const CustomerRecord = NamedObject('Customer', {
  id: Type.String(),
  devMode: Type.Boolean(),
  email: Type.String({ description: '`""` when absent.' }),
  taxId: Type.String({ description: '`""` when absent.' }),
  country: Type.String({ description: '`BR`.' }),
  name: Type.String({ description: '`""` when absent.' }),
  cellphone: Type.String({ description: '`""` when absent.' }),
  address: Type.String({ description: 'Street and number; `""` when absent.' }),
  city: Type.String({ description: '`""` when absent.' }),
  state: Type.String({ description: 'Two letters; `""` when absent.' }),
  zipCode: Type.String({ description: '`""` when absent.' }),
  metadata: Metadata,
  createdAt: Timestamp,
  updatedAt: Timestamp,
});
export type CustomerRecord = Static<typeof CustomerRecord>;

/** A person as events show them: the tax id is masked, absent fields are `""`. */
export interface MaskedCustomer {
  readonly id: string;
  readonly name: string;
  readonly email: string;
  readonly taxId: string;
}

/** The customer of an event. */
export const EventCustomer = NamedObject('MaskedCustomer', {
  id: Type.String({ description: '`""` where there is no customer; the other fields are null then.' }),
  name: Nullable(Type.String({ description: '`""` when absent or erased.' })),
  email: Nullable(Type.String({ description: '`""` when absent or erased.' })),
  taxId: Nullable(Type.String({ description: 'Masked; `""` when absent or erased.' })),
});

/** v1 has the customer's data under `metadata`, and `""` for null. */
export const V1CustomerRecord = NamedObject('Customer', {
  id: Type.String(),
  metadata: NamedObject('CustomerDetails', {
    name: Type.String(),
    cellphone: Type.String(),
    email: Type.String(),
    taxId: Type.String(),
  }),
});
export type V1CustomerRecord = Static<typeof V1CustomerRecord>;

export function customerRecord(customer: Customer): CustomerRecord {
  return {
    id: customer.id,
    devMode: customer.devMode,
    email: customer.email ?? '',
    taxId: customer.taxId ?? '',
    country: customer.country ?? 'BR',
    name: customer.name ?? '',
    cellphone: customer.cellphone ?? '',
    address: customer.address ?? '',
    city: customer.city ?? '',
    state: customer.state ?? '',
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
