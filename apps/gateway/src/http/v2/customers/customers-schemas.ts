import { Type } from 'typebox';
import { Cellphone, Email, Id, MetadataInput, Name, TaxId, TextFilter, ZipCode, Metadata } from '../../fields';
import { Nullable, Timestamp } from '../../schemas';
import { listQuery } from '../lists';

/** Only here are unknown keys refused (interface 2.2). */
export const CustomerCreate = Type.Object(
  {
    email: Email,
    name: Type.Optional(Name),
    cellphone: Type.Optional(Cellphone),
    taxId: Type.Optional(TaxId),
    zipCode: Type.Optional(ZipCode),
    metadata: Type.Optional(MetadataInput),
  },
  { additionalProperties: false },
);

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

export const Customer = Type.Object({
  id: Type.String(),
  devMode: Type.Boolean(),
  email: Nullable(Type.String()),
  taxId: Nullable(Type.String()),
  country: Nullable(Type.String()),
  name: Nullable(Type.String()),
  cellphone: Nullable(Type.String()),
  zipCode: Nullable(Type.String()),
  metadata: Metadata,
  createdAt: Timestamp,
  updatedAt: Timestamp,
});
