import { methodNames, type MethodName } from '@pitanga/records';

/** What a payer has chosen on the page so far. It travels in the address, which holds nothing personal. */
export interface PayChoice {
  readonly method: MethodName | undefined;
  /** A code for one payment of a link, or one subscription; a checkout keeps its own. */
  readonly coupon: string | undefined;
  /** Ours, that the code was typed into the page's form and could be used; without it the code is only proposed. */
  readonly couponProof: string | undefined;
  /** The charge of a boleto that was made on the page. */
  readonly boleto: string | undefined;
  /** What the payer of a subscription checkout has agreed to on the page. */
  readonly subscription: string | undefined;
  /** The page has asked for a Pix code already: it does not ask again by itself. */
  readonly isPixAsked: boolean;
  /** The payer has just paid, or says so: a page that is paid takes them back to the shop. */
  readonly isDone: boolean;
  readonly skipReview: boolean;
  readonly skipCustomer: boolean;
}

/** What an address says; what it cannot say is left out. */
export function choiceOf(query: unknown): PayChoice {
  const given = query as Readonly<Record<string, unknown>>;
  return {
    method: methodNames.find((name) => name === given['method']),
    coupon: textOf(given['coupon'], /^[A-Za-z0-9_-]{1,50}$/),
    couponProof: textOf(given['proof'], /^[0-9A-Za-z_-]{22}$/),
    boleto: textOf(given['boleto'], /^char_[0-9A-Za-z]{1,64}$/),
    subscription: textOf(given['subscription'], /^subs_[0-9A-Za-z]{1,64}$/),
    isPixAsked: given['pix'] === '1',
    isDone: given['done'] === '1',
    skipReview: given['skip_review'] === 'true',
    skipCustomer: given['skip_customer'] === 'true',
  };
}

/** The address of the page, or of one of its forms, that says this choice. */
export function payAddress(id: string, choice: PayChoice, form?: string): string {
  const query = new URLSearchParams();
  if (choice.method !== undefined) query.set('method', choice.method);
  if (choice.coupon !== undefined) query.set('coupon', choice.coupon);
  if (choice.coupon !== undefined && choice.couponProof !== undefined) query.set('proof', choice.couponProof);
  if (choice.boleto !== undefined) query.set('boleto', choice.boleto);
  if (choice.subscription !== undefined) query.set('subscription', choice.subscription);
  if (choice.isPixAsked) query.set('pix', '1');
  if (choice.isDone) query.set('done', '1');
  if (choice.skipReview) query.set('skip_review', 'true');
  if (choice.skipCustomer) query.set('skip_customer', 'true');
  const path = form === undefined ? `/pay/${encodeURIComponent(id)}` : `/pay/${encodeURIComponent(id)}/${form}`;
  return query.size === 0 ? path : `${path}?${query.toString()}`;
}

function textOf(value: unknown, shape: RegExp): string | undefined {
  return typeof value === 'string' && shape.test(value) ? value : undefined;
}
