import type { InLanguages } from './language';

const portuguese = {
  taxId: 'CPF ou CNPJ',
  cnpjWithLetters: 'Meu CNPJ tem letras',
  email: 'E-mail',
  optionalEmail: 'E-mail (opcional)',
  cellphone: 'Celular com DDD',
  optionalCellphone: 'Celular com DDD (opcional)',
  payerName: 'Nome completo ou razão social',
  street: 'Rua e número',
  city: 'Cidade',
  state: 'Estado (UF)',
  zipCode: 'CEP',
  holderName: 'Nome impresso no cartão',
  cardNumber: 'Número do cartão',
  expiry: 'Validade',
  expiryShape: 'MM/AA',
  cvv: 'Código de segurança',
  cardDetails: 'Dados do cartão',
  typedAtProvider:
    'Você digita os dados do cartão na próxima página, do provedor de pagamentos da loja, e volta para cá em seguida.',
  needsScript: 'Para pagar com cartão, permita JavaScript neste site.',
  cardNotLoaded: 'Não foi possível carregar o formulário do cartão. Recarregue a página.',
  cardNotSent: 'Não foi possível enviar o cartão. Tente de novo.',
  cardScriptBlocked:
    'Uma extensão do navegador bloqueia a proteção contra fraudes do cartão. Desative-a nesta página e tente de novo.',
  cardBrandNotTaken: 'Esta loja não aceita cartões desta bandeira. Use outro.',
  cardRefused: 'Não foi possível usar este cartão. Confira os dados ou use outro.',
};

/** The labels of the forms' fields. */
export const fieldWords: InLanguages<typeof portuguese> = {
  'pt-BR': portuguese,
  en: {
    taxId: 'CPF or CNPJ',
    cnpjWithLetters: 'My CNPJ has letters',
    email: 'E-mail',
    optionalEmail: 'E-mail (optional)',
    cellphone: 'Phone with area code',
    optionalCellphone: 'Phone with area code (optional)',
    payerName: 'Full name or company name',
    street: 'Street and number',
    city: 'City',
    state: 'State (UF)',
    zipCode: 'Postal code (CEP)',
    holderName: 'Name on the card',
    cardNumber: 'Card number',
    expiry: 'Expiry date',
    expiryShape: 'MM/YY',
    cvv: 'Security code',
    typedAtProvider: 'You type the card on the next page, of the payment provider of the store, and come back here.',
    cardDetails: 'Card details',
    needsScript: 'To pay by card, allow JavaScript on this site.',
    cardNotLoaded: 'The card form could not be loaded. Reload the page.',
    cardNotSent: 'The card could not be sent. Try again.',
    cardScriptBlocked:
      "An extension of the browser blocks the card's protection against fraud. Switch it off on this page and try again.",
    cardBrandNotTaken: 'This store takes no cards of this brand. Use another.',
    cardRefused: 'This card could not be used. Check its details or use another.',
  },
};
