import { invalidArgument, type Cents, type Tenant } from '@pitanga/core';
import { inTransaction, type Db } from '@pitanga/database';
import { checkAmount, checkExpiresIn, noCode, type Charge } from '../charges/charge';
import { boletoNeedsPayer } from '../charges/charge-errors';
import { isSavedToken, type SavedCard } from '../cards/card';
import { insertCharge } from '../charges/charge-writer';
import { boletoDueDate, checkDueDate, checkLateTerms } from '../charges/due-date';
import { madeUpCpf, madeUpName } from '../charges/made-up-payer';
import { checkInstallments } from '../checkouts/checkout';
import { checkedTaxId, type Customer, type CustomerInput } from '../customers/customer';
import type { Deps, TxDeps } from '../deps';
import { cardForCharge } from '../managing/card-service';
import { requireCustomer } from '../managing/customer-service';
import { findCompleteCustomer, findOrFillCustomer } from '../managing/update-customer';
import { chargeEvent } from '../messages/charge-events';
import type { BoletoFine } from '../money/late-fees';
import { firstPoll } from '../pix-syncs/pix-sync';
import { schedulePixSync } from '../pix-syncs/pix-sync-repository';
import { stripeName } from '../stripe/stripe-metadata';
import { scheduleBoletoSync } from '../stripe-syncs/stripe-sync-repository';
import { newBoletoCharge, newCardCharge, newPixCharge, type ChargeTerms } from './new-charge';
import { boletoProviderFor, cardProviderFor, checkProviderInstallments, pixProviderFor } from './provider-for';

/** The input of every transparent charge. */
export interface ChargeInput {
  readonly amountCents: Cents;
  readonly description: string | undefined;
  readonly externalId: string | undefined;
  /** Found by tax id or created. */
  readonly customer: CustomerInput | undefined;
  readonly customerId: string | undefined;
  readonly metadataJson: string;
}

export interface PixChargeInput extends ChargeInput {
  readonly expiresInSeconds: number;
  readonly ensureSameTaxId: boolean;
}

export interface BoletoChargeInput extends ChargeInput {
  /** YYYY-MM-DD; absent: the third business day from today. */
  readonly dueDate: string | undefined;
  /** Hundredths of a percent a month. */
  readonly interestBasisPoints: number | undefined;
  readonly fine: BoletoFine | undefined;
}

export interface CardChargeInput extends ChargeInput {
  readonly installmentCount: number;
  /** A `ctok_…` or the `card_tok_…` of an earlier charge. */
  readonly token: string;
  /** Where the buyer goes after a confirmation at the bank. */
  readonly returnUrl: string | undefined;
}

/** A charge that is registered with its provider and not written yet. */
export interface PreparedCharge {
  readonly charge: Charge;
  readonly customer: Customer | undefined;
  /** To be found or created with the charge. */
  readonly newCustomer: CustomerInput | undefined;
}

/** Checks the input of a Pix charge and registers it with the provider. */
export async function preparePixCharge(deps: Deps, tenant: Tenant, input: PixChargeInput): Promise<PreparedCharge> {
  checkAmount(input.amountCents);
  checkExpiresIn(input.expiresInSeconds);
  const known = await findKnownCustomer(deps, tenant, input);
  const payer = toPayer(input, known);
  const provider = await pixProviderFor(deps, tenant, input.ensureSameTaxId, payer.taxId);
  const settings = await deps.settings.of(deps.db, tenant);
  const expiresAt = new Date(deps.clock.now(tenant).getTime() + input.expiresInSeconds * 1_000);
  const terms = { ...toTerms(input, known), expiresAt, ensureSameTaxId: input.ensureSameTaxId };
  const { name, taxId } = payer;
  const debtor = name === undefined || taxId === undefined ? undefined : { name, taxId };
  const charge = await newPixCharge(deps, tenant, provider, settings, terms, debtor);
  return prepared(deps, tenant, charge, known, input.customer);
}

/** The same for a boleto. It needs a payer's name and tax id; in dev mode a missing payer is made up. */
export async function prepareBoletoCharge(
  deps: Deps,
  tenant: Tenant,
  input: BoletoChargeInput,
): Promise<PreparedCharge> {
  checkAmount(input.amountCents);
  const now = deps.clock.now(tenant);
  checkDueDate(input.dueDate, ['BOLETO'], now);
  checkLateTerms(input);
  const known = await findKnownCustomer(deps, tenant, input);
  const provider = await boletoProviderFor(deps, tenant);
  const { name, taxId, ...contact } = toPayer(input, known);
  const isMadeUp = tenant.devMode && input.customer === undefined && input.customerId === undefined;
  if (!isMadeUp && (name === undefined || taxId === undefined)) throw boletoNeedsPayer();
  const settings = await deps.settings.of(deps.db, tenant);
  const { dueDate, expiresAt } = boletoDueDate(input.dueDate, now);
  const { interestBasisPoints, fine } = input;
  const payer = { name: name ?? madeUpName, taxId: taxId ?? madeUpCpf(deps.ids.token(8)), ...contact };
  const terms = { ...toTerms(input, known), expiresAt };
  const conditions = { dueDate, interestBasisPoints, fine, payer };
  const charge = await newBoletoCharge(deps, tenant, provider, settings, terms, conditions);
  return prepared(deps, tenant, charge, known, input.customer);
}

/** A customer who is there and lacks nothing is not a new one. */
async function prepared(
  deps: Deps,
  tenant: Tenant,
  charge: Charge,
  known: Customer | undefined,
  named: CustomerInput | undefined,
): Promise<PreparedCharge> {
  const found = named && (await findCompleteCustomer(deps, tenant, named));
  if (!found) return { charge, customer: known, newCustomer: named };
  return { charge: { ...charge, customerId: found.id }, customer: found, newCustomer: undefined };
}

/** Writes a prepared charge and its new customer. */
export async function writeCharge(deps: Deps, tenant: Tenant, prepared: PreparedCharge): Promise<Charge> {
  const { charge, newCustomer } = prepared;
  // The one statement of a charge alone needs no transaction around it.
  if (newCustomer === undefined) return storeCharge(deps, tenant, charge, prepared.customer);
  return inTransaction(deps.db, async (db) => {
    const customer = await findOrFillCustomer({ ...deps, db }, tenant, newCustomer);
    return storeCharge({ ...deps, db }, tenant, { ...charge, customerId: customer.id }, customer);
  });
}

/** A card charge that was written and not sent. */
export interface BegunCardCharge {
  readonly charge: Charge;
  readonly card: SavedCard;
}

/** Records the intent to charge a card and consumes its token; the charge is PENDING. */
export async function beginCardCharge(deps: TxDeps, tenant: Tenant, input: CardChargeInput): Promise<BegunCardCharge> {
  const begun = await recordCardCharge(deps, tenant, input, (named) => findOrFillCustomer(deps, tenant, named));
  if (!begun) throw new Error('a customer who is found or created is there');
  return begun;
}

/**
 * The same where the charge is all that is written: a saved card, and no customer who is new or lacks something.
 * @returns undefined, with nothing done, where more is
 */
export async function beginCardChargeAlone(
  deps: Deps,
  tenant: Tenant,
  input: CardChargeInput,
): Promise<BegunCardCharge | undefined> {
  if (!isSavedToken(input.token)) return undefined;
  return recordCardCharge(deps, tenant, input, (named) => findCompleteCustomer(deps, tenant, named));
}

async function recordCardCharge(
  deps: Deps,
  tenant: Tenant,
  input: CardChargeInput,
  customerOf: (named: CustomerInput) => Promise<Customer | undefined>,
): Promise<BegunCardCharge | undefined> {
  checkAmount(input.amountCents);
  checkInstallments(input.installmentCount, input.amountCents, 'installmentCount');
  const known = await findKnownCustomer(deps, tenant, input);
  const provider = await cardProviderFor(deps, tenant);
  checkProviderInstallments(provider, input.installmentCount, 'installmentCount');
  const settings = await deps.settings.of(deps.db, tenant);
  const card = await cardForCharge(deps, tenant, input.token);
  const { id: cardId, brand, lastFour } = card;
  const customer = input.customer ? await customerOf(input.customer) : known;
  if (input.customer && !customer) return undefined;
  const details = { cardId, brand, lastFour, installmentCount: input.installmentCount };
  const charge = newCardCharge(deps, tenant, provider.name, settings, toTerms(input, customer), details);
  return { charge: await storeCharge(deps, tenant, { ...charge, returnUrl: input.returnUrl }, customer), card };
}

/** Inserts a new charge with its event. */
export async function storeCharge(
  deps: Deps,
  tenant: Tenant,
  charge: Charge,
  customer: Customer | undefined,
): Promise<Charge> {
  const created = chargeEvent('charge.created', deps, tenant, charge, customer);
  const insert = (db: Db): Promise<void> => insertCharge(db, tenant, charge, created, deps.clock.real());
  const isPolled = charge.method === 'PIX' && !tenant.devMode && charge.pix?.brCode !== noCode;
  const txid = isPolled ? charge.pix?.txid : undefined;
  const boleto = tenant.devMode || charge.provider !== stripeName ? undefined : charge.boleto?.reference;
  if (txid === undefined && boleto === undefined) {
    await insert(deps.db);
    return charge;
  }
  // In one transaction with its first poll, so that the bank is asked even if it never calls back.
  await inTransaction(deps.db, async (db) => {
    await insert(db);
    if (txid !== undefined) await schedulePixSync(db, tenant, txid, firstPoll(charge));
    if (boleto !== undefined) await scheduleBoletoSync(db, tenant, boleto, charge);
  });
  return charge;
}

async function findKnownCustomer(deps: Deps, tenant: Tenant, input: ChargeInput): Promise<Customer | undefined> {
  if (input.customer !== undefined && input.customerId !== undefined) {
    throw invalidArgument("Properties 'customer' and 'customerId' cannot be used together");
  }
  return input.customerId === undefined ? undefined : requireCustomer(deps, tenant, { id: input.customerId });
}

function toPayer({ customer }: ChargeInput, known: Customer | undefined) {
  const taxId = customer?.taxId === undefined ? known?.taxId : checkedTaxId(customer.taxId);
  const { email, address, city, state, zipCode } = customer ?? known ?? {};
  return { name: customer?.name ?? known?.name, taxId, email, address, city, state, zipCode };
}

function toTerms(input: ChargeInput, customer: Customer | undefined): Omit<ChargeTerms, 'expiresAt'> {
  return {
    amountCents: input.amountCents,
    checkoutId: undefined,
    coupons: [],
    customerId: customer?.id,
    description: input.description,
    ensureSameTaxId: false,
    externalId: input.externalId,
    metadataJson: input.metadataJson,
    origin: 'TRANSPARENT',
    subscriptionId: undefined,
  };
}
