import type { ChargeCycleResponse } from '@pitanga/contracts';

/** Checkout, charge and customer of a payment, as facts carry them. */
export type Payment = ChargeCycleResponse;

const noPicture = Buffer.alloc(0);

/** Without what no fact and no table may hold: the token of a saved card, and a picture nobody looks at. */
export function factOf(payment: Payment): Payment {
  const { charge } = payment;
  if (!charge) return payment;
  return {
    ...payment,
    charge: {
      ...charge,
      pix: charge.pix && { ...charge.pix, qrPng: noPicture },
      card: charge.card && { ...charge.card, cardToken: undefined },
    },
  };
}

/** The same without the person: the customer's id alone. */
export function withoutPerson(payment: Payment): Payment {
  const { charge, customer } = payment;
  return {
    ...payment,
    charge: charge && { ...charge, payer: undefined },
    customer: customer && { id: customer.id, name: undefined, email: undefined, maskedTaxId: undefined },
  };
}
