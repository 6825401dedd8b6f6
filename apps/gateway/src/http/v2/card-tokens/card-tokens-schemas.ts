import { Type } from 'typebox';
import { Timestamp } from '../../schemas';

/** Card forms send what their fields hold: 8, "8" or "08". */
const NumberField = (description: string, examples: readonly (number | string)[]) =>
  Type.Union([Type.Integer(), Type.String({ maxLength: 4 })], { description, examples });

export const CardTokenCreate = Type.Object({
  number: Type.String({
    minLength: 1,
    maxLength: 40,
    description: 'Spaces and dashes are ignored. In dev mode a test card.',
    examples: ['4242 4242 4242 4242'],
  }),
  expMonth: NumberField('1 to 12.', [12]),
  expYear: NumberField('Of four digits or two.', [2030, '30']),
  cvv: Type.String({ minLength: 3, maxLength: 4, examples: ['123'] }),
  holderName: Type.String({ minLength: 2, maxLength: 200, examples: ['ANA SOUZA'] }),
});

export const CardToken = Type.Object({
  id: Type.String({ description: 'For one charge, as its `token`.', examples: ['ctok_…'] }),
  brand: Type.String({ examples: ['VISA'] }),
  lastFour: Type.String({ examples: ['4242'] }),
  expiresAt: Timestamp,
});
