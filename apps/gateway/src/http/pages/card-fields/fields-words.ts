import type { InLanguages } from '../words/language';

const portuguese = {
  title: 'Dados do cartão',
  number: 'Número do cartão',
  expiry: 'Validade',
  expiryShape: 'MM/AA',
  cvv: 'Código de segurança',
  incomplete_number: 'Digite o número do cartão.',
  invalid_number: 'Este número de cartão não existe. Confira os dígitos.',
  incomplete_expiry: 'Digite a validade: mês e ano.',
  invalid_expiry: 'Esta validade não existe. Confira mês e ano.',
  expired_card: 'Este cartão está vencido.',
  incomplete_cvv: 'Digite o código de segurança.',
  invalid_cvv: 'Este código de segurança não existe.',
  invalid_holder_name: 'Digite o nome impresso no cartão.',
  invalid_card: 'Não foi possível usar este cartão. Confira os dados ou use outro.',
  invalid_key: 'O formulário do cartão não está disponível nesta loja.',
  not_configured: 'Esta loja não aceita cartão no momento.',
  script_blocked: 'Uma extensão do navegador bloqueia a proteção contra fraudes do cartão. Desative-a e tente de novo.',
  brand_not_taken: 'Esta loja não aceita cartões desta bandeira. Use outro.',
  typed_at_provider: 'Nesta loja, o cartão é digitado na página do provedor de pagamentos. Pague pelo link da loja.',
  too_many_requests: 'Muitas tentativas. Espere um pouco e tente de novo.',
  unavailable: 'Não foi possível enviar o cartão. Tente de novo.',
};

/** The words of the card fields: labels, and a sentence for each code that the fields answer. */
export const cardFieldsWords: InLanguages<typeof portuguese> = {
  'pt-BR': portuguese,
  en: {
    title: 'Card details',
    number: 'Card number',
    expiry: 'Expiry date',
    expiryShape: 'MM/YY',
    cvv: 'Security code',
    incomplete_number: 'Enter the card number.',
    invalid_number: 'This card number does not exist. Check its digits.',
    incomplete_expiry: 'Enter the expiry date: month and year.',
    invalid_expiry: 'This expiry date does not exist. Check month and year.',
    expired_card: 'This card has expired.',
    incomplete_cvv: 'Enter the security code.',
    invalid_cvv: 'This security code does not exist.',
    invalid_holder_name: 'Enter the name on the card.',
    invalid_card: 'This card could not be used. Check its details or use another.',
    invalid_key: 'The card form is not available in this store.',
    not_configured: 'This store takes no cards at the moment.',
    script_blocked:
      "An extension of the browser blocks the card's protection against fraud. Switch it off and try again.",
    brand_not_taken: 'This store takes no cards of this brand. Use another.',
    typed_at_provider: "This store takes cards on its payment provider's page. Pay by the store's link.",
    too_many_requests: 'Too many attempts. Wait a moment and try again.',
    unavailable: 'The card could not be sent. Try again.',
  },
};
