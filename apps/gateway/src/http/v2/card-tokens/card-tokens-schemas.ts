import { Named, NamedObject, Timestamp } from '@pitanga/records';
import { Type } from 'typebox';

const FieldNumber = Named('CardFieldNumber', Type.Integer());
const FieldText = Named('CardFieldText', Type.String({ maxLength: 4 }));

/** Card forms send what their fields hold: 8, "8" or "08". */
const NumberField = (description: string, examples: readonly (number | string)[]) =>
  Type.Union([FieldNumber, FieldText], { description, examples });

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
| 4000 0000 0000 0069 | VISA | declined: the card has expired (54) |
| 4000 0000 0000 0127 | VISA | declined: the security code is wrong (N7) |
| 4000 0000 0000 0341 | VISA | starts a trial, then every charge is declined (05) |
| 4000 0000 0000 9979 | VISA | starts a trial, then every charge is declined for good (43): the card is not sent again |`;

const inDevMode = 'Dev mode, where it is required; production does not take it.';

export const CardTokenCreate = NamedObject('CreateCardToken', {
  paymentMethod: Type.Optional(
    Type.String({
      minLength: 1,
      maxLength: 255,
      description:
        "Production, where it is required: what the card provider's own fields made in the browser. With Stripe, the id " +
        "that `stripe.createPaymentMethod` answered with the store's publishable key.",
      examples: ['pm_1PgafyLkdIwHu7ixzrmmPzBQ'],
    }),
  ),
  number: Type.Optional(
    Type.String({
      minLength: 1,
      maxLength: 40,
      description: `${inDevMode} A test card; spaces and dashes are ignored.`,
      examples: ['4242 4242 4242 4242'],
    }),
  ),
  expMonth: Type.Optional(NumberField(`${inDevMode} 1 to 12.`, [12])),
  expYear: Type.Optional(NumberField(`${inDevMode} Of four digits or two.`, [2030, '30'])),
  cvv: Type.Optional(
    Type.String({
      minLength: 3,
      maxLength: 4,
      description: `${inDevMode} Four digits for AMEX, three for the other brands.`,
      examples: ['123'],
    }),
  ),
  holderName: Type.Optional(
    Type.String({
      minLength: 2,
      maxLength: 200,
      description: 'Required in dev mode; in production for a payment method that has no name.',
      examples: ['ANA SOUZA'],
    }),
  ),
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
