import { unavailable, type AccountOwner, type AppError } from '@pitanga/core';
import type { CardDecline, CardOutcome } from '../provider/card-provider';
import type { EfiCharge } from './efi-charge';
import { efiFields, efiText } from './efi-values';

type Kind = readonly [shape: RegExp, code: string, declineClass: CardDecline['declineClass'], message: string];

/** Efí gives a sentence and no code: what is in it decides. The first that fits counts. */
const kinds: readonly Kind[] = [
  [/saldo|limite/i, 'insufficient_funds', 'REVERSIBLE', 'The card has too little balance or limit.'],
  [/roubad|furtad/i, 'stolen_card', 'IRREVERSIBLE', 'The issuer has blocked the card.'],
  [/perdid|extraviad/i, 'lost_card', 'IRREVERSIBLE', 'The issuer has blocked the card.'],
  [/vencid|validade|expirad/i, 'expired_card', 'IRREVERSIBLE', 'The card has expired.'],
  [/c[óo]digo de seguran|cvv/i, 'incorrect_cvc', 'REVERSIBLE', 'The security code is wrong.'],
  [/fraude|risco|antifraude/i, 'fraudulent', 'REVERSIBLE', 'The payment did not pass the check against fraud.'],
  [/inv[áa]lid/i, 'incorrect_number', 'REVERSIBLE', 'The details of the card are wrong.'],
];

const declined: CardDecline = {
  status: 'DECLINED',
  code: 'card_declined',
  declineClass: 'REVERSIBLE',
  message: 'The issuer of the card did not approve the payment.',
};

/** Undefined for one without a payment. @throws AppError UNAVAILABLE while Efí reviews the payment */
export function readEfiOutcome(charge: EfiCharge, owner: AccountOwner | undefined): CardOutcome | undefined {
  switch (charge.status) {
    case 'new':
    case 'link':
      return undefined;
    // Captured, and credited some weeks later; what followed does not undo that it was paid.
    case 'approved':
    case 'paid':
    case 'refunded':
    case 'contested':
      return { status: 'APPROVED', authorizationId: charge.id, owner };
    case 'waiting':
    case 'identified':
      throw inReview();
    case 'unpaid':
      return toDecline(charge);
    case 'canceled':
    case 'expired':
    case 'settled':
      return declined;
  }
}

function toDecline({ fields }: EfiCharge): CardDecline {
  const refusal = efiFields(fields['refusal']);
  const told = [refusal['reason'], fields['reason'], efiFields(fields['payment'])['message']];
  const reason = told.flatMap((text) => efiText(text) ?? [])[0] ?? '';
  const [, code, declineClass, message] = kinds.find(([shape]) => shape.test(reason)) ?? [];
  const known =
    code === undefined || !declineClass ? declined : { ...declined, code, declineClass, message: message ?? '' };
  return refusal['retry'] === false ? { ...known, declineClass: 'IRREVERSIBLE' } : known;
}

/** Efí's analysis takes minutes to hours: the payment is neither made nor refused. */
function inReview(): AppError {
  return unavailable('Efí is reviewing the payment by card; its outcome follows', 'EFI_CARD_IN_REVIEW');
}

/** Efí charges no card without this of its payer. */
export function payerLacks(property: 'name' | 'taxId' | 'email' | 'cellphone'): CardDecline {
  return {
    ...declined,
    code: 'payer_data_missing',
    message: `Efí charges no card without its payer's 'customer.${property}'.`,
  };
}

/** The merchant's setting at Efí lets the payer pay more than the amount. */
export const hasInterest: CardDecline = {
  ...declined,
  code: 'installments_with_interest',
  message: 'The payer would pay interest at Efí on this many installments: choose fewer.',
};
