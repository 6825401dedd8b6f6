/** Why money that was sent out, by withdrawal or Pix, came back. */
export const payoutFailureReasons = [
  'INVALID_KEY',
  'ACCOUNT_CLOSED',
  'ACCOUNT_BLOCKED',
  'REJECTED_BY_RECEIVER',
  'LIMIT_EXCEEDED',
  'INVALID_AMOUNT',
  'OWNER_MISMATCH',
  'INSUFFICIENT_FUNDS',
  'SUSPECTED_FRAUD',
  'BANK_UNAVAILABLE',
  'UNKNOWN',
  'APPROVAL_REJECTED',
  'APPROVAL_EXPIRED',
  'ACCOUNT_CHANGED',
] as const;
export type PayoutFailureReason = (typeof payoutFailureReasons)[number];

/** Why a refund did not reach its payer. */
export const refundFailureReasons = [
  'INSUFFICIENT_FUNDS',
  'INVALID_KEY',
  'ACCOUNT_CLOSED',
  'ACCOUNT_BLOCKED',
  'REJECTED_BY_PAYER_BANK',
  'TOO_LATE',
  'INVALID_AMOUNT',
  'SUSPECTED_FRAUD',
  'BANK_UNAVAILABLE',
  'UNKNOWN',
  'APPROVAL_REJECTED',
  'APPROVAL_EXPIRED',
  'PAYOUT_LIMIT_EXCEEDED',
  'PAYOUT_KEY_NOT_ALLOWED',
  'ACCOUNT_CHANGED',
] as const;
export type RefundFailureReason = (typeof refundFailureReasons)[number];

/** The reason of a failed payout as it was written down; older versions wrote a sentence. */
export function payoutFailureReason(text: string): PayoutFailureReason {
  return payoutFailureReasons.find((reason) => reason === text) ?? payoutSentences[text] ?? 'UNKNOWN';
}

/** The same of a refund. */
export function refundFailureReason(text: string): RefundFailureReason {
  const known = refundFailureReasons.find((reason) => reason === text);
  if (known) return known;
  return text.startsWith('INSUFFICIENT_FUNDS') ? 'INSUFFICIENT_FUNDS' : (refundSentences[text] ?? 'UNKNOWN');
}

const payoutSentences: Readonly<Record<string, PayoutFailureReason>> = {
  'A chave Pix não existe.': 'INVALID_KEY',
  'A conta do recebedor está encerrada.': 'ACCOUNT_CLOSED',
  'O limite do provedor para este pagamento foi excedido.': 'LIMIT_EXCEEDED',
  'O banco do recebedor recusou o Pix.': 'REJECTED_BY_RECEIVER',
  'O banco do recebedor recusou o Pix (simulação).': 'REJECTED_BY_RECEIVER',
  'O provedor não tem fundos para este pagamento.': 'INSUFFICIENT_FUNDS',
};

const refundSentences: Readonly<Record<string, RefundFailureReason>> = {
  'O banco do pagador recusou a devolução (simulação).': 'REJECTED_BY_PAYER_BANK',
};
