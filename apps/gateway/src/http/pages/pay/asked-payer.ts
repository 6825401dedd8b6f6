import type { FieldRule, PayerFields } from '../../../stores/payer-fields';
import { needsContact } from '../forms/card-inputs';
import type { Visit } from './pay-visit';

/**
 * The page asks for payer data if the checkout has no customer, unless the shop skips it; a subscription always needs
 * it, and so do providers of cards.
 */
export function asksTaxId(visit: Visit): boolean {
  const { checkout, choice, isSubscription } = visit;
  const isSkipped = !isSubscription && !cardNeedsContact(visit) && (checkout.skipCustomer || choice.skipCustomer);
  return checkout.customerId === undefined && !isSkipped;
}

const rank: Readonly<Record<FieldRule, number>> = { NEVER: 0, OPTIONAL: 1, REQUIRED: 2 };

/** What is asked by the page's method: what the store wants, and no less than the payment needs. */
export function askedPayer(visit: Visit): PayerFields {
  const { payerFields, method, isSubscription, needsAddress } = visit;
  if (cardNeedsContact(visit)) return { ...payerFields, email: 'REQUIRED', cellphone: 'REQUIRED' };
  const needed = neededEmail({ method, isSubscription, needsAddress });
  const email = rank[payerFields.email] < rank[needed] ? needed : payerFields.email;
  return { ...payerFields, email };
}

/** Of a wallet, whatever the shop skips; undefined where the checkout has a customer. */
export function walletPayer(visit: Visit): PayerFields | undefined {
  if (visit.checkout.customerId !== undefined) return undefined;
  return askedPayer({ ...visit, method: 'CARD', cardFields: undefined });
}

function cardNeedsContact({ method, cardFields }: Pick<Visit, 'method' | 'cardFields'>): boolean {
  return method === 'CARD' && needsContact(cardFields);
}

function neededEmail({
  method,
  isSubscription,
  needsAddress,
}: Pick<Visit, 'method' | 'isSubscription' | 'needsAddress'>): FieldRule {
  if (method === 'CARD') return isSubscription ? 'REQUIRED' : 'NEVER';
  if (method === 'BOLETO') return needsAddress ? 'REQUIRED' : 'OPTIONAL';
  return isSubscription ? 'OPTIONAL' : 'NEVER';
}

/** A Pix code is shown at once, so only what is required is asked before it, with the name and tax id it belongs to. */
export function asksPixPayer(visit: Visit): boolean {
  const isRequired = Object.values(visit.payerFields).some((rule) => rule === 'REQUIRED');
  return isRequired && asksTaxId(visit);
}

/** The coupon of the address that leaves nothing to pay, of an order whose payer may be asked for before it is applied. */
export function coveringCoupon(visit: Visit): string | undefined {
  const { isLink, isSubscription, isOpen, checkout, choice, askedCoupon } = visit;
  if (isLink) return checkout.amountCents === 0 ? choice.coupon : undefined;
  // A checkout applies other coupons at once: this one it has refused without its payer.
  return isOpen && !isSubscription && asksPixPayer(visit) ? askedCoupon : undefined;
}
