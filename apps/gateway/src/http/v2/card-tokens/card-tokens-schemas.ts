import { NamedObject, Timestamp } from '@pitanga/records';
import { Type } from 'typebox';

/** Card forms send what their fields hold: 8, "8" or "08". */
const NumberField = (description: string, examples: readonly (number | string)[]) =>
  Type.Union([Type.Integer(), Type.String({ maxLength: 4 })], { description, examples });

/** Markdown of the cards that dev mode takes. */
export const testCardsText = `Dev mode takes these cards only, with any expiry to come:

| number | brand | what happens |
| --- | --- | --- |
| 4242 4242 4242 4242 | VISA | pays |
| 5555 5555 5555 4444 | MASTERCARD | pays |
| 6362 9700 0045 7013 | ELO | pays |
| 3782 822463 10005 | AMEX | pays; 15 digits, a \`cvv\` of four |
| 6062 8256 2425 4001 | HIPERCARD | pays |
| 4000 0000 0000 0259 | VISA | pays, and is disputed |
| 4000 0000 0000 0002 | VISA | declined (05) |
| 4000 0000 0000 9995 | VISA | declined for want of funds (51) |
| 4000 0000 0000 0341 | VISA | starts a trial, then every charge is declined (05) |
| 4000 0000 0000 9979 | VISA | starts a trial, then every charge is declined for good (43): the card is not sent again |`;

export const CardTokenCreate = NamedObject('CreateCardToken', {
  number: Type.String({
    minLength: 1,
    maxLength: 40,
    description: 'Spaces and dashes are ignored. In dev mode a test card.',
    examples: ['4242 4242 4242 4242'],
  }),
  expMonth: NumberField('1 to 12.', [12]),
  expYear: NumberField('Of four digits or two.', [2030, '30']),
  cvv: Type.String({
    minLength: 3,
    maxLength: 4,
    description: 'Four digits for AMEX, three for the other brands.',
    examples: ['123'],
  }),
  holderName: Type.String({ minLength: 2, maxLength: 200, examples: ['ANA SOUZA'] }),
});

export const CardToken = NamedObject('CardToken', {
  id: Type.String({ description: 'For one charge, as its `token`.', examples: ['ctok_…'] }),
  brand: Type.String({
    description: 'VISA, MASTERCARD, ELO, AMEX, HIPERCARD, DINERS and so on; UNKNOWN for the numbers of no known brand.',
    examples: ['VISA'],
  }),
  lastFour: Type.String({ examples: ['4242'] }),
  expiresAt: Timestamp,
});
