import { Named } from '@pitanga/records';
import { Type } from 'typebox';
import { Amount } from '../../fields/fields';

const asked = {
  amount: Type.Optional({ ...Amount, description: 'Centavos of pending card money; all of it when left out.' }),
};

export const AdvanceCreate = Named('CreateAdvance', Type.Object(asked));

export const AdvanceAsked = Type.Object(asked);
