import {
  fromWire,
  required,
  type CardFields,
  type CardPrice,
  type Charge,
  type Checkout,
  type FileLink,
  type ResolveCheckoutResponse,
  type PriceStep,
  type SubscriptionStart,
  type Upsell,
} from '@pitanga/contracts';
import { toTenant } from '@pitanga/core';
import {
  checkoutRecord,
  isWallet,
  methodNames,
  walletNames,
  type CheckoutRecord,
  type MethodName,
  type WalletName,
} from '@pitanga/records';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Deps } from '../../../deps';
import type { PayerFields } from '../../../stores/payer-fields';
import { toProblem, type PayProblem } from '../forms/form-problems';
import { isBuyer, isCardPayer, proveReceipt } from '../buyers/buyer-cookie';
import { readFace, type Face } from '../html/face';
import { pageCall } from '../html/public-page';
import type { Leaving } from '../leaving/leaving';
import { chooseLanguage, type Language } from '../words/language';
import { readChoice, type PayChoice } from './pay-choice';
import { storeClosed } from '../../../stores/store-errors';
import { nameVisitor, readVisitedBoleto, readVisitor } from './visitor-cookie';

export type PageRequest = FastifyRequest<{ Params: { id: string } }>;

/** A request to a payment page, and what answers it. */
export interface Exchange {
  readonly deps: Deps;
  readonly request: PageRequest;
  readonly reply: FastifyReply;
}

/** The state of a payment page for one request: checkout, visitor and choices. */
export interface Visit {
  readonly id: string;
  readonly tenant: ResolveCheckoutResponse['tenant'];
  /** With the coupon of the address applied, for links and subscription checkouts. */
  readonly checkout: Checkout;
  readonly record: CheckoutRecord;
  readonly face: Face;
  readonly language: Language;
  /** What the store wants of payers. */
  readonly payerFields: PayerFields;
  /** This visitor's paid charge, or a card charge without an outcome yet. */
  readonly payment: Charge | undefined;
  readonly knowsPayer: boolean;
  /** A boleto needs the payer's e-mail and address too. */
  readonly needsAddress: boolean;
  readonly isLink: boolean;
  /** Customers subscribe here; false for the checkout of one cycle. */
  readonly isSubscription: boolean;
  /** Of a subscription with the coupon of the address: what its charges cost, from the first on. */
  readonly prices: readonly PriceStep[];
  /** What the card costs, where its payer pays the fee; empty: the price. */
  readonly cardPrices: readonly CardPrice[];
  /** The started subscription, shown in place of the form. */
  readonly start: SubscriptionStart | undefined;
  /** The record whose buyer this page serves: what paid it, or the subscription that began here. */
  readonly boughtId: string | undefined;
  /** This visitor has bought it, by the cookie of the browser: the ids of an address prove nothing. */
  readonly isBuyer: boolean;
  /** The address of a receipt; the buyer's opens the files that were bought, too. */
  readonly receiptLink: (url: string | undefined) => string | undefined;
  /** The page on which its payer sees and cancels the active subscription; the buyer's alone. */
  readonly manageUrl: string | undefined;
  /** Whether the page takes its buyer to the shop by itself. */
  readonly leaving: Leaving;
  /** Now, in the time of the store. */
  readonly now: Date;
  /** Accepts payments now. */
  readonly isOpen: boolean;
  /** The visitor of a link. */
  readonly visitor: string | undefined;
  /** The browser has the visitor's cookie. */
  readonly isKnown: boolean;
  readonly choice: PayChoice;
  /** The proved coupon of the address; `choice.coupon` has it only if it is accepted. */
  readonly askedCoupon: string | undefined;
  /** A code of the address without a proof, which fills the form. */
  readonly proposedCoupon: string | undefined;
  readonly method: MethodName;
  /** The methods of the record that have a provider. */
  readonly methods: readonly MethodName[];
  /** The wallets of the record that have a provider: paid by card, by a form of their own. */
  readonly wallets: readonly WalletName[];
  /** The open Pix code of the checkout or of this visitor. */
  readonly openPix: Charge | undefined;
  /** The card provider's own fields; absent where our form takes the card. */
  readonly cardFields: CardFields | undefined;
  /** The most installments of the card provider. */
  readonly cardInstallmentsMax: number;
  /** What has paid a checkout of one payment, whatever became of the money since. */
  readonly settled: Charge | undefined;
  /** Of a paid checkout: what it offers, or the buyer has taken up; the buyer's alone. */
  readonly upsell: Upsell | undefined;
  /** May take the offer up: after a card, which is kept and charged, the browser that paid by it alone. */
  readonly mayTakeUpsell: boolean;
  /** Addresses of the pictures of products, by product id. */
  readonly pictures: ReadonlyMap<string, string>;
  /** Download links of a purchase without a charge, which has no receipt; shown to the buyer alone. */
  readonly files: readonly FileLink[];
  /** Why the coupon of the address is refused. */
  readonly problem: PayProblem | undefined;
}

/**
 * Reads the state of the page for the address, with the method and visitor of `by` if given.
 * @throws AppError NOT_FOUND when there is no such checkout, FAILED_PRECONDITION STORE_CLOSED for one of a closed store
 * that is neither paid nor being paid.
 */
export async function openVisit(
  { deps, request, reply }: Exchange,
  by: { readonly method?: MethodName | undefined; readonly visitor?: string | undefined } = {},
): Promise<Visit> {
  const { id } = request.params;
  const asked = readChoice(request.query);
  const cookie = readVisitor(request);
  const known = cookie ?? by.visitor;
  const { subscription: subscriptionId, skipCustomer } = asked;
  const looked = { id, visitor: known, subscriptionId, skipCustomer };
  const page = await deps.clients.checkouts.resolveCheckout(looked, pageCall(request));
  const seen = required(page.checkout, 'checkout');
  const { storeId } = required(page.tenant, 'tenant');
  const face = await readFace(deps, storeId, page.merchantName);
  const record = checkoutRecord(seen);
  const isLink = record.frequency === 'MULTIPLE_PAYMENTS';
  const isSubscription = record.frequency === 'SUBSCRIPTION' && seen.subscriptionId === undefined;
  // The checkout of a cycle is paid here only where its payer has not authorised the bank to pay it.
  const isOpen =
    takesPayment(record, isSubscription) || (seen.subscriptionId !== undefined && page.openPix !== undefined);
  const start = shownStart(page.subscription);
  if (isOpen && !page.payment && !start && (await isOfClosedStore(deps, page))) throw storeClosed();
  // A checkout stores its coupons; those of one payment are in the address.
  const isProved = asked.coupon !== undefined && deps.couponProofs.holds(id, asked.coupon, asked.couponProof);
  const coupon = (isLink || isSubscription) && isOpen && !start && isProved ? asked.coupon : undefined;
  const { checkout, problem, ...prices } =
    coupon === undefined ? unquoted(seen, page.cardPrices) : await quoted(deps, request, page, seen, coupon);
  const taken = problem ? undefined : coupon;
  const { boleto, method: wanted } = readWanted(asked, readVisitedBoleto(request), by.method);
  const isFree = record.status === 'PAID' && !isOpen && seen.receiptUrl === undefined;
  const unavailable = page.unavailableMethods.map((name) => fromWire('PAYMENT_METHOD', methodNames, name));
  const methods = listMethods(record, unavailable);
  const files = isFree ? await freeFiles(deps, request, { id, tenant: page.tenant }) : [];
  return {
    id,
    tenant: page.tenant,
    checkout,
    record: checkoutRecord(checkout),
    face,
    language: chooseLanguage(request),
    payerFields: await deps.stores.findPayerFields(storeId),
    leaving: { isTest: seen.devMode, ...(await deps.stores.findWaysOut(storeId)) },
    isLink,
    isSubscription,
    ...prices,
    start,
    isOpen,
    visitor: isLink ? (known ?? nameVisitor(reply, deps, id)) : undefined,
    isKnown: cookie !== undefined,
    choice: { ...asked, boleto, notice: undefined, method: wanted, coupon: taken, subscription: start?.subscriptionId },
    askedCoupon: isProved ? asked.coupon : undefined,
    proposedCoupon: isProved ? undefined : asked.coupon,
    method: methods.find((name) => name === wanted) ?? methods[0] ?? 'PIX',
    methods,
    ...readPage(page),
    ...ofBuyer(deps, request, page, { id, isLink, isKnown: cookie !== undefined, isFree, start }),
    files,
    problem,
  };
}

/** The boleto and the method that are shown: a browser that issued a boleto here comes back to it. */
function readWanted(
  { boleto, method }: PayChoice,
  visited: string | undefined,
  byForm: MethodName | undefined,
): Pick<PayChoice, 'boleto' | 'method'> {
  if (boleto !== undefined || visited === undefined) return { boleto, method: byForm ?? method };
  return { boleto: visited, method: byForm ?? method ?? 'BOLETO' };
}

/** Download links of a purchase that coupons covered; for a link only right after it. */
export async function freeFiles(
  { clients }: Deps,
  request: FastifyRequest,
  { id: checkoutId, tenant }: Pick<Visit, 'id' | 'tenant'>,
): Promise<readonly FileLink[]> {
  return (await clients.files.listFreeFiles({ tenant, checkoutId }, pageCall(request))).files;
}

/** A paid subscription checkout stays open for other customers. Cycles are charged automatically. */
function takesPayment({ frequency, status }: CheckoutRecord, isSubscription: boolean): boolean {
  if (status === 'PAID') return isSubscription;
  return (frequency !== 'SUBSCRIPTION' || isSubscription) && (status === 'PENDING' || status === 'ACTIVE');
}

/** A start that is active or whose Pix code can be paid or authorised; declined and ended ones are not shown. */
function shownStart(start: SubscriptionStart | undefined): SubscriptionStart | undefined {
  if (start?.status === 'SUBSCRIPTION_START_STATUS_ACTIVE') return start;
  if (start?.status === 'SUBSCRIPTION_START_STATUS_STARTING' && start.authorization) return start;
  const isOpen = start?.status === 'SUBSCRIPTION_START_STATUS_STARTING' && start.charge?.pix !== undefined;
  return isOpen && start.charge?.status === 'CHARGE_STATUS_PENDING' ? start : undefined;
}

function listMethods({ methods }: CheckoutRecord, unavailable: readonly MethodName[]): readonly MethodName[] {
  return methods.filter((name) => !isWallet(name)).filter((name) => !unavailable.includes(name));
}

type PagePart =
  'wallets' | 'payment' | 'knowsPayer' | 'needsAddress' | 'openPix' | 'cardFields' | 'cardInstallmentsMax';

/** What billing answers and the page shows as it is. */
function readPage(page: ResolveCheckoutResponse): Pick<Visit, PagePart | 'settled' | 'pictures'> {
  const { payment, knowsPayer, needsAddress, openPix, cardFields, settled } = page;
  // A billing before this field says 0.
  const cardInstallmentsMax = page.cardInstallmentsMax > 0 ? page.cardInstallmentsMax : 12;
  const pictures = new Map(page.pictures.map(({ productId, url }) => [productId, url]));
  const wallets = page.wallets.map((name) => fromWire('WALLET', walletNames, name));
  return { payment, knowsPayer, needsAddress, openPix, wallets, cardFields, cardInstallmentsMax, settled, pictures };
}

function ofBuyer(
  deps: Deps,
  request: FastifyRequest,
  { payment, settled, ...page }: ResolveCheckoutResponse,
  {
    id,
    isLink,
    isKnown,
    isFree,
    start,
  }: Pick<Visit, 'id' | 'isLink' | 'isKnown' | 'start'> & { readonly isFree: boolean },
): Pick<Visit, 'now' | 'manageUrl' | 'boughtId' | 'isBuyer' | 'receiptLink' | 'upsell' | 'mayTakeUpsell'> {
  const { cardLinks, clock } = deps;
  const { storeId, devMode } = required(page.tenant, 'tenant');
  const tenant = toTenant(storeId, devMode);
  const boughtId = start?.subscriptionId ?? settled?.id ?? payment?.id ?? (isFree ? id : undefined);
  // Billing shows a link's payment to its visitor alone.
  const isOwn = isLink && isKnown && payment !== undefined;
  const isOfBuyer = isOwn || isBuyer(deps, request, boughtId);
  const isActive = start?.status === 'SUBSCRIPTION_START_STATUS_ACTIVE';
  const link = isActive && isOfBuyer ? { tenant, subscriptionId: start.subscriptionId } : undefined;
  const manageUrl = link && cardLinks.manageAddress(link, clock.real());
  const receiptLink = (url: string | undefined) => (isOfBuyer ? proveReceipt(deps, url) : url);
  const mayTakeUpsell = isOfBuyer && settled !== undefined && mayTake(deps, request, settled);
  const upsell = isOfBuyer && (mayTakeUpsell || page.upsell?.charge) ? page.upsell : undefined;
  return { now: clock.now(tenant), boughtId, isBuyer: isOfBuyer, receiptLink, manageUrl, upsell, mayTakeUpsell };
}

function mayTake(deps: Deps, request: FastifyRequest, { id, method }: Charge): boolean {
  return method !== 'PAYMENT_METHOD_CARD' || isCardPayer(deps, request, id);
}

interface Quote extends Pick<Visit, 'prices' | 'cardPrices'> {
  readonly checkout: Checkout;
  readonly problem: PayProblem | undefined;
}

function unquoted(checkout: Checkout, cardPrices: readonly CardPrice[]): Quote {
  return { checkout, prices: [], cardPrices, problem: undefined };
}

async function quoted(
  { clients, clock }: Deps,
  request: FastifyRequest,
  { tenant, cardPrices }: ResolveCheckoutResponse,
  checkout: Checkout,
  coupon: string,
): Promise<Quote> {
  try {
    const quote = { tenant, checkoutId: checkout.id, coupons: [coupon] };
    const response = await clients.checkouts.getLinkQuote(quote, pageCall(request));
    return { ...unquoted(required(response.checkout, 'checkout'), response.cardPrices), prices: response.prices };
  } catch (error) {
    const problem = toProblem(error, clock.real());
    if (!problem) throw error;
    return { ...unquoted(checkout, cardPrices), problem };
  }
}

function isOfClosedStore({ stores }: Deps, { tenant }: ResolveCheckoutResponse): Promise<boolean> {
  return stores.isClosed(required(tenant, 'tenant').storeId);
}
