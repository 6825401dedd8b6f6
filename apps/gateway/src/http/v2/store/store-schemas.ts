import { Type } from 'typebox';
import { Nullable } from '../../schemas';

export const Store = Type.Object({
  id: Type.String(),
  name: Type.String(),
  website: Nullable(Type.String()),
  balance: Type.Object(
    { available: Type.Integer(), pending: Type.Integer(), blocked: Type.Integer() },
    { description: 'Centavos.' },
  ),
});
