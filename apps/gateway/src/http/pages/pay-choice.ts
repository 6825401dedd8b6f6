import { methodNames, type MethodName } from '@pitanga/records';

/** What a payer has chosen on the page so far. It travels in the address, which holds nothing personal. */
export interface PayChoice {
  readonly method: MethodName | undefined;
  /** A code for one payment of a link, or one subscription; a checkout keeps its own. */
  readonly coupon: string | undefined;
  /** The charge of a boleto that was made on the page. */
  readonly boleto: string | undefined;
  /** What the payer of a subscription checkout has agreed to on the page. */
  readonly subscription: string | undefined;
  readonly skipReview: boolean;
  readonly skipCustomer: boolean;
}

/** What an address says; what it cannot say is left out. */
export function choiceOf(query: unknown): PayChoice {
  const given = query as Readonly<Record<string, unknown>>;
  return {
    method: methodNames.find((name) => name === given['method']),
    coupon: textOf(given['coupon'], /^[A-Za-z0-9_-]{1,50}$/),
    boleto: textOf(given['boleto'], /^char_[0-9A-Za-z]{1,64}$/),
    subscription: textOf(given['subscription'], /^subs_[0-9A-Za-z]{1,64}$/),
    skipReview: given['skip_review'] === 'true',
    skipCustomer: given['skip_customer'] === 'true',
  };
}

/** The address of the page, or of one of its forms, that says this choice. */
export function payAddress(id: string, choice: PayChoice, form?: string): string {
  const query = new URLSearchParams();
  if (choice.method !== undefined) query.set('method', choice.method);
  if (choice.coupon !== undefined) query.set('coupon', choice.coupon);
  if (choice.boleto !== undefined) query.set('boleto', choice.boleto);
  if (choice.subscription !== undefined) query.set('subscription', choice.subscription);
  if (choice.skipReview) query.set('skip_review', 'true');
  if (choice.skipCustomer) query.set('skip_customer', 'true');
  const path = form === undefined ? `/pay/${encodeURIComponent(id)}` : `/pay/${encodeURIComponent(id)}/${form}`;
  return query.size === 0 ? path : `${path}?${query.toString()}`;
}

function textOf(value: unknown, shape: RegExp): string | undefined {
  return typeof value === 'string' && shape.test(value) ? value : undefined;
}
