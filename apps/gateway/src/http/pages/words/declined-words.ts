import type { ChargeFailure } from '@pitanga/contracts';
import { paymentFailureReasons, type PaymentFailureReason } from '@pitanga/core';
import type { FieldName } from './field-name';
import type { InLanguages } from './language';

interface DeclinedWording {
  readonly sentence: InLanguages<string>;
  /** The field to look at, where the card was not the one that was meant. */
  readonly field?: FieldName;
}

const said = (pt: string, en: string, field?: FieldName): DeclinedWording => ({
  sentence: { 'pt-BR': pt, en },
  ...(field && { field }),
});

const noFunds = said(
  'O banco informou que falta saldo ou limite neste cartão. Nada foi cobrado. Use outro cartão.',
  'The bank says that this card lacks funds or limit. Nothing was charged. Use another card.',
);
const bankSaysNo = said(
  'O banco não autorizou este pagamento. Nada foi cobrado. Fale com o banco do cartão ou use outro cartão.',
  'The bank did not authorize this payment. Nothing was charged. Contact the bank of the card or use another card.',
);
// The same for a card that is stolen and one that is closed: a thief learns nothing.
const another = said(
  'Não foi possível processar o pagamento com este cartão. Use outro cartão.',
  'The payment with this card did not go through. Use another card.',
);
const again = said(
  'Não foi possível processar o pagamento com este cartão. Tente de novo ou use outro cartão.',
  'The payment with this card did not go through. Try again or use another card.',
);

const byReason: Readonly<Partial<Record<PaymentFailureReason, DeclinedWording>>> = {
  INSUFFICIENT_FUNDS: noFunds,
  LIMIT_EXCEEDED: noFunds,
  DECLINED: bankSaysNo,
  BLOCKED_CARD: bankSaysNo,
  NOT_ALLOWED: bankSaysNo,
  INVALID_CARD: said(
    'O banco não reconheceu este cartão. Nada foi cobrado. Confira o número ou use outro cartão.',
    'The bank did not recognize this card. Nothing was charged. Check the number or use another card.',
    'number',
  ),
  EXPIRED_CARD: said(
    'O banco informou que este cartão está vencido. Nada foi cobrado. Confira a validade ou use outro cartão.',
    'The bank says that this card has expired. Nothing was charged. Check the expiry date or use another card.',
    'expiry',
  ),
  AUTHENTICATION_FAILED: said(
    'O banco recusou o código de segurança ou a senha. Nada foi cobrado. Confira o código ou use outro cartão.',
    'The bank refused the security code or password. Nothing was charged. Check the code or use another card.',
    'cvv',
  ),
  BANK_UNAVAILABLE: said(
    'O banco do cartão não respondeu. Nada foi cobrado. Tente de novo em alguns minutos ou use outro cartão.',
    'The bank of the card did not answer. Nothing was charged. Try again in a few minutes or use another card.',
  ),
  SUSPECTED_FRAUD: another,
  LOST_OR_STOLEN_CARD: another,
  ACCOUNT_CLOSED: another,
  ACCOUNT_BLOCKED: another,
};

/** A declined card, by what its bank said; a card that is never sent again is not asked for again. */
export function declinedWording(failure: ChargeFailure | undefined): DeclinedWording {
  if (failure === undefined) return again;
  const wording = byReason[toReason(failure)];
  const isIrreversible = failure.declineClass === 'DECLINE_CLASS_IRREVERSIBLE';
  if (!isIrreversible) return wording ?? again;
  // A wrong number or date is another card once it is corrected.
  return wording?.field === 'number' || wording?.field === 'expiry' ? wording : another;
}

/** The same where the failure came as an error: only its reason is known. */
export function declinedCardWording(failure: string | undefined): DeclinedWording {
  return byReason[paymentFailureReasons.find((name) => name === failure) ?? 'UNKNOWN'] ?? again;
}

/** A reason that this version does not know, or none, is UNKNOWN. */
function toReason({ reason }: ChargeFailure): PaymentFailureReason {
  return paymentFailureReasons.find((name) => reason === `PAYMENT_FAILURE_REASON_${name}`) ?? 'UNKNOWN';
}
