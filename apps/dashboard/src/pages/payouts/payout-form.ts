import { isWholeAccount, toBankAccount, type TypedAccount } from './bank-account';
import type { Payout, PayoutArea } from './payout';
import { isPixKey, readBrCode, type PixKeyType } from './pix-key';

/** What is typed for a new withdrawal or Pix transfer. */
export interface PayoutForm {
  readonly amount: number | undefined;
  /** A withdrawal to the key that is the store's own CPF or CNPJ. */
  readonly isOwnDocument: boolean;
  readonly keyType: PixKeyType;
  readonly key: string;
  /** A withdrawal by TED, instead of a key. */
  readonly account?: TypedAccount | undefined;
  readonly description: string;
}

/** The API's own least amounts, in centavos. */
export const amountMin: Readonly<Record<PayoutArea, number>> = { payouts: 350, pix: 100 };

export const emptyPayout = (area: PayoutArea): PayoutForm => ({
  amount: undefined,
  isOwnDocument: area === 'payouts',
  keyType: 'CPF',
  key: '',
  description: '',
});

/** The form once a key was typed: a copied code is known by its beginning, and brings its amount. */
export function withKey(form: PayoutForm, key: string): PayoutForm {
  const code = readBrCode(key);
  if (!code) return { ...form, key };
  return { ...form, key, keyType: 'BR_CODE', amount: code.amount ?? form.amount };
}

/** What the store has, and its fee: in the amount that is asked for, or besides it. */
export interface PayoutMoney {
  readonly available: number | undefined;
  readonly fee: number;
  readonly feeMode: Payout['feeMode'];
}

/**
 * What leaves the balance for an amount, and what of it arrives; the fee of a code and of a TED is besides
 * (docs/behaviour/payouts.md#fee-mode).
 */
export function splitAmount(
  { amount = 0, keyType, isOwnDocument, account }: PayoutForm,
  { fee, feeMode }: PayoutMoney,
): { readonly leaves: number; readonly arrives: number } {
  const isIncluded = feeMode === 'INCLUDED' && !account && (isOwnDocument || keyType !== 'BR_CODE');
  return isIncluded
    ? { leaves: amount, arrives: Math.max(amount - fee, 0) }
    : { leaves: amount + fee, arrives: amount };
}

/** The most that can be asked for now; undefined while that is less than the least. */
export function wholeAmount(area: PayoutArea, form: PayoutForm, money: PayoutMoney): number | undefined {
  if (money.available === undefined) return undefined;
  const besides = splitAmount({ ...form, amount: 0 }, money).leaves;
  const amount = money.available - besides;
  return amountFault(area, { ...form, amount }, money) === undefined ? amount : undefined;
}

/** What is wrong with an amount; undefined while it is right, or not typed. */
export function amountFault(
  area: PayoutArea,
  form: PayoutForm,
  money: PayoutMoney,
): 'tooLittle' | 'onlyFee' | 'tooMuch' | undefined {
  if (form.amount === undefined) return undefined;
  if (form.amount < amountMin[area]) return 'tooLittle';
  const { leaves, arrives } = splitAmount(form, money);
  if (arrives === 0) return 'onlyFee';
  return money.available !== undefined && leaves > money.available ? 'tooMuch' : undefined;
}

/** Whether the form can be confirmed. */
export function isComplete(area: PayoutArea, form: PayoutForm, money: PayoutMoney): boolean {
  const isAmount = form.amount !== undefined && amountFault(area, form, money) === undefined;
  if (form.account) return isAmount && isWholeAccount(form.account);
  return isAmount && (form.isOwnDocument || isPixKey(form.keyType, form.key));
}

/** The body of the call, without its externalId. */
export function payoutBody({ amount = 0, isOwnDocument, keyType, key, account, description }: PayoutForm) {
  const body = { amount, ...(description.trim() !== '' && { description: description.trim() }) };
  if (account) return { ...body, method: 'TED' as const, bankAccount: toBankAccount(account) };
  return { ...body, ...(!isOwnDocument && { pix: { type: keyType, key: key.trim() } }) };
}
