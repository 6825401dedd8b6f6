import type { Payout, PayoutArea } from './payout';
import { isPixKey, readBrCode, type PixKeyType } from './pix-key';

/** What is typed for a new withdrawal or Pix transfer. */
export interface PayoutForm {
  readonly amount: number | undefined;
  /** A withdrawal to the key that is the store's own CPF or CNPJ. */
  readonly isOwnDocument: boolean;
  readonly keyType: PixKeyType;
  readonly key: string;
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

interface Money {
  readonly available: number | undefined;
  readonly fee: number;
}

/** What is wrong with an amount; undefined while it is right, or not typed. */
export function amountFault(
  area: PayoutArea,
  amount: number | undefined,
  { available, fee }: Money,
): 'tooLittle' | 'tooMuch' | undefined {
  if (amount === undefined) return undefined;
  if (amount < amountMin[area]) return 'tooLittle';
  return available !== undefined && amount + fee > available ? 'tooMuch' : undefined;
}

/** Whether the form can be confirmed. */
export function isComplete(area: PayoutArea, form: PayoutForm, money: Money): boolean {
  const isAmount = form.amount !== undefined && amountFault(area, form.amount, money) === undefined;
  return isAmount && (form.isOwnDocument || isPixKey(form.keyType, form.key));
}

type Body = { readonly amount: number; readonly description?: string; readonly pix?: Payout['pix'] };

/** The body of the call, without its externalId. */
export function payoutBody({ amount = 0, isOwnDocument, keyType, key, description }: PayoutForm) {
  return {
    amount,
    ...(description.trim() !== '' && { description: description.trim() }),
    ...(!isOwnDocument && { pix: { type: keyType, key: key.trim() } }),
  } satisfies Body;
}
