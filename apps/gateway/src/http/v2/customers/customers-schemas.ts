import { Named, NamedObject, Nullable } from '@pitanga/records';
import { Type } from 'typebox';
import {
  Address,
  Cellphone,
  City,
  Email,
  Id,
  MetadataInput,
  Name,
  State,
  TaxId,
  TextFilter,
  ZipCode,
} from '../../fields/fields';
import { listQuery } from '../lists';

/** The only body that refuses unknown keys of its own. */
export const CustomerCreate = Named(
  'CreateCustomer',
  Type.Object(
    {
      email: Email,
      name: Type.Optional(Name),
      cellphone: Type.Optional(Cellphone),
      taxId: Type.Optional(TaxId),
      zipCode: Type.Optional(ZipCode),
      metadata: Type.Optional(MetadataInput),
    },
    { additionalProperties: false },
  ),
);

const cleared = (description: string) => ({ description: `${description}; null clears it.` });

/** Absent fields stay unchanged. */
export const CustomerUpdate = NamedObject('UpdateCustomer', {
  id: Type.Optional(Id),
  email: Type.Optional(Email),
  name: Type.Optional(Nullable({ ...Name, ...cleared('Full name') })),
  cellphone: Type.Optional(Nullable({ ...Cellphone, ...cleared('Phone') })),
  taxId: Type.Optional(Nullable({ ...TaxId, ...cleared('A valid CPF or CNPJ that no other customer has') })),
  address: Type.Optional(Nullable({ ...Address, ...cleared('Street and number') })),
  city: Type.Optional(Nullable({ ...City, ...cleared('City') })),
  state: Type.Optional(Nullable({ ...State, ...cleared('Two letters') })),
  zipCode: Type.Optional(Nullable({ ...ZipCode, ...cleared('Postal code') })),
  metadata: Type.Optional(Nullable(MetadataInput)),
});

export const CustomerGet = Type.Object({
  id: Type.Optional(Id),
  email: Type.Optional(Email),
  taxId: Type.Optional(TextFilter),
});

export const CustomerList = Type.Object({
  ...listQuery,
  id: Type.Optional(TextFilter),
  email: Type.Optional(TextFilter),
  taxId: Type.Optional(TextFilter),
  name: Type.Optional(TextFilter),
  cellphone: Type.Optional(TextFilter),
});
