import type { Capabilities, PayoutCapabilities } from './capabilities';

/**
 * What an account cannot do with the payments of a method, and with what leaves by it, or does otherwise than its owner would
 * expect: a code, and the same for people. Asked before anybody tries (docs/behaviour/providers.md#limits).
 */
export const limitSentences = {
  REFUND_NEEDS_PAYOUTS: 'It goes back by a Pix to a key of the payer, which no connected account sends.',
  REFUND_TO_KEY: 'A refund goes to a Pix key of the payer.',
  REFUND_ONE_PART_A_DAY: 'One part of a payment goes back a day.',
  CARD_TYPED_AT_PROVIDER: "The card is typed on the provider's page: checkouts and links take it.",
  CARD_NO_RENEWALS: 'Subscriptions cannot be paid by card: it charges no card without its holder.',
  CARD_NO_TRIALS: 'No trials and no new card of a subscription by card.',
  CARD_NO_3DS: "No payer's bank is asked to confirm a payment (3-D Secure): the store bears what is contested.",
  CARD_NO_WALLETS: 'No payments by Apple Pay and Google Pay: it takes no card out of a wallet.',
  DISPUTES_UNSEEN:
    'Disputes of a Pix (MED) are neither shown nor answered here, and what they take back is not booked: look at the site of the provider.',
  DISPUTES_AT_PROVIDER: 'Disputes are shown here, and answered on the site of the provider alone.',
  DISPUTES_BY_FILES: 'Disputes are answered by files; texts go as a PDF.',
  OWNER_CHECKED_AT_SENDING: "A withdrawal to another holder's key fails as it is sent.",
  OWNER_TAX_ID_KEYS: "Withdrawals go to a key that is the holder's CPF or CNPJ.",
  PAYS_NO_CODES: 'It pays no BR Codes.',
  SENDS_NO_TED: 'It sends no TED: withdrawals go to Pix keys.',
  SHOWS_NO_RETURNS: 'It does not tell what comes back of a payout.',
  NOT_RECONCILED:
    'What the provider states of its money is not compared with the ledger: compare its statement with that of the store.',
} as const;

export type LimitCode = keyof typeof limitSentences;
export const limitCodes = Object.keys(limitSentences) as readonly LimitCode[];

export interface Limit {
  readonly code: LimitCode;
  readonly sentence: string;
}

export function toLimits(can: Capabilities): readonly Limit[] {
  const { refundNeedsKey, renews, verifies, showsDisputes, disputeAnswers } = can;
  return pick({
    REFUND_NEEDS_PAYOUTS: !can.refunds,
    REFUND_TO_KEY: refundNeedsKey,
    REFUND_ONE_PART_A_DAY: can.refundsOnePartADay,
    CARD_TYPED_AT_PROVIDER: can.typedAtProvider,
    CARD_NO_RENEWALS: renews === false,
    CARD_NO_TRIALS: renews === true && verifies === false,
    CARD_NO_3DS: can.confirms === false,
    CARD_NO_WALLETS: can.method === 'CARD' && !can.wallets,
    DISPUTES_UNSEEN: !showsDisputes,
    DISPUTES_AT_PROVIDER: showsDisputes && disputeAnswers === 'NONE',
    DISPUTES_BY_FILES: disputeAnswers === 'FILES',
    NOT_RECONCILED: !can.isReconciled,
  });
}

export function toPayoutLimits({ ownerCheck, ...can }: PayoutCapabilities): readonly Limit[] {
  return pick({
    OWNER_CHECKED_AT_SENDING: ownerCheck === 'AT_SENDING',
    OWNER_TAX_ID_KEYS: ownerCheck === 'TAX_ID_KEYS',
    PAYS_NO_CODES: !can.paysCodes,
    SENDS_NO_TED: !can.paysBankAccounts,
    SHOWS_NO_RETURNS: !can.showsReturns,
    NOT_RECONCILED: !can.isReconciled,
  });
}

function pick(holds: Readonly<Partial<Record<LimitCode, boolean | undefined>>>): readonly Limit[] {
  return limitCodes.flatMap((code) => (holds[code] === true ? [{ code, sentence: limitSentences[code] }] : []));
}
