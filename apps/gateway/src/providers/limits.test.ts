import type { Capabilities, PayoutCapabilities } from './capabilities';
import { limitCodes, toLimits, toPayoutLimits } from './limits';

const card: Capabilities = {
  method: 'CARD',
  position: 1,
  resting: false,
  failedAt: undefined,
  restingSince: undefined,
  restingUntil: undefined,
  failure: undefined,
  asked: 0,
  failed: 0,
  averageMs: undefined,
  refunds: true,
  refundNeedsKey: false,
  refundsOnePartADay: false,
  installmentsMax: 12,
  renews: true,
  verifies: true,
  confirms: true,
  typedAtProvider: false,
  wallets: true,
  showsDisputes: true,
  disputeAnswers: 'TEXTS_AND_FILES',
  disputeDrafts: true,
  isReconciled: true,
};
const payouts: PayoutCapabilities = {
  kind: 'ASAAS',
  bank: undefined,
  ownerCheck: 'LOOKUP',
  paysCodes: true,
  paysBankAccounts: true,
  showsReturns: true,
  isReconciled: true,
};
const codesOf = (limits: readonly { readonly code: string }[]) => limits.map(({ code }) => code);

const lacking: readonly (readonly [Partial<Capabilities>, readonly string[]])[] = [
  [{ refunds: false }, ['REFUND_NEEDS_PAYOUTS']],
  [{ refundNeedsKey: true }, ['REFUND_TO_KEY']],
  [{ refundsOnePartADay: true }, ['REFUND_ONE_PART_A_DAY']],
  [{ typedAtProvider: true }, ['CARD_TYPED_AT_PROVIDER']],
  [{ renews: false, verifies: false }, ['CARD_NO_RENEWALS']],
  [{ verifies: false }, ['CARD_NO_TRIALS']],
  [{ confirms: false }, ['CARD_NO_3DS']],
  [{ wallets: false }, ['CARD_NO_WALLETS']],
  [{ wallets: false, method: 'BOLETO' }, []],
  // Of a page of the provider nothing is said: it sees to it.
  [{ confirms: undefined }, []],
  // What is not seen cannot be answered either, and is said once.
  [{ showsDisputes: false, disputeAnswers: 'NONE' }, ['DISPUTES_UNSEEN']],
  [{ disputeAnswers: 'NONE' }, ['DISPUTES_AT_PROVIDER']],
  [{ disputeAnswers: 'FILES' }, ['DISPUTES_BY_FILES']],
  [{ isReconciled: false }, ['NOT_RECONCILED']],
];
const payoutsLacking: readonly (readonly [Partial<PayoutCapabilities>, readonly string[]])[] = [
  [{ ownerCheck: 'AT_SENDING' }, ['OWNER_CHECKED_AT_SENDING']],
  [{ ownerCheck: 'TAX_ID_KEYS' }, ['OWNER_TAX_ID_KEYS']],
  [{ paysCodes: false }, ['PAYS_NO_CODES']],
  [{ paysBankAccounts: false }, ['SENDS_NO_TED']],
  [{ showsReturns: false }, ['SHOWS_NO_RETURNS']],
  [{ isReconciled: false }, ['NOT_RECONCILED']],
];

describe('what an account cannot do', () => {
  it('is nothing where it can do all', () => {
    expect([toLimits(card), toPayoutLimits(payouts)]).toEqual([[], []]);
  });

  it.each(lacking)('with payments, where it has %j, is %j', (over, codes) => {
    expect(codesOf(toLimits({ ...card, ...over }))).toEqual(codes);
  });

  it.each(payoutsLacking)('with what leaves, where it has %j, is %j', (over, codes) => {
    expect(codesOf(toPayoutLimits({ ...payouts, ...over }))).toEqual(codes);
  });

  it('is tried here for every code', () => {
    const tried = new Set([...lacking, ...payoutsLacking].flatMap(([, codes]) => codes));
    expect([...tried].sort()).toEqual([...limitCodes].sort());
  });
});
