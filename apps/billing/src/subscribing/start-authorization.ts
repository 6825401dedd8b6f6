import { addDays, isAppError, normalizeZipCode, saoPauloDay, type Cents, type Tenant } from '@pitanga/core';
import { transact } from '@pitanga/database';
import type { Agreement } from '../agreements/agreement';
import { findAgreement } from '../agreements/agreement-repository';
import type { Authorization } from '../authorizations/authorization';
import {
  findAuthorization,
  insertAuthorization,
  lockAuthorization,
  saveAuthorization,
  saveLocation,
} from '../authorizations/authorization-repository';
import type { Charge } from '../charges/charge';
import { findCharge } from '../charges/charge-queries';
import type { Checkout } from '../checkouts/checkout';
import { findCheckout } from '../checkouts/checkout-queries';
import { trialDaysAt } from '../checkouts/first-charge';
import { discountedCents } from '../coupons/discount';
import { lastingCents } from '../coupons/price-steps';
import type { Customer } from '../customers/customer';
import { findCustomerById } from '../customers/customer-queries';
import type { PaymentDeps, ReadDeps, Tools, TxDeps } from '../deps';
import { findSetup } from '../managing/store-setup';
import { requestPixSyncs } from '../syncs/pix-sync-repository';
import type { AuthorizationOrder, CodeOrder, DebtorAddress, RecurrenceCycle } from '../provider/automatic-pix-provider';
import type { PixProvider } from '../provider/pix-provider';
import { requireAutomaticPix, subscriptionPixFor } from '../charging/provider-for';
import { storeCharge } from '../charging/create-charge';
import { newPixCharge, type ChargeNames } from '../charging/new-charge';
import { refuseStart } from './refuse-start';

/** How long a request has to register its own authorisation. */
const abandonedAfterMs = 60_000;

/** Inserts what the payer is to authorise, with its first poll; the bank is called after the commit. */
export async function beginAuthorization(
  { db, clock }: TxDeps,
  tenant: Tenant,
  { subscriptionId, chargeId, createdAt }: Agreement,
  { txid, expiresAt, isOptional, utms }: Pick<Authorization, 'txid' | 'expiresAt' | 'isOptional' | 'utms'>,
): Promise<void> {
  await insertAuthorization(db, tenant, {
    subscriptionId,
    txid,
    chargeId,
    locationId: undefined,
    authorizationId: undefined,
    brCode: undefined,
    status: 'NEW',
    isOptional,
    utms,
    isEnding: false,
    endCode: undefined,
    expiresAt,
    createdAt,
    updatedAt: createdAt,
  });
  await requestPixSyncs(db, tenant, [txid], new Date(clock.real().getTime() + abandonedAfterMs));
}

/** What a start consists of. */
interface Start {
  readonly authorization: Authorization;
  readonly agreement: Agreement;
  readonly checkout: Checkout;
  readonly customer: Customer;
  /** Of the first charge, after coupons. */
  readonly amountCents: Cents;
}

/**
 * Registers the authorisation of a start with the bank, and the first payment that goes with it; then its code can be
 * shown. May be repeated, also at once: each call to the bank is harmless twice, and what is known already is not asked
 * for. A refusal of the bank refuses the start.
 *
 * @throws AppError UNAVAILABLE when the bank does not answer; the polls of the authorisation then continue it
 */
export async function registerAuthorization(deps: PaymentDeps, tenant: Tenant, subscriptionId: string): Promise<void> {
  const start = await findStart(deps, tenant, subscriptionId);
  if (!start) return;
  try {
    await register(deps, tenant, start);
  } catch (error) {
    if (isAppError(error) && error.kind === 'FAILED_PRECONDITION') await refuseStart(deps, tenant, subscriptionId);
    throw error;
  }
}

async function findStart(deps: ReadDeps, tenant: Tenant, subscriptionId: string): Promise<Start | undefined> {
  const { db, sealer } = deps;
  const authorization = await findAuthorization(db, tenant, subscriptionId);
  if (authorization?.status !== 'NEW' || authorization.isEnding) return undefined;
  const agreement = await findAgreement(db, tenant, subscriptionId);
  const checkout = agreement && (await findCheckout(db, tenant, { id: agreement.checkoutId }));
  const customer = agreement && (await findCustomerById(db, tenant, sealer, agreement.customerId));
  if (!agreement || !checkout || !customer) throw new Error(`subscription ${subscriptionId} lacks a part of its start`);
  return {
    authorization,
    agreement,
    checkout,
    customer,
    amountCents: discountedCents(checkout.amountCents, agreement.coupons),
  };
}

async function register(deps: PaymentDeps, tenant: Tenant, start: Start): Promise<void> {
  const { authorization } = start;
  const { subscriptionId, chargeId, txid } = authorization;
  const provider = await requireAutomaticPix(deps, tenant);
  const locationId =
    authorization.locationId ?? (await saveLocation(deps.db, tenant, subscriptionId, await provider.createLocation()));
  const first = chargeId === undefined ? undefined : await firstPix(deps, tenant, start, { id: chargeId, txid });
  const order = authorizationOrder(deps, tenant, start, locationId);
  const { id } = await provider.createAuthorization(order);
  const brCode = await provider.readAuthorizationCode(id, first && txid);
  await transact(deps, async (tx) => {
    const locked = await lockAuthorization(tx.db, tenant, subscriptionId);
    if (locked?.status !== 'NEW') return;
    const known = first && (await findCharge(tx.db, tenant, first.id));
    if (first && !known) {
      const charge: Charge = { ...first, pix: first.pix && { ...first.pix, brCode } };
      await storeCharge(tx, tenant, charge, start.customer);
    }
    const updatedAt = tx.clock.now(tenant);
    await saveAuthorization(tx.db, tenant, { ...locked, status: 'WAITING', authorizationId: id, brCode, updatedAt });
    await requestPixSyncs(tx.db, tenant, [id], new Date(tx.clock.real().getTime() + abandonedAfterMs));
  });
}

/** The first payment, registered at the bank under the names that it got with the start. */
async function firstPix(
  deps: PaymentDeps,
  tenant: Tenant,
  { agreement, authorization, checkout, customer, amountCents }: Start,
  names: ChargeNames,
): Promise<Charge> {
  const setup = await findSetup(deps, tenant);
  const { settings } = setup;
  const terms = {
    amountCents,
    checkoutId: checkout.id,
    coupons: agreement.coupons.map(({ code }) => code),
    customerId: customer.id,
    description: undefined,
    ensureSameTaxId: false,
    expiresAt: authorization.expiresAt,
    externalId: checkout.externalId,
    metadataJson: '{}',
    origin: 'SUBSCRIPTION',
    subscriptionId: agreement.subscriptionId,
    visitor: undefined,
    splits: checkout.splits,
    utms: authorization.utms,
  } as const;
  const provider = subscriptionPixFor(setup, tenant);
  const debtor = toDebtor(customer);
  if (!authorization.isOptional)
    return newPixCharge(deps, tenant, [{ port: provider }], settings, terms, debtor, names);
  const bank = await requireAutomaticPix(deps, tenant);
  const day = saoPauloDay(terms.expiresAt);
  const createPix: PixProvider['createPix'] = ({ txid, amountCents, merchantName, merchantCity, description }) =>
    bank.createCode({ txid, amountCents, merchantName, merchantCity, description, day, debtor });
  return newPixCharge(deps, tenant, [{ port: { ...provider, createPix } }], settings, terms, debtor, names);
}

function authorizationOrder(
  deps: Tools,
  tenant: Tenant,
  { authorization, agreement, checkout, customer }: Start,
  locationId: string,
): AuthorizationOrder {
  const [item] = checkout.items;
  if (!item?.cycle) throw new Error(`checkout ${checkout.id} is not of a subscription`);
  const now = deps.clock.now(tenant);
  const today = saoPauloDay(now);
  // No less than that may be the limit that the payer sets.
  const floorCents = lastingCents(checkout.amountCents, agreement.coupons);
  return {
    locationId,
    contract: agreement.subscriptionId,
    description: item.name,
    debtor: toDebtor(customer),
    cycle: item.cycle,
    firstDay: addDays(today, trialDaysAt(checkout, now) ?? daysOf[item.cycle]),
    // A change of plan, usage and coupons may change what a cycle costs, so that its value is never fixed.
    amount: floorCents > 0 ? { kind: 'FLOOR', cents: floorCents } : undefined,
    // Where it is optional the payment does not authorise: the code offers it beside.
    firstTxid: authorization.chargeId === undefined || authorization.isOptional ? undefined : authorization.txid,
  };
}

/** About one cycle: the bank shows it to the payer as an estimate. */
const daysOf: Readonly<Record<RecurrenceCycle, number>> = {
  WEEKLY: 7,
  MONTHLY: 30,
  QUARTERLY: 91,
  SEMIANNUALLY: 182,
  ANNUALLY: 365,
};

export function toDebtor({ id, name, taxId, ...where }: Customer): CodeOrder['debtor'] {
  if (!name || taxId === undefined) throw new Error(`customer ${id} has no name or no tax id`);
  return { name, taxId, address: wholeAddress(where) };
}

function wholeAddress({
  address: street,
  city,
  state,
  zipCode,
}: Pick<Customer, 'address' | 'city' | 'state' | 'zipCode'>): DebtorAddress | undefined {
  const digits = zipCode === undefined ? undefined : normalizeZipCode(zipCode);
  return street && city && state && digits !== undefined ? { street, city, state, zipCode: digits } : undefined;
}
