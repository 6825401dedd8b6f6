import type { ChargeCycleResponse } from '@pitanga/contracts';

/** Checkout, charge and customer of a payment, as events carry them. */
export type Payment = ChargeCycleResponse;

const noPicture = Buffer.alloc(0);

/** Without what no event and no table may hold: the token of a saved card, and the QR picture. */
export function toEventPayment(payment: Payment): Payment {
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

/** Without its payer; the customer, who is another person, stays. */
export function withoutPayer(payment: Payment): Payment {
  const { charge } = payment;
  return { ...payment, charge: charge && { ...charge, payer: undefined } };
}

/** Without personal data: of the customer only the id. */
export function withoutPersonalData(payment: Payment): Payment {
  const { charge, customer } = payment;
  return {
    ...payment,
    charge: charge && { ...charge, payer: undefined },
    customer: customer && { id: customer.id, name: undefined, email: undefined, maskedTaxId: undefined },
  };
}
