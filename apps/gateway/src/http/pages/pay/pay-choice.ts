import type { Utms } from '@pitanga/contracts';
import { isCouponCode } from '@pitanga/core';
import { methodNames, type MethodName } from '@pitanga/records';
import { readNotice } from '../forms/failed-form';
import { addUtms, readUtms } from './page-utms';

/** The payer's choices so far, kept in the query of the address. Pages put no personal data into it. */
export interface PayChoice {
  readonly method: MethodName | undefined;
  /** A code for one payment of a link or one subscription; a checkout stores its own coupons. */
  readonly coupon: string | undefined;
  /** Proof that the code was entered in the page's form and accepted; without it the code only fills the form. */
  readonly couponProof: string | undefined;
  /** The charge of a boleto that was issued on the page. */
  readonly boleto: string | undefined;
  /** The subscription that was started on the page. */
  readonly subscription: string | undefined;
  /** The page has requested a Pix code and does not request another by itself. */
  readonly isPixAsked: boolean;
  /** The payer has just paid or claims so: once paid, the page redirects to the shop. */
  readonly isDone: boolean;
  /** The name of what went wrong with the form that led here. */
  readonly notice: string | undefined;
  readonly skipReview: boolean;
  readonly skipCustomer: boolean;
  /** Where the payer came from; untrusted. Kept with the payment. */
  readonly utms: Utms | undefined;
}

/** Reads the query of an address; invalid values are ignored. */
export function readChoice(query: unknown): PayChoice {
  const given = query as Readonly<Record<string, unknown>>;
  return {
    method: methodNames.find((name) => name === given['method']),
    coupon: readCoupon(given['coupon']),
    couponProof: matchText(given['proof'], /^[0-9A-Za-z_-]{22}$/),
    boleto: matchText(given['boleto'], /^char_[0-9A-Za-z]{1,64}$/),
    subscription: matchText(given['subscription'], /^subs_[0-9A-Za-z]{1,64}$/),
    isPixAsked: given['pix'] === '1',
    isDone: given['done'] === '1',
    notice: readNotice(query),
    skipReview: given['skip_review'] === 'true',
    skipCustomer: given['skip_customer'] === 'true',
    utms: readUtms(given),
  };
}

/** The address of the page or of one of its forms with this choice. */
export function payAddress(id: string, choice: PayChoice, form?: string): string {
  const query = new URLSearchParams();
  if (choice.method !== undefined) query.set('method', choice.method);
  if (choice.coupon !== undefined) query.set('coupon', choice.coupon);
  if (choice.coupon !== undefined && choice.couponProof !== undefined) query.set('proof', choice.couponProof);
  if (choice.boleto !== undefined) query.set('boleto', choice.boleto);
  if (choice.subscription !== undefined) query.set('subscription', choice.subscription);
  if (choice.isPixAsked) query.set('pix', '1');
  if (choice.isDone) query.set('done', '1');
  if (choice.notice !== undefined) query.set('notice', choice.notice);
  if (choice.skipReview) query.set('skip_review', 'true');
  if (choice.skipCustomer) query.set('skip_customer', 'true');
  addUtms(query, choice.utms);
  const path = form === undefined ? `/pay/${encodeURIComponent(id)}` : `/pay/${encodeURIComponent(id)}/${form}`;
  return query.size === 0 ? path : `${path}?${query.toString()}`;
}

function readCoupon(value: unknown): string | undefined {
  return typeof value === 'string' && isCouponCode(value) ? value : undefined;
}

function matchText(value: unknown, shape: RegExp): string | undefined {
  return typeof value === 'string' && shape.test(value) ? value : undefined;
}
