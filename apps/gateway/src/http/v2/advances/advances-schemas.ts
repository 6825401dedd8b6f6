import { Type } from 'typebox';
import { Amount, OneOf } from '../../fields/fields';
import { Timestamp } from '../../fields/schemas';
import { Named, NamedObject } from '../../fields/schema-names';

const asked = {
  amount: Type.Optional({ ...Amount, description: 'Centavos of pending card money; all of it when left out.' }),
};

export const AdvanceCreate = Named('CreateAdvance', Type.Object(asked));

export const AdvanceAsked = Type.Object(asked);

const money = {
  amount: Type.Integer({ description: 'Centavos that leave pending.' }),
  cost: Type.Integer({ description: 'Part of the amount, in centavos.' }),
  net: Type.Integer({ description: 'Centavos that become available: amount less cost.' }),
};

export const AdvanceQuote = Named('AdvanceQuote', Type.Object(money));

export const Advance = NamedObject('Advance', {
  id: Type.String(),
  status: OneOf(['COMPLETE']),
  devMode: Type.Boolean(),
  ...money,
  createdAt: Timestamp,
  updatedAt: Timestamp,
});
