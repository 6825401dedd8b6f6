import {
  collectOrCarry,
  isAppError,
  subtractCents,
  type Cents,
  type CollectableRange,
  type Owned,
  type Tenant,
} from '@pitanga/core';
import type { Agreement, CycleAttempt } from '../agreements/agreement';
import { agreementEnded, agreementNotFound, attemptVoided, cycleTooSmall } from '../agreements/agreement-errors';
import { findKnownAttempts, insertAttempts, lockAgreements } from '../agreements/owned-agreement-repository';
import type { SavedCard } from '../cards/card';
import { findCards } from '../cards/card-repository';
import { neverExpires, type Charge } from '../charges/charge';
import { insertCharges } from '../charges/charge-writer';
import type { Checkout } from '../checkouts/checkout';
import { lockCheckout, saveEmptied } from '../checkouts/checkout-repository';
import { findCheckouts, findCycleCheckouts, insertCheckouts } from '../checkouts/owned-checkout-repository';
import type { Customer } from '../customers/customer';
import { findOwnedCustomers } from '../customers/customer-queries';
import type { ReadDeps, TxDeps } from '../deps';
import type { StoreSetup } from '../managing/store-setup';
import { chargeEvent } from '../messages/charge-events';
import { amountCentsMin } from '../money/amount-limits';
import type { Product } from '../products/product';
import { findOwnedProducts } from '../products/product-repository';
import { sendingMs, type BegunCycle, type CycleCharge } from './cycle-charge';
import { newCycleCheckout, productsOfCycle, retriedCheckout } from './cycle-checkout';
import { collectableRange } from '../charging/collectable';
import { newCardCharge, newDebitCharge, newPixCharge, type ChargeTerms } from '../charging/new-charge';
import { providerOfCard, subscriptionPixFor } from '../charging/provider-for';
import { beginDebit } from './send-debit';

/** What became of the begin of an attempt. KNOWN: it was begun or voided before. */
export type CycleStart =
  | { readonly kind: 'BEGUN'; readonly begun: BegunCycle }
  | { readonly kind: 'KNOWN' }
  | { readonly kind: 'REFUSED'; readonly error: unknown };

/** An attempt to begin, and what its store has. */
export type CycleToBegin = CycleCharge & { readonly setup: StoreSetup };

/** A new attempt that is not written yet. */
interface Draft extends BegunCycle {
  /** The checkout that an earlier attempt made. */
  readonly known: Checkout | undefined;
}

/**
 * Begins attempts of any stores, at most one of each subscription: inserts their checkouts and charges, and claims them
 * for this process. Returns what became of each, in the order given; one that is refused leaves nothing. Locks the
 * agreements, so that of two calls with the same attempt one finds it begun; a void that came first wins.
 */
export async function beginCycles(tx: TxDeps, cycles: readonly Owned<CycleToBegin>[]): Promise<readonly CycleStart[]> {
  const { db } = tx;
  const agreements = await lockAgreements(
    db,
    collectIds(cycles, ({ subscriptionId }) => subscriptionId),
  );
  const known = await findKnownAttempts(
    db,
    collectIds(cycles, ({ attemptId }) => attemptId),
  );
  const found = await findParts(tx, cycles, agreements);
  const drafts: (Draft | CycleStart)[] = [];
  for (const cycle of cycles) {
    drafts.push(known.has(cycle.attemptId) ? { kind: 'KNOWN' } : await draftOrRefuse(tx, cycle, found));
  }
  const owned = cycles.flatMap(({ tenant, ...input }, index) => {
    const draft = drafts[index];
    return draft && 'attempt' in draft ? [{ tenant, input, draft }] : [];
  });
  const attempts = owned.map(({ tenant, draft: { attempt } }) => ({ tenant, ...attempt }));
  const inserted = await insertAttempts(db, attempts, tx.clock.real());
  await insertDrafts(
    tx,
    owned.filter(({ draft }) => inserted.has(draft.attempt.attemptId)),
  );
  return drafts.map((draft): CycleStart => {
    if (!('attempt' in draft)) return draft;
    // Under the lock of its agreement only a void can have come first.
    if (!inserted.has(draft.attempt.attemptId)) return { kind: 'REFUSED', error: attemptVoided() };
    return { kind: 'BEGUN', begun: draft };
  });
}

type OwnedDraft = Owned<{ readonly input: CycleCharge; readonly draft: Draft }>;

async function insertDrafts(tx: TxDeps, owned: readonly OwnedDraft[]): Promise<void> {
  const { db } = tx;
  for (const { tenant, draft } of owned) await saveRetried(tx, tenant, draft);
  const newCheckouts = owned.filter(({ draft }) => !draft.known);
  await insertCheckouts(
    db,
    newCheckouts.map(({ tenant, draft: { checkout } }) => ({ tenant, checkout })),
  );
  const created = owned.flatMap(({ tenant, draft: { charge, customer } }) =>
    charge ? [{ tenant, charge, event: chargeEvent('charge.created', tx, tenant, charge, customer) }] : [],
  );
  await insertCharges(db, created, tx.clock.real());
  for (const { tenant, input, draft } of owned) {
    const { charge } = draft;
    if (charge?.method === 'PIX' && !tenant.devMode) await beginDebit(tx, tenant, input, charge);
  }
}

/** Writes what a retry makes of the checkout of its cycle. */
async function saveRetried({ db }: TxDeps, tenant: Tenant, { known, checkout }: Draft): Promise<void> {
  if (!known || known === checkout) return;
  const locked = await lockCheckout(db, tenant, known.id);
  if (locked) await saveEmptied(db, tenant, locked, checkout);
}

/** What new attempts are made of, by id. */
interface Parts {
  readonly agreements: ReadonlyMap<string, Agreement>;
  readonly origins: ReadonlyMap<string, Checkout>;
  /** By the id of the subscription. */
  readonly cycleCheckouts: ReadonlyMap<string, Checkout>;
  readonly customers: ReadonlyMap<string, Customer>;
  readonly cards: ReadonlyMap<string, SavedCard>;
  readonly products: ReadonlyMap<string, Product>;
}

async function findParts(
  { db, sealer }: TxDeps,
  cycles: readonly Owned<CycleCharge>[],
  agreements: Parts['agreements'],
): Promise<Parts> {
  const agreed = cycles.flatMap(({ tenant, subscriptionId }) => {
    const agreement = agreements.get(subscriptionId);
    return agreement ? [{ tenant, agreement }] : [];
  });
  const origins = await findCheckouts(
    db,
    collectIds(agreed, ({ agreement }) => agreement.checkoutId),
  );
  const cycleCheckouts = await findCycleCheckouts(db, cycles);
  const customers = await findOwnedCustomers(
    db,
    collectIds(agreed, ({ agreement }) => agreement.customerId),
    sealer,
  );
  const cards = await findCards(
    db,
    collectIds(agreed, ({ agreement }) => agreement.cardId),
  );
  const products = cycles.flatMap(({ tenant, ...input }) => {
    const origin = origins.get(agreements.get(input.subscriptionId)?.checkoutId ?? '');
    return (origin ? productsOfCycle(origin, input) : []).map((id) => ({ tenant, id }));
  });
  return { agreements, origins, cycleCheckouts, customers, cards, products: await findOwnedProducts(db, products) };
}

function collectIds<Row extends object>(
  rows: readonly Owned<Row>[],
  getId: (row: Owned<Row>) => string | undefined,
): readonly Owned<{ readonly id: string }>[] {
  return rows.flatMap((row) => {
    const id = getId(row);
    return id === undefined ? [] : [{ tenant: row.tenant, id }];
  });
}

/** Any other error is a fault, which undoes the whole transaction. */
async function draftOrRefuse(tools: ReadDeps, cycle: Owned<CycleToBegin>, parts: Parts): Promise<Draft | CycleStart> {
  try {
    return await draftCycle(tools, cycle, parts);
  } catch (error) {
    if (isAppError(error)) return { kind: 'REFUSED', error };
    throw error;
  }
}

async function draftCycle(
  tools: ReadDeps,
  { tenant, setup, ...input }: Owned<CycleToBegin>,
  parts: Parts,
): Promise<Draft> {
  const { subscriptionId, attemptId } = input;
  const agreement = parts.agreements.get(subscriptionId);
  if (!agreement) throw agreementNotFound();
  if (agreement.status !== 'ACTIVE') throw agreementEnded();
  const origin = parts.origins.get(agreement.checkoutId);
  if (!origin) throw new Error(`agreement ${subscriptionId} has no checkout`);
  const range = collectableRange(setup, agreement, origin);
  const now = tools.clock.now(tenant);
  const ofCycle = parts.cycleCheckouts.get(subscriptionId);
  const known = ofCycle?.cycleOf?.number === input.cycleNumber ? ofCycle : undefined;
  const { products } = parts;
  const checkout = known
    ? input.canCarry
      ? retriedCheckout(known, range, now)
      : known
    : newCycleCheckout(
        tools.ids.next('checkout', now),
        { origin, agreement, input, collectedCents: firstCollected(input, range), products },
        now,
      );
  const card = parts.cards.get(agreement.cardId ?? '');
  const charge =
    checkout.amountCents === 0 ? undefined : await newCycleCharge(tools, tenant, setup, { agreement, checkout, card });
  const sendingUntil = new Date(tools.clock.real().getTime() + sendingMs[agreement.method]);
  const attempt: CycleAttempt = {
    attemptId,
    subscriptionId,
    chargeId: charge?.id,
    checkoutId: checkout.id,
    sendingUntil,
    voidedAt: undefined,
  };
  const customer = parts.customers.get(agreement.customerId);
  return { attempt, checkout, charge, customer, card, known };
}

/** What is collected of what is due: nothing of less than can be, which its caller carries to the next cycle. */
function firstCollected({ amountCents, carriedCents, canCarry }: CycleCharge, range: CollectableRange): Cents {
  const ownCents = subtractCents(amountCents, carriedCents);
  if (canCarry) return collectOrCarry({ ownCents, carriedCents }, range).collectedCents;
  // Of the release before, which fails the attempt.
  if (amountCents > 0 && amountCents < amountCentsMin) throw cycleTooSmall();
  return amountCents;
}

/** By Pix it is registered at once in dev mode alone, where it is simulated. */
async function newCycleCharge(
  deps: ReadDeps,
  tenant: Tenant,
  setup: StoreSetup,
  made: {
    readonly agreement: Agreement;
    readonly checkout: Checkout;
    readonly card: SavedCard | undefined;
  },
): Promise<Charge> {
  const { agreement, checkout, card } = made;
  const terms: ChargeTerms = {
    amountCents: checkout.amountCents,
    checkoutId: checkout.id,
    coupons: checkout.couponsUsed,
    customerId: agreement.customerId,
    description: undefined,
    ensureSameTaxId: false,
    expiresAt: neverExpires,
    externalId: undefined,
    metadataJson: '{}',
    origin: 'SUBSCRIPTION',
    subscriptionId: agreement.subscriptionId,
    visitor: undefined,
    splits: checkout.splits,
  };
  const { settings } = setup;
  if (agreement.cardId === undefined) {
    const provider = subscriptionPixFor(setup, tenant);
    if (!tenant.devMode) return newDebitCharge(deps, tenant, provider, settings, terms);
    return newPixCharge(deps, tenant, [{ port: provider }], settings, terms);
  }
  if (!card) throw new Error(`agreement ${agreement.subscriptionId} has no card`);
  const { id: cardId, brand, lastFour } = card;
  const { name } = providerOfCard(setup, tenant, card);
  return newCardCharge(deps, tenant, name, settings, terms, { cardId, brand, lastFour, installmentCount: 1 });
}
