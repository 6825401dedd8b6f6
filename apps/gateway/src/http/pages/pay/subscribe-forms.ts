import type { Deps } from '../../../deps';
import { readContact, readPayerForm } from '../forms/form-input';
import { declinedProblem, type PayProblem } from '../forms/form-problems';
import { askedPayer, asksTaxId } from './asked-payer';
import { couponList, formCall } from './pay-form-call';
import type { PageRequest, Visit } from './pay-visit';
import { readVisitCard } from './visit-card';

/**
 * The result of a subscription form: a subscription, by Pix with a code to pay, a card to be confirmed at the bank, or a
 * declined card.
 */
export type Subscribed =
  { readonly subscriptionId: string } | { readonly actionUrl: string } | { readonly problem: PayProblem };

/** Subscribes with a card. In dev mode its number and security code exist in this request only. */
export async function subscribeByCard(
  { clients, limits }: Deps,
  request: PageRequest,
  visit: Visit,
): Promise<Subscribed> {
  const { id, tenant, askedCoupon, choice } = visit;
  const { utms } = choice;
  const asksPayer = asksTaxId(visit);
  const { card, lastFour } = readVisitCard(request.body, visit);
  const contact = asksPayer ? readContact(request.body, askedPayer(visit)) : undefined;
  // A fingerprint of the whole form would reveal number and payer by trying all numbers.
  const keyed = formCall(request, visit, 'card', lastFour, askedCoupon ?? '');
  const client = limits.hashClient(request.ip);
  const once = { ...card, installmentCount: 1 };
  const asked = { tenant, checkoutId: id, ...once, ...contact, coupons: couponList(askedCoupon), client, utms };
  const { subscriptionId, failure, actionUrl } = await clients.checkouts.payCheckoutByCard(asked, keyed);
  if (subscriptionId !== undefined) return { subscriptionId };
  if (actionUrl !== undefined) return { actionUrl };
  return { problem: declinedProblem(failure) };
}

/** Subscribes by Pix Automático. */
export async function subscribeByPix({ clients }: Deps, request: PageRequest, visit: Visit): Promise<Subscribed> {
  const { id, tenant, askedCoupon, choice } = visit;
  const payer = asksTaxId(visit) ? readPayerForm(request.body, askedPayer(visit)) : undefined;
  const keyed = formCall(request, visit, 'subscribe', askedCoupon ?? '');
  const asked = { tenant, checkoutId: id, payer, coupons: couponList(askedCoupon), utms: choice.utms };
  const { subscriptionId } = await clients.checkouts.subscribeByPix(asked, keyed);
  return { subscriptionId };
}
