import type { InLanguages } from './language';

const portuguese = {
  paymentTitle: 'Comprovante de pagamento',
  payoutTitles: { WITHDRAW: 'Comprovante de saque', TRANSFER: 'Comprovante de Pix enviado' },
  states: { PAID: 'Pago', REFUNDED: 'Reembolsado', UNDER_DISPUTE: 'Em disputa', CHARGED_BACK: 'Contestado' },
  sent: 'Enviado',
  receiver: 'Recebedor',
  date: 'Data',
  refunded: 'Reembolsado',
  method: 'Forma de pagamento',
  payer: 'Pagador',
  payerTaxId: 'CPF/CNPJ do pagador',
  description: 'Descrição',
  pixId: 'ID da transação Pix',
  chargeId: 'ID da cobrança',
  receiverKey: 'Chave do recebedor',
  payoutId: 'ID do pagamento',
};

/** The words of receipts. */
export const receiptWords: InLanguages<typeof portuguese> = {
  'pt-BR': portuguese,
  en: {
    paymentTitle: 'Payment receipt',
    payoutTitles: { WITHDRAW: 'Withdrawal receipt', TRANSFER: 'Pix transfer receipt' },
    states: { PAID: 'Paid', REFUNDED: 'Refunded', UNDER_DISPUTE: 'Disputed', CHARGED_BACK: 'Charged back' },
    sent: 'Sent',
    receiver: 'Receiver',
    date: 'Date',
    refunded: 'Refunded',
    method: 'Payment method',
    payer: 'Payer',
    payerTaxId: 'CPF/CNPJ of the payer',
    description: 'Description',
    pixId: 'Pix transaction ID',
    chargeId: 'Charge ID',
    receiverKey: 'Pix key of the receiver',
    payoutId: 'Payment ID',
  },
};
