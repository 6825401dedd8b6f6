import type { FieldName } from './field-name';
import type { InLanguages } from './language';

/** What is wrong with a form, found by the pages themselves: the sentence, and the field that it is about. */
const formWords = {
  cardNumber: { pt: 'Confira o número do cartão.', en: 'Check the card number.', field: 'number' },
  holderName: { pt: 'Informe o nome impresso no cartão.', en: 'Enter the name on the card.', field: 'name' },
  expiry: { pt: 'Informe a validade como MM/AA.', en: 'Enter the expiry date as MM/YY.', field: 'expiry' },
  cvv: { pt: 'Confira o código de segurança do cartão.', en: 'Check the security code of the card.', field: 'cvv' },
  cardDetails: { pt: 'Confira os dados do cartão.', en: 'Check the card details.', field: 'number' },
  installments: {
    pt: 'Escolha o número de parcelas.',
    en: 'Choose the number of installments.',
    field: 'installments',
  },
  payerName: { pt: 'Informe o nome do pagador.', en: 'Enter the name of the payer.', field: 'name' },
  taxId: { pt: 'Confira o CPF ou CNPJ.', en: 'Check the CPF or CNPJ.', field: 'taxId' },
  taxIdMissing: { pt: 'Informe o CPF ou CNPJ.', en: 'Enter the CPF or CNPJ.', field: 'taxId' },
  email: { pt: 'Confira o e-mail.', en: 'Check the e-mail address.', field: 'email' },
  cellphone: {
    pt: 'Confira o celular, com DDD.',
    en: 'Check the phone number, with its area code.',
    field: 'cellphone',
  },
  street: { pt: 'Informe a rua e o número.', en: 'Enter the street and number.', field: 'address' },
  city: { pt: 'Informe a cidade.', en: 'Enter the city.', field: 'city' },
  state: {
    pt: 'Informe o estado com duas letras, como SP.',
    en: 'Enter the state as two letters, like SP.',
    field: 'state',
  },
  zipCode: { pt: 'Confira o CEP.', en: 'Check the postal code (CEP).', field: 'zipCode' },
  coupon: { pt: 'Confira o código do cupom.', en: 'Check the coupon code.', field: 'coupon' },
  staleForm: {
    pt: 'Este formulário não vale mais. Confira os dados e envie de novo.',
    en: 'This form is no longer valid. Check the details and send it again.',
  },
  cookiesNeeded: {
    pt: 'Permita cookies neste site para usar o cupom com Pix.',
    en: 'Allow cookies on this site to use the coupon with Pix.',
  },
} as const satisfies Readonly<Record<string, { pt: string; en: string; field?: FieldName }>>;

export type FormProblemName = keyof typeof formWords;

export interface Wording {
  readonly sentence: InLanguages<string>;
  readonly field?: FieldName | undefined;
}

export function formWording(name: FormProblemName): Wording {
  const { pt, en, ...rest } = formWords[name];
  return { sentence: { 'pt-BR': pt, en }, ...rest };
}

export function isFormProblemName(name: string | undefined): name is FormProblemName {
  return name !== undefined && Object.hasOwn(formWords, name);
}

const said = (pt: string, en: string, field?: FieldName): Wording => ({ sentence: { 'pt-BR': pt, en }, field });

const alreadyPaid = said('Esta cobrança já foi paga.', 'This charge has been paid already.');
const notPayable = said('Esta cobrança não pode ser paga.', 'This charge cannot be paid.');
const tooLow = said(
  'O valor é baixo demais para esta forma de pagamento. Escolha outra.',
  'The amount is too low for this payment method. Choose another.',
);
const notAcceptedCoupon = said(
  'O total com desconto deve ser zero ou pelo menos R$ 1,00.',
  'The discounted total must be zero or at least R$1.00.',
);

/** By reason, because the error's own sentence is meant for merchants. */
export const reasonWords: Readonly<Record<string, Wording>> = {
  CARD_NUMBER_INVALID: said('Confira o número do cartão.', 'Check the card number.', 'number'),
  CARD_EXPIRY_INVALID: said('Confira a validade do cartão.', 'Check the expiry date of the card.', 'expiry'),
  CARD_CVV_INVALID: said('Confira o código de segurança do cartão.', 'Check the security code of the card.', 'cvv'),
  CARD_HOLDER_INVALID: said('Confira o nome impresso no cartão.', 'Check the name on the card.', 'name'),
  CARD_NEEDS_CONFIRMATION: said(
    'O banco deste cartão pede uma confirmação. Use outro cartão.',
    'The bank of this card asks for a confirmation. Use another card.',
  ),
  PAYMENT_METHOD_INVALID: said('Confira os dados do cartão.', 'Check the card details.'),
  INSTALLMENTS_UNSUPPORTED: said(
    'Este pagamento não pode ser parcelado.',
    'This payment cannot be split into installments.',
    'installments',
  ),
  NOT_A_TEST_CARD: said(
    'O ambiente de teste aceita só cartões de teste.',
    'The test environment takes test cards only.',
    'number',
  ),
  INSTALLMENT_TOO_SMALL: said(
    'Cada parcela deve ser de pelo menos R$ 10,00.',
    'Each installment must be at least R$10.00.',
    'installments',
  ),
  STORE_CLOSED: said('Esta loja não recebe mais pagamentos.', 'This store no longer takes payments.'),
  METHOD_NOT_OFFERED: said(
    'Esta forma de pagamento não é aceita aqui. Escolha outra.',
    'This payment method is not accepted here. Choose another.',
  ),
  PROVIDER_NOT_CONFIGURED: said(
    'Esta forma de pagamento não está disponível agora. Escolha outra.',
    'This payment method is not available now. Choose another.',
  ),
  CARD_AMOUNT_TOO_LARGE: said(
    'O valor no cartão passa do maior valor aceito. Escolha outra forma de pagamento.',
    'The card would pay more than the largest amount that is accepted. Choose another payment method.',
  ),
  AMOUNT_BELOW_FEE: tooLow,
  AMOUNT_BELOW_MINIMUM: tooLow,
  ALREADY_SUBSCRIBED: said(
    'Você já tem uma assinatura ativa deste plano.',
    'You already have an active subscription to this plan.',
  ),
  SUBSCRIBER_REQUIRED: said(
    'Informe o CPF ou CNPJ de quem assina.',
    'Enter the CPF or CNPJ of the subscriber.',
    'taxId',
  ),
  BOLETO_NEEDS_PAYER: said(
    'Informe o nome e o CPF ou CNPJ do pagador.',
    'Enter the name and the CPF or CNPJ of the payer.',
    'name',
  ),
  BOLETO_NEEDS_ADDRESS: said(
    'O boleto precisa do e-mail e do endereço completo do pagador.',
    'The boleto needs the e-mail and the full address of the payer.',
    'email',
  ),
  BOLETO_AMOUNT_OUT_OF_RANGE: said(
    'Este valor não pode ser pago por boleto. Escolha outra forma.',
    'This amount cannot be paid by boleto. Choose another method.',
  ),
  PIX_AMOUNT_TOO_SMALL: said(
    'Este valor não pode ser pago por Pix. Escolha outra forma.',
    'This amount cannot be paid by Pix. Choose another method.',
  ),
  CHARGE_NOT_FOUND: said('Cobrança não encontrada.', 'Charge not found.'),
  CHARGE_PENDING: notPayable,
  CHARGE_FAILED: notPayable,
  CHARGE_PAID: alreadyPaid,
  CHARGE_UNDER_DISPUTE: alreadyPaid,
  CHARGE_CHARGED_BACK: alreadyPaid,
  CHARGE_EXPIRED: said('Esta cobrança expirou.', 'This charge has expired.'),
  CHARGE_CANCELLED: said('Esta cobrança foi cancelada.', 'This charge was cancelled.'),
  CHARGE_REFUNDED: said('Esta cobrança já foi reembolsada.', 'This charge was refunded already.'),
  CARD_PAYMENT_IN_PROGRESS: said(
    'Um pagamento com cartão ainda está em andamento.',
    'A card payment is still in progress.',
  ),
  PAYMENT_CHANGED: said('Este pagamento mudou. Tente de novo.', 'This payment has changed. Try again.'),
  UPSELL_OVER: said(
    'Esta oferta terminou, e nada foi cobrado por ela.',
    'This offer is over, and nothing was charged for it.',
  ),
  COUPON_NOT_FOUND: said('Cupom não encontrado.', 'Coupon not found.', 'coupon'),
  COUPON_NOT_ACCEPTED: said('Este cupom não é aceito nesta cobrança.', 'This coupon is not accepted here.', 'coupon'),
  COUPON_NOT_STARTED: said('Este cupom ainda não está valendo.', 'This coupon is not valid yet.', 'coupon'),
  COUPON_PAST_END: said('Este cupom já venceu.', 'This coupon has expired.', 'coupon'),
  COUPON_USED_UP: said('Este cupom está inativo ou esgotado.', 'This coupon is inactive or used up.', 'coupon'),
  DISCOUNT_LEAVES_TOO_LITTLE: notAcceptedCoupon,
  AMOUNT_TOO_SMALL: notAcceptedCoupon,
  IDEMPOTENCY_KEY_IN_FLIGHT: said(
    'Seu pagamento já está sendo processado. Aguarde um instante.',
    'Your payment is already being processed. Wait a moment.',
  ),
  IDEMPOTENCY_KEY_REUSED: said(
    'Este formulário já foi enviado. Confira os dados e envie de novo.',
    'This form was sent already. Check the details and send it again.',
  ),
};

/** Temporary refusals, with how long to wait. */
export const pauseWords: Readonly<Record<string, (wait: InLanguages<string>) => Wording>> = {
  TOO_MANY_REQUESTS: (wait) =>
    said(
      `Muitas tentativas em pouco tempo. Aguarde ${wait['pt-BR']} e envie de novo.`,
      `Too many attempts in a short time. Wait ${wait.en} and send it again.`,
    ),
  CARD_ATTEMPTS_PAUSED: (wait) =>
    said(
      `Muitos cartões recusados. Aguarde ${wait['pt-BR']} para tentar de novo com cartão.`,
      `Too many declined cards. Wait ${wait.en} to try a card again.`,
    ),
  COUPON_ATTEMPTS_PAUSED: (wait) =>
    said(
      `Muitos cupons que não valem. Aguarde ${wait['pt-BR']} para tentar outro.`,
      `Too many invalid coupons. Wait ${wait.en} to try another.`,
      'coupon',
    ),
};

export const unknownReasonWords: InLanguages<string> = {
  'pt-BR': 'Não foi possível continuar. Tente de novo.',
  en: 'We could not continue. Try again.',
};

export const unknownOutcomeWords: InLanguages<string> = {
  'pt-BR': 'Não conseguimos terminar agora. Envie de novo com os mesmos dados: nada é cobrado duas vezes.',
  en: 'We could not finish now. Send it again with the same details: nothing is charged twice.',
};
