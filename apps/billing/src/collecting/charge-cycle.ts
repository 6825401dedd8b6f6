import { cents, zeroCents, type Cents, type Tenant } from '@pitanga/core';
import { inTransaction } from '@pitanga/database';
import type { Agreement, CycleAttempt } from '../agreements/agreement';
import {
  agreementEnded,
  agreementNotFound,
  attemptInFlight,
  attemptVoided,
  cycleTooSmall,
} from '../agreements/agreement-errors';
import { lockAgreement, lockAttempt, saveAttempt } from '../agreements/agreement-repository';
import { findCard } from '../cards/card-repository';
import { neverExpires, type Charge } from '../charges/charge';
import { findCharge } from '../charges/charge-queries';
import type { Checkout, CheckoutItem } from '../checkouts/checkout';
import { findCheckout, findCycleCheckout } from '../checkouts/checkout-queries';
import { insertCheckout, savePaidCheckout } from '../checkouts/checkout-repository';
import type { Customer } from '../customers/customer';
import { findCustomerById } from '../customers/customer-queries';
import type { Deps, TxDeps } from '../deps';
import { amountCentsMin } from '../money/amount-limits';
import { findProductById } from '../products/product-repository';
import { payAutomatically } from './automatic-pix';
import { storeCharge } from './create-charge';
import { newCardCharge, newDebitCharge, newPixCharge, type ChargeTerms } from './new-charge';
import { cardProviderFor, pixProviderFor } from './provider-for';
import { release } from './recall-debit';
import { sendCardCharge } from './send-card-charge';
import { beginDebit, sendDebit } from './send-debit';

/** One attempt to collect one cycle of a subscription. */
export interface CycleCharge {
  readonly subscriptionId: string;
  readonly cycleNumber: number;
  /** Deterministic: the same id is the same attempt. */
  readonly attemptId: string;
  /** 0 collects nothing. */
  readonly amountCents: Cents;
  readonly productId: string;
  readonly quantity: number;
  readonly unitPriceCents: Cents;
  readonly discountCents: Cents;
  /** The coupons of the discount; absent: those of the start. */
  readonly coupons: readonly string[] | undefined;
  /** Metered usage, by product. */
  readonly usage: readonly UsageLine[];
  /** YYYY-MM-DD: when a payer's bank is to collect it; absent: at once. */
  readonly collectOn?: string | undefined;
}

export interface UsageLine {
  readonly productId: string;
  readonly units: number;
  readonly amountCents: Cents;
}

export interface CycleOutcome {
  readonly checkout: Checkout;
  /** Absent when there was nothing to collect. */
  readonly charge: Charge | undefined;
  readonly customer: Customer | undefined;
  /** Of a charge that the payer's bank has and has not ended. */
  readonly askAgainAt: Date | undefined;
}

/** What 32 bits hold. */
const lineUnitsMax = 2_147_483_647;

/** Longer than a provider may take, so that an attempt in flight is not sent again: five calls of a card, two of a debit. */
const sendingMs = { CARD: 75_000, PIX: 30_000 } as const;

/**
 * Collects a cycle: intent, commit, call, result. A repeat with the same attempt id returns the same outcome, or resumes
 * after a crash. UNAVAILABLE means an unknown outcome. FAILED_PRECONDITION once the attempt was voided or the agreement
 * has ended. In production a charge by automatic Pix is PENDING until the payer's bank has ended the attempt.
 */
export async function chargeCycle(deps: Deps, tenant: Tenant, input: CycleCharge): Promise<CycleOutcome> {
  // Before the transaction of the intent, because it may read the database.
  await deps.providersOf(tenant);
  const { attempt, charge } = await inTransaction(deps.db, (db) => beginAttempt({ ...deps, db }, tenant, input));
  return findCycleOutcome(deps, tenant, attempt, charge && (await send(deps, tenant, attempt, charge)));
}

/** The outcome of an attempt with this charge. */
export async function findCycleOutcome(
  deps: Deps,
  tenant: Tenant,
  { attemptId, checkoutId }: CycleAttempt,
  charge: Charge | undefined,
): Promise<CycleOutcome> {
  const { db } = deps;
  const checkout = await findCheckout(db, tenant, { id: checkoutId ?? '' });
  if (!checkout) throw new Error(`attempt ${attemptId} has no checkout`);
  const customer = await findCustomerById(db, tenant, deps.sealer, checkout.customerId);
  const isAtBank = charge?.status === 'PENDING' && charge.method === 'PIX';
  const askAgainAt = isAtBank ? new Date(deps.clock.real().getTime() + askAgainMs) : undefined;
  return { checkout, charge, customer, askAgainAt };
}

/** Only a backstop of `agreement.attempt_changed`; it also covers an authorisation that is still to be approved. */
const askAgainMs = 900_000;

async function send(deps: Deps, tenant: Tenant, attempt: CycleAttempt, charge: Charge): Promise<Charge> {
  if (charge.status !== 'PENDING') return charge;
  if (charge.card) return sendCardCharge(deps, tenant, charge, charge.card, { isOffSession: true });
  if (tenant.devMode) return payAutomatically(deps, tenant, charge);
  const sent = await sendDebit(deps, tenant, charge);
  // Not after an error: the bank may still get what was sent, and nothing must be taken back before it has.
  await release(deps, tenant, attempt);
  return sent;
}

interface BegunAttempt {
  readonly attempt: CycleAttempt;
  /** Absent when there is nothing to collect. */
  readonly charge: Charge | undefined;
}

/** Inserts the charge and checkout of an attempt, and claims it for this process. */
async function beginAttempt(deps: TxDeps, tenant: Tenant, input: CycleCharge): Promise<BegunAttempt> {
  const { db } = deps;
  const agreement = await lockAgreement(db, tenant, input.subscriptionId);
  if (!agreement) throw agreementNotFound();
  const real = deps.clock.real();
  const attempt = await lockAttempt(db, tenant, input, real);
  if (attempt.voidedAt) throw attemptVoided();
  const sendingUntil = new Date(real.getTime() + sendingMs[agreement.cardId === undefined ? 'PIX' : 'CARD']);
  if (attempt.checkoutId !== undefined) {
    const charge = attempt.chargeId === undefined ? undefined : await findCharge(db, tenant, attempt.chargeId);
    if (charge?.status !== 'PENDING') return { attempt, charge };
    if (attempt.sendingUntil && attempt.sendingUntil > real) throw attemptInFlight();
    const again = { ...attempt, sendingUntil };
    await saveAttempt(db, tenant, again);
    return { attempt: again, charge };
  }
  if (agreement.status !== 'ACTIVE') throw agreementEnded();
  if (input.amountCents > 0 && input.amountCents < amountCentsMin) throw cycleTooSmall();
  const checkout = await cycleCheckout(deps, tenant, agreement, input);
  const charge = input.amountCents === 0 ? undefined : await storeCycleCharge(deps, tenant, agreement, checkout, input);
  const begun: CycleAttempt = { ...attempt, checkoutId: checkout.id, chargeId: charge?.id, sendingUntil };
  await saveAttempt(db, tenant, begun);
  if (charge?.method === 'PIX' && !tenant.devMode) await beginDebit(deps, tenant, input, charge);
  return { attempt: begun, charge };
}

/** The checkout of this cycle, inserted by its first attempt and PAID at once when there is nothing to collect. */
async function cycleCheckout(
  deps: TxDeps,
  tenant: Tenant,
  agreement: Agreement,
  input: CycleCharge,
): Promise<Checkout> {
  const known = await findCycleCheckout(deps.db, tenant, input.subscriptionId, input.cycleNumber);
  if (known) return known;
  const origin = await findCheckout(deps.db, tenant, { id: agreement.checkoutId });
  if (!origin) throw new Error(`agreement ${agreement.subscriptionId} has no checkout`);
  const now = deps.clock.now(tenant);
  const { quantity, unitPriceCents, discountCents } = input;
  const sold = await soldInCycle(deps, tenant, origin, input.productId);
  const checkout: Checkout = {
    ...origin,
    id: deps.ids.next('checkout', now),
    externalId: undefined,
    isExternalIdLabel: true,
    frequency: 'CYCLE',
    status: 'PENDING',
    amountCents: input.amountCents,
    paidAmountCents: undefined,
    refundedCents: zeroCents,
    platformFeeCents: zeroCents,
    items: [{ ...sold, quantity, unitPriceCents, discountCents }, ...(await usageItems(deps, tenant, input.usage))],
    methods: [agreement.method],
    coupons: [],
    allowCoupons: false,
    couponsUsed: discountCents > 0 ? (input.coupons ?? agreement.coupons.map(({ code }) => code)) : [],
    discountCents,
    customerId: agreement.customerId,
    requestedCustomerId: agreement.customerId,
    expiresAt: undefined,
    paidChargeId: undefined,
    installmentsCount: undefined,
    trialDays: undefined,
    isAuthorizationOptional: false,
    cycleOf: { subscriptionId: input.subscriptionId, number: input.cycleNumber },
    createdAt: now,
    updatedAt: now,
  };
  await insertCheckout(deps.db, tenant, checkout);
  if (input.amountCents > 0) return checkout;
  const paid: Checkout = { ...checkout, status: 'PAID', paidAmountCents: zeroCents };
  await savePaidCheckout(deps.db, tenant, checkout, paid);
  return paid;
}

/** The item that the customer subscribed to or, after a change of plan, the new product as it is now. */
async function soldInCycle(deps: Deps, tenant: Tenant, origin: Checkout, productId: string): Promise<CheckoutItem> {
  const [sold] = origin.items;
  if (!sold) throw new Error(`checkout ${origin.id} has no item`);
  if (sold.productId === productId) return sold;
  const product = await findProductById(deps.db, tenant, productId);
  if (!product) throw new Error(`product ${productId} of a cycle is not known`);
  const { externalId: productExternalId, name, description, cycle, trialDays } = product;
  return { ...sold, productId, productExternalId, name, description, cycle, trialDays };
}

/** One item for each product of the usage. */
async function usageItems(deps: Deps, tenant: Tenant, usage: readonly UsageLine[]): Promise<readonly CheckoutItem[]> {
  const items: CheckoutItem[] = [];
  for (const { productId, units, amountCents } of usage) {
    const product = await findProductById(deps.db, tenant, productId);
    if (!product) throw new Error(`product ${productId} of a usage is not known`);
    const { externalId: productExternalId, name, description } = product;
    items.push({ productId, productExternalId, name, description, ...pricedUnits(units, amountCents) });
  }
  return items;
}

/** One unit of the whole amount where the price changed within the cycle, or where the units exceed 32 bits. */
function pricedUnits(units: number, amountCents: Cents): Pick<CheckoutItem, 'quantity' | 'unitPriceCents'> {
  const isEven = units > 0 && units <= lineUnitsMax && amountCents % units === 0;
  return isEven
    ? { quantity: units, unitPriceCents: cents(amountCents / units) }
    : { quantity: 1, unitPriceCents: amountCents };
}

async function storeCycleCharge(
  deps: TxDeps,
  tenant: Tenant,
  agreement: Agreement,
  checkout: Checkout,
  input: CycleCharge,
): Promise<Charge> {
  const terms: ChargeTerms = {
    amountCents: cents(input.amountCents),
    checkoutId: checkout.id,
    coupons: checkout.couponsUsed,
    customerId: agreement.customerId,
    description: undefined,
    ensureSameTaxId: false,
    expiresAt: neverExpires,
    externalId: undefined,
    metadataJson: '{}',
    origin: 'SUBSCRIPTION',
    subscriptionId: input.subscriptionId,
    visitor: undefined,
  };
  const customer = await findCustomerById(deps.db, tenant, deps.sealer, agreement.customerId);
  const charge = await newCycleCharge(deps, tenant, agreement, terms);
  return storeCharge(deps, tenant, charge, customer);
}

async function newCycleCharge(deps: Deps, tenant: Tenant, agreement: Agreement, terms: ChargeTerms): Promise<Charge> {
  const settings = await deps.settings.of(deps.db, tenant);
  if (agreement.cardId === undefined) {
    const provider = await pixProviderFor(deps, tenant, false, undefined);
    if (!tenant.devMode) return newDebitCharge(deps, tenant, provider, settings, terms);
    return newPixCharge(deps, tenant, provider, settings, terms);
  }
  const { name } = await cardProviderFor(deps, tenant);
  const card = await findCard(deps.db, tenant, agreement.cardId);
  if (!card) throw new Error(`agreement ${agreement.subscriptionId} has no card`);
  const { id: cardId, brand, lastFour } = card;
  return newCardCharge(deps, tenant, name, settings, terms, { cardId, brand, lastFour, installmentCount: 1 });
}
