import { AppError, isAppError } from '@pitanga/core';
import { describeFailure } from '../../edge/errors/errors';

/** The names of the forms' fields. */
export type FieldName =
  | ('number' | 'name' | 'expiry' | 'cvv' | 'installments' | 'taxId' | 'email' | 'coupon')
  | ('address' | 'city' | 'state' | 'zipCode');

/** Why a form failed, in the payer's words. */
export interface PayProblem {
  readonly status: number;
  readonly sentence: string;
  /** The field to correct, if it is one. */
  readonly field: FieldName | undefined;
  /** The outcome is unknown: the same form, sent again, resumes. */
  readonly mayHaveWorked: boolean;
  /** Until the form may be sent again. */
  readonly retryAfterSeconds?: number | undefined;
}

/** Invalid input of a form. */
export function formProblem(sentence: string, field?: FieldName): AppError {
  const metadata = field === undefined ? {} : { field };
  return new AppError({ kind: 'INVALID_ARGUMENT', reason: 'FORM_INVALID', message: sentence, metadata });
}

interface Wording {
  readonly sentence: string;
  readonly field?: FieldName;
}

const alreadyPaid: Wording = { sentence: 'Esta cobrança já foi paga.' };
const notPayable: Wording = { sentence: 'Esta cobrança não pode ser paga.' };

/** By reason, because the error's own sentence is English and meant for merchants. */
const wordings: Readonly<Record<string, Wording>> = {
  CARD_NUMBER_INVALID: { sentence: 'Confira o número do cartão.', field: 'number' },
  CARD_EXPIRY_INVALID: { sentence: 'Confira a validade do cartão.', field: 'expiry' },
  CARD_CVV_INVALID: { sentence: 'Confira o código de segurança do cartão.', field: 'cvv' },
  CARD_HOLDER_INVALID: { sentence: 'Confira o nome impresso no cartão.', field: 'name' },
  CARD_DECLINED: { sentence: 'Não foi possível processar o pagamento com este cartão. Use outro cartão.' },
  CARD_NEEDS_CONFIRMATION: { sentence: 'O banco deste cartão pede uma confirmação. Use outro cartão.' },
  PAYMENT_METHOD_INVALID: { sentence: 'Confira os dados do cartão.' },
  INSTALLMENTS_UNSUPPORTED: { sentence: 'Este pagamento não pode ser parcelado.', field: 'installments' },
  NOT_A_TEST_CARD: { sentence: 'O ambiente de teste aceita só cartões de teste.', field: 'number' },
  INSTALLMENT_TOO_SMALL: { sentence: 'Cada parcela deve ser de pelo menos R$ 10,00.', field: 'installments' },
  STORE_CLOSED: { sentence: 'Esta loja não recebe mais pagamentos.' },
  METHOD_NOT_OFFERED: { sentence: 'Esta forma de pagamento não é aceita aqui. Escolha outra.' },
  PROVIDER_NOT_CONFIGURED: { sentence: 'Esta forma de pagamento não está disponível agora. Escolha outra.' },
  AMOUNT_BELOW_FEE: { sentence: 'O valor é baixo demais para esta forma de pagamento. Escolha outra.' },
  ALREADY_SUBSCRIBED: { sentence: 'Você já tem uma assinatura ativa deste plano.' },
  SUBSCRIBER_REQUIRED: { sentence: 'Informe o CPF ou CNPJ de quem assina.', field: 'taxId' },
  BOLETO_NEEDS_PAYER: { sentence: 'Informe o nome e o CPF ou CNPJ do pagador.', field: 'name' },
  BOLETO_NEEDS_ADDRESS: { sentence: 'O boleto precisa do e-mail e do endereço completo do pagador.', field: 'email' },
  BOLETO_AMOUNT_OUT_OF_RANGE: { sentence: 'Este valor não pode ser pago por boleto. Escolha outra forma.' },
  CHARGE_NOT_FOUND: { sentence: 'Cobrança não encontrada.' },
  CHARGE_PENDING: notPayable,
  CHARGE_FAILED: notPayable,
  CHARGE_PAID: alreadyPaid,
  CHARGE_UNDER_DISPUTE: alreadyPaid,
  CHARGE_CHARGED_BACK: alreadyPaid,
  CHARGE_EXPIRED: { sentence: 'Esta cobrança expirou.' },
  CHARGE_CANCELLED: { sentence: 'Esta cobrança foi cancelada.' },
  CHARGE_REFUNDED: { sentence: 'Esta cobrança já foi reembolsada.' },
  CARD_PAYMENT_IN_PROGRESS: { sentence: 'Um pagamento com cartão ainda está em andamento.' },
  PAYMENT_CHANGED: { sentence: 'Este pagamento mudou. Tente de novo.' },
  COUPON_NOT_FOUND: { sentence: 'Cupom não encontrado.', field: 'coupon' },
  COUPON_NOT_ACCEPTED: { sentence: 'Este cupom não é aceito nesta cobrança.', field: 'coupon' },
  COUPON_USED_UP: { sentence: 'Este cupom está inativo ou esgotado.', field: 'coupon' },
  DISCOUNT_LEAVES_TOO_LITTLE: { sentence: 'O total com desconto deve ser zero ou pelo menos R$ 1,00.' },
  AMOUNT_TOO_SMALL: { sentence: 'O total com desconto deve ser zero ou pelo menos R$ 1,00.' },
  IDEMPOTENCY_KEY_IN_FLIGHT: { sentence: 'Seu pagamento já está sendo processado. Aguarde um instante.' },
  IDEMPOTENCY_KEY_REUSED: { sentence: 'Este formulário já foi enviado. Confira os dados e envie de novo.' },
};

/** Temporary refusals. */
const pauseWordings: Readonly<Record<string, (wait: string) => Wording>> = {
  TOO_MANY_REQUESTS: (wait) => ({ sentence: `Muitas tentativas em pouco tempo. Aguarde ${wait} e envie de novo.` }),
  CARD_ATTEMPTS_PAUSED: (wait) => ({
    sentence: `Muitos cartões recusados. Aguarde ${wait} para tentar de novo com cartão.`,
  }),
  COUPON_ATTEMPTS_PAUSED: (wait) => ({
    sentence: `Muitos cupons que não valem. Aguarde ${wait} para tentar outro.`,
    field: 'coupon',
  }),
};

/** `40 segundos`, `2 minutos`: rounded up. */
export function waitText(seconds: number): string {
  if (seconds === 1) return '1 segundo';
  if (seconds < 60) return `${String(seconds)} segundos`;
  const minutes = Math.ceil(seconds / 60);
  return minutes === 1 ? '1 minuto' : `${String(minutes)} minutos`;
}

export function readRetryAfter({ metadata }: Pick<AppError, 'metadata'>): number | undefined {
  const seconds = Number(metadata['retryAfterSeconds']);
  return Number.isSafeInteger(seconds) && seconds > 0 ? seconds : undefined;
}

const unknownReason = 'Não foi possível continuar. Tente de novo.';

const unknownOutcome = 'Não conseguimos terminar agora. Envie de novo com os mesmos dados: nada é cobrado duas vezes.';

/** The problem to show for a failure; undefined for a bug. */
export function toProblem(error: unknown, requestId: string): PayProblem | undefined {
  if (!isAppError(error) || error.kind === 'INTERNAL') return undefined;
  const { status } = describeFailure(error, requestId);
  return {
    // For a form, 404 and 422 mean invalid input.
    status: status === 404 || status === 422 ? 400 : status,
    ...toWording(error),
    mayHaveWorked: isUnknown(error) || error.reason === 'IDEMPOTENCY_KEY_IN_FLIGHT',
    retryAfterSeconds: readRetryAfter(error),
  };
}

function toWording(error: AppError): { readonly sentence: string; readonly field: FieldName | undefined } {
  const { reason, message, metadata } = error;
  const pause = pauseWordings[reason];
  if (pause) return { field: undefined, ...pause(waitText(readRetryAfter(error) ?? 60)) };
  const wording = wordings[reason];
  if (wording) return { sentence: wording.sentence, field: wording.field };
  if (isUnknown(error)) return { sentence: unknownOutcome, field: undefined };
  // The sentence was written by these pages.
  if (reason === 'FORM_INVALID') return { sentence: message, field: metadata['field'] as FieldName | undefined };
  return { sentence: unknownReason, field: reason.startsWith('COUPON_') ? 'coupon' : undefined };
}

function isUnknown({ kind, reason }: AppError): boolean {
  return (kind === 'UNAVAILABLE' && reason !== 'PROVIDER_NOT_CONFIGURED') || kind === 'DEADLINE_EXCEEDED';
}

/** A declined card: the sentence of the API, and advice. */
export function declinedProblem(isIrreversible: boolean): PayProblem {
  const advice = isIrreversible ? 'Use outro cartão.' : 'Tente de novo ou use outro cartão.';
  return {
    status: 400,
    sentence: `Não foi possível processar o pagamento com este cartão. ${advice}`,
    field: undefined,
    mayHaveWorked: false,
  };
}
