import {
  fromWire,
  required,
  type Charge,
  type Checkout,
  type FileLink,
  type ResolveCheckoutResponse,
  type SubscriptionStart,
} from '@pitanga/contracts';
import { isAppError } from '@pitanga/core';
import { checkoutRecord, methodNames, type CheckoutRecord, type MethodName } from '@pitanga/records';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Deps } from '../../../deps';
import { problemOf, type PayProblem } from '../forms/form-problems';
import { pageCall } from '../html/public-page';
import { choiceOf, type PayChoice } from './pay-choice';
import { nameVisitor, visitorOf } from './visitor-cookie';

export type PageRequest = FastifyRequest<{ Params: { id: string } }>;

/** A request to a payment page, and what answers it. */
export interface Exchange {
  readonly deps: Deps;
  readonly request: PageRequest;
  readonly reply: FastifyReply;
}

/** One look at a payment page: what is to be paid, by whom, and what was chosen so far. */
export interface Visit {
  readonly id: string;
  readonly tenant: ResolveCheckoutResponse['tenant'];
  /** A link or subscription checkout with a coupon in its address is as it would be with it. */
  readonly checkout: Checkout;
  readonly record: CheckoutRecord;
  readonly merchantName: string;
  /** What this visitor has paid, or a card charge without an outcome yet. */
  readonly payment: Charge | undefined;
  readonly knowsPayer: boolean;
  readonly isLink: boolean;
  /** Customers subscribe here; the checkout of one cycle is none of these. */
  readonly isSubscription: boolean;
  /** What the payer has agreed to, and sees in the place of the form. */
  readonly start: SubscriptionStart | undefined;
  /** Takes payments now. */
  readonly isOpen: boolean;
  /** Of a link: whose payment it is. */
  readonly visitor: string | undefined;
  /** The browser keeps who they are. */
  readonly isKnown: boolean;
  readonly choice: PayChoice;
  /** Of the address, with its proof, whether or not it can be used; the choice has it only if it can. */
  readonly askedCoupon: string | undefined;
  /** A code of the address that nobody has typed here. */
  readonly proposedCoupon: string | undefined;
  readonly method: MethodName;
  /** Those of the record that can be paid by now. */
  readonly methods: readonly MethodName[];
  /** The open Pix code of the checkout, or of this visitor. */
  readonly openPix: Charge | undefined;
  /** What was bought without a charge, and so without a receipt that offers it. */
  readonly files: readonly FileLink[];
  /** What is wrong with the address itself: a coupon that cannot be used. */
  readonly problem: PayProblem | undefined;
}

/**
 * Looks at the page again, as the address or `by` says.
 * @throws AppError NOT_FOUND when there is no such checkout.
 */
export async function openVisit(
  { deps, request, reply }: Exchange,
  by: { readonly method?: MethodName | undefined; readonly visitor?: string | undefined } = {},
): Promise<Visit> {
  const { id } = request.params;
  const asked = choiceOf(request.query);
  const cookie = visitorOf(request);
  const known = cookie ?? by.visitor;
  const { subscription: subscriptionId, skipCustomer } = asked;
  const looked = { id, visitor: known, subscriptionId, skipCustomer };
  const page = await deps.clients.checkouts.resolveCheckout(looked, pageCall(request));
  const seen = required(page.checkout, 'checkout');
  const record = checkoutRecord(seen);
  const isLink = record.frequency === 'MULTIPLE_PAYMENTS';
  const isSubscription = record.frequency === 'SUBSCRIPTION' && seen.subscriptionId === undefined;
  const isOpen = takesPayment(record, isSubscription);
  const start = shownStart(page.subscription);
  // A checkout keeps its coupons; those that count for one payment are the address's.
  const isProved = asked.coupon !== undefined && deps.couponProofs.holds(id, asked.coupon, asked.couponProof);
  const coupon = (isLink || isSubscription) && isOpen && !start && isProved ? asked.coupon : undefined;
  const { checkout, problem } = coupon === undefined ? unquoted(seen) : await quoted(deps, request, page, seen, coupon);
  const wanted = by.method ?? asked.method;
  const isFree = record.status === 'PAID' && !isOpen && seen.receiptUrl === undefined;
  const unavailable = page.unavailableMethods.map((name) => fromWire('PAYMENT_METHOD', methodNames, name));
  const methods = record.methods.filter((name) => !unavailable.includes(name));
  const files = isFree ? await freeFiles(deps, request, { id, tenant: page.tenant }) : [];
  return {
    id,
    tenant: page.tenant,
    checkout,
    record: checkoutRecord(checkout),
    merchantName: page.merchantName,
    payment: page.payment,
    knowsPayer: page.knowsPayer,
    isLink,
    isSubscription,
    start,
    isOpen,
    visitor: isLink ? (known ?? nameVisitor(reply, deps, id)) : undefined,
    isKnown: cookie !== undefined,
    choice: { ...asked, method: wanted, coupon: problem ? undefined : coupon, subscription: start?.subscriptionId },
    askedCoupon: isProved ? asked.coupon : undefined,
    proposedCoupon: isProved ? undefined : asked.coupon,
    method: methods.find((offered) => offered === wanted) ?? methods[0] ?? 'PIX',
    methods,
    openPix: page.openPix,
    files,
    problem,
  };
}

/** Download links of what coupons have paid: of a link only for whom it was just paid so. */
export async function freeFiles(
  { clients }: Deps,
  request: FastifyRequest,
  { id: checkoutId, tenant }: Pick<Visit, 'id' | 'tenant'>,
): Promise<readonly FileLink[]> {
  return (await clients.files.listFreeFiles({ tenant, checkoutId }, pageCall(request))).files;
}

/** One after the other may subscribe: that somebody has paid is in nobody's way. The cycles pay themselves. */
function takesPayment({ frequency, status }: CheckoutRecord, isSubscription: boolean): boolean {
  if (status === 'PAID') return isSubscription;
  return (frequency !== 'SUBSCRIPTION' || isSubscription) && (status === 'PENDING' || status === 'ACTIVE');
}

/** One that has begun, or whose Pix code can still be paid; what was declined or has ended is no news. */
function shownStart(start: SubscriptionStart | undefined): SubscriptionStart | undefined {
  if (start?.status === 'SUBSCRIPTION_START_STATUS_ACTIVE') return start;
  const isOpen = start?.status === 'SUBSCRIPTION_START_STATUS_STARTING' && start.charge?.pix !== undefined;
  return isOpen && start.charge?.status === 'CHARGE_STATUS_PENDING' ? start : undefined;
}

interface Quote {
  readonly checkout: Checkout;
  readonly problem: PayProblem | undefined;
}

function unquoted(checkout: Checkout): Quote {
  return { checkout, problem: undefined };
}

async function quoted(
  { clients }: Deps,
  request: FastifyRequest,
  { tenant }: ResolveCheckoutResponse,
  checkout: Checkout,
  coupon: string,
): Promise<Quote> {
  try {
    const quote = { tenant, checkoutId: checkout.id, coupons: [coupon] };
    const response = await clients.checkouts.getLinkQuote(quote, pageCall(request));
    return unquoted(required(response.checkout, 'checkout'));
  } catch (error) {
    const problem = problemOf(error, request.id);
    if (!problem) throw error;
    return { checkout, problem };
  }
}

/** The charge that the page shows beside its forms: a Pix code, or a boleto made before. Nothing is made by looking. */
export async function shownCharge(deps: Deps, request: FastifyRequest, visit: Visit): Promise<Charge | undefined> {
  if (visit.isSubscription) return visit.start?.charge;
  if (!visit.isOpen || visit.payment) return undefined;
  // With a coupon the visitor asks for the code first: that is what uses the coupon.
  if (visit.method === 'PIX') return visit.choice.coupon === undefined ? visit.openPix : undefined;
  return visit.method === 'BOLETO' ? shownBoleto(deps, request, visit) : undefined;
}

/** Whoever has the id of a boleto has its PDF as well. One of another checkout, or cancelled since, is not shown. */
async function shownBoleto({ clients }: Deps, request: FastifyRequest, visit: Visit): Promise<Charge | undefined> {
  const { boleto: id } = visit.choice;
  if (id === undefined) return undefined;
  try {
    const { charge } = await clients.charges.resolveCharge({ id }, pageCall(request));
    const isItsOwn = charge?.checkoutId === visit.id && charge.boleto !== undefined;
    return isItsOwn && shownStatuses.has(charge.status) ? charge : undefined;
  } catch (error) {
    if (isAppError(error) && error.kind === 'NOT_FOUND') return undefined;
    throw error;
  }
}

const shownStatuses: ReadonlySet<Charge['status']> = new Set(['CHARGE_STATUS_PENDING', 'CHARGE_STATUS_PAID']);
