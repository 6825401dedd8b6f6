import { Type } from 'typebox';
import { Nullable, Timestamp } from '../../fields/schemas';
import { NamedObject } from '../../fields/schema-names';

export const Store = NamedObject('Store', {
  id: Type.String(),
  devMode: Type.Boolean(),
  name: Type.String(),
  website: Nullable(Type.String()),
  balance: Type.Object(
    { available: Type.Integer(), pending: Type.Integer(), blocked: Type.Integer() },
    { description: 'Centavos.' },
  ),
  createdAt: Timestamp,
  updatedAt: Timestamp,
});
