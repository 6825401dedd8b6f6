import { Type } from 'typebox';
import { Amount, OneOf } from '../../fields';
import { Timestamp } from '../../schemas';

const asked = {
  amount: Type.Optional({ ...Amount, description: 'Centavos of pending card money; all of it when left out.' }),
};

export const AdvanceCreate = Type.Object(asked);

export const AdvanceAsked = Type.Object(asked);

const money = {
  amount: Type.Integer({ description: 'Centavos that leave pending.' }),
  cost: Type.Integer({ description: 'Part of the amount, in centavos.' }),
  net: Type.Integer({ description: 'Centavos that become available: amount less cost.' }),
};

export const AdvanceQuote = Type.Object(money);

export const Advance = Type.Object({
  id: Type.String(),
  status: OneOf(['COMPLETE']),
  devMode: Type.Boolean(),
  ...money,
  createdAt: Timestamp,
  updatedAt: Timestamp,
});
