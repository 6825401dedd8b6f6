import type { MethodName } from '@pitanga/records';
import type { InLanguages } from './language';

const portuguese = {
  partlyRefunded: 'Pago, com reembolso parcial',
  disputed: 'Contestado, em análise',
  chargedBack: 'Contestado e devolvido',
  expiredHow:
    'O prazo para pagar terminou e nada foi cobrado. Para pagar, peça um novo link à loja. ' +
    'Um pagamento feito depois do prazo é devolvido por inteiro.',
  cancelledHow:
    'A loja cancelou esta cobrança e nada foi cobrado. Se ainda quer comprar, fale com a loja. ' +
    'Um pagamento feito depois do cancelamento é devolvido por inteiro.',
  disputedHow:
    'Este pagamento foi contestado no banco. O valor fica retido até a decisão. ' +
    'Se não foi você, ou se já se entendeu com a loja, avise o seu banco.',
  chargedBackHow: 'O banco decidiu a contestação a favor de quem pagou e devolveu o valor.',
  refundArrives: {
    PIX: 'O valor voltou por Pix para a conta que pagou.',
    CARD: 'O valor volta como crédito na fatura do cartão, nesta ou na seguinte.',
    BOLETO: 'O valor volta por Pix ou transferência. Em caso de dúvida, fale com a loja.',
  } satisfies Record<MethodName, string>,
  paid: 'Pago',
  refunded: 'Reembolsado',
  contact: 'Falar com a loja',
  contactSubject: (id: string): string => `Cobrança ${id}`,
  noContact: 'Em caso de dúvida, fale com a loja onde você comprou.',
  payBy: (method: string): string => `Pagar com ${method}`,
};

/** The words of what became of a payment, and what its payer can do. */
export const stateWords: InLanguages<typeof portuguese> = {
  'pt-BR': portuguese,
  en: {
    partlyRefunded: 'Paid, partly refunded',
    disputed: 'Disputed, under review',
    chargedBack: 'Disputed and returned',
    expiredHow:
      'The time to pay is over and nothing was charged. To pay, ask the store for a new link. ' +
      'A payment made after that time is returned in full.',
    cancelledHow:
      'The store cancelled this charge and nothing was charged. If you still want to buy, contact the store. ' +
      'A payment made after the cancellation is returned in full.',
    disputedHow:
      'This payment was disputed at the bank. The amount is held until the decision. ' +
      'If it was not you, or if you have settled it with the store, tell your bank.',
    chargedBackHow: 'The bank decided the dispute in favour of the payer and returned the amount.',
    refundArrives: {
      PIX: 'The amount went back by Pix to the account that paid.',
      CARD: 'The amount comes back as a credit on the card statement, this one or the next.',
      BOLETO: 'The amount comes back by Pix or transfer. If in doubt, contact the store.',
    },
    paid: 'Paid',
    refunded: 'Refunded',
    contact: 'Contact the store',
    contactSubject: (id) => `Charge ${id}`,
    noContact: 'If in doubt, contact the store where you bought.',
    payBy: (method) => `Pay with ${method}`,
  },
};
