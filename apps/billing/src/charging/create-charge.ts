import { invalidArgument, type Cents, type Tenant } from '@pitanga/core';
import type { Tx } from '@pitanga/database';
import { checkAmount, checkExpiresIn, noCode, type Charge } from '../charges/charge';
import { boletoNeedsPayer } from '../charges/charge-errors';
import { isSavedToken, type SavedCard } from '../cards/card';
import { hasNumbers } from '../charges/boleto-numbers';
import type { ChargeSplit } from '../charges/charge-split';
import type { ChargeUtms } from '../charges/charge-utms';
import { insertCharge } from '../charges/charge-writer';
import { boletoDueDate, checkDueDate, checkLateTerms } from '../charges/due-date';
import { madeUpCpf, madeUpName } from '../charges/made-up-payer';
import { checkInstallments } from '../checkouts/checkout';
import { checkedTaxId, type Customer, type CustomerInput } from '../customers/customer';
import type { Deps, ReadDeps, TxDeps } from '../deps';
import { cardForCharge } from '../managing/card-service';
import { requireCustomer } from '../managing/customer-service';
import { findSetup, type StoreSetup } from '../managing/store-setup';
import { findCompleteCustomer, findOrFillCustomer } from '../managing/update-customer';
import { chargeEvent } from '../messages/charge-events';
import type { BoletoFine } from '../money/late-fees';
import { firstBoletoPoll, firstPoll } from '../syncs/pix-sync';
import { schedulePixSync } from '../syncs/pix-sync-repository';
import { bacenPixName } from '../bacen-pix/bacen-pix-provider';
import { asaasName } from '../asaas/asaas-pix-provider';
import { scheduleAsaasSync, toAsaasReference } from '../syncs/asaas-sync-repository';
import { stripeName } from '../stripe/stripe-metadata';
import { scheduleBoletoSync } from '../syncs/stripe-sync-repository';
import { checkChargeSplits } from './check-splits';
import { newBoletoCharge, newCardCharge, newPixCharge, type ChargeTerms } from './new-charge';
import {
  boletoProvidersFor,
  cardProviderFor,
  checkProviderInstallments,
  pixProvidersFor,
  providerOfCard,
} from './provider-for';

/** The input of every transparent charge. */
export interface ChargeInput {
  readonly amountCents: Cents;
  readonly description: string | undefined;
  readonly externalId: string | undefined;
  /** Found by tax id or created. */
  readonly customer: CustomerInput | undefined;
  readonly customerId: string | undefined;
  readonly metadataJson: string;
  /** What of it goes to sub-accounts. */
  readonly splits?: readonly ChargeSplit[] | undefined;
  readonly utms?: ChargeUtms | undefined;
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
  const setup = await findSetup(deps, tenant);
  await checkChargeSplits(deps, tenant, setup, input, 'PIX');
  const takers = pixProvidersFor(setup, tenant, input.ensureSameTaxId, payer.taxId);
  const expiresAt = new Date(deps.clock.now(tenant).getTime() + input.expiresInSeconds * 1_000);
  const terms = { ...toTerms(input, known), expiresAt, ensureSameTaxId: input.ensureSameTaxId };
  const { name, taxId } = payer;
  const debtor = name === undefined || taxId === undefined ? undefined : { name, taxId };
  const charge = await newPixCharge(deps, tenant, takers, setup.settings, terms, debtor);
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
  const setup = await findSetup(deps, tenant);
  await checkChargeSplits(deps, tenant, setup, input, 'BOLETO');
  const takers = boletoProvidersFor(setup, tenant);
  const { name, taxId, ...contact } = toPayer(input, known);
  const isMadeUp = tenant.devMode && input.customer === undefined && input.customerId === undefined;
  if (!isMadeUp && (name === undefined || taxId === undefined)) throw boletoNeedsPayer();
  const { dueDate, expiresAt } = boletoDueDate(input.dueDate, now);
  const { interestBasisPoints, fine } = input;
  const payer = { name: name ?? madeUpName, taxId: taxId ?? madeUpCpf(deps.ids.token(8)), ...contact };
  const terms = { ...toTerms(input, known), expiresAt };
  const conditions = { dueDate, interestBasisPoints, fine, payer };
  const charge = await newBoletoCharge(deps, tenant, takers, setup.settings, terms, conditions);
  return prepared(deps, tenant, charge, known, input.customer);
}

/** A customer who is there and lacks nothing is not a new one. */
async function prepared(
  deps: ReadDeps,
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
export async function writeCharge(tx: TxDeps, tenant: Tenant, prepared: PreparedCharge): Promise<Charge> {
  const { charge, newCustomer } = prepared;
  if (newCustomer === undefined) return storeCharge(tx, tenant, charge, prepared.customer);

  const customer = await findOrFillCustomer(tx, tenant, newCustomer);
  return storeCharge(tx, tenant, { ...charge, customerId: customer.id }, customer);
}

/** The same where one statement is all; undefined, with nothing written, where more is. */
export async function writeChargeAlone(
  deps: ReadDeps,
  tenant: Tenant,
  { charge, customer, newCustomer }: PreparedCharge,
): Promise<Charge | undefined> {
  if (newCustomer !== undefined || firstPolls(tenant, charge)) return undefined;
  await insertNewCharge(deps, tenant, charge, customer);
  return charge;
}

/** A card charge that was written and not sent. */
export interface BegunCardCharge {
  readonly charge: Charge;
  readonly card: SavedCard;
}

/** Records the intent to charge a card and consumes its token; the charge is PENDING. */
export async function beginCardCharge(
  tx: TxDeps,
  tenant: Tenant,
  setup: StoreSetup,
  input: CardChargeInput,
): Promise<BegunCardCharge> {
  const begun = await recordCardCharge(tx, tenant, setup, input, (named) => findOrFillCustomer(tx, tenant, named));
  if (!begun) throw new Error('a customer who is found or created is there');
  return begun;
}

/**
 * The same where the charge is all that is written: a saved card, and no customer who is new or lacks something.
 * @returns undefined, with nothing done, where more is
 */
export async function beginCardChargeAlone(
  deps: ReadDeps,
  tenant: Tenant,
  setup: StoreSetup,
  input: CardChargeInput,
): Promise<BegunCardCharge | undefined> {
  if (!isSavedToken(input.token)) return undefined;
  return recordCardCharge(deps, tenant, setup, input, (named) => findCompleteCustomer(deps, tenant, named));
}

async function recordCardCharge(
  deps: ReadDeps,
  tenant: Tenant,
  setup: StoreSetup,
  input: CardChargeInput,
  findCustomer: (named: CustomerInput) => Promise<Customer | undefined>,
): Promise<BegunCardCharge | undefined> {
  checkAmount(input.amountCents);
  checkInstallments(input.installmentCount, input.amountCents, 'installmentCount');
  const known = await findKnownCustomer(deps, tenant, input);
  cardProviderFor(setup, tenant);
  const card = await cardForCharge(deps, tenant, input.token);
  const provider = providerOfCard(setup, tenant, card);
  checkProviderInstallments(provider, input.installmentCount, 'installmentCount');
  const { id: cardId, brand, lastFour, wallet } = card;
  const customer = input.customer ? await findCustomer(input.customer) : known;
  if (input.customer && !customer) return undefined;
  const details = { cardId, brand, lastFour, installmentCount: input.installmentCount, wallet };
  const charge = newCardCharge(deps, tenant, provider.name, setup.settings, toTerms(input, customer), details);
  const begun = { ...charge, returnUrl: input.returnUrl };
  // No bank is polled for a card.
  await insertNewCharge(deps, tenant, begun, customer);
  return { charge: begun, card };
}

/** Inserts a new charge with its event and its first poll, so that the bank is asked even if it never calls back. */
export async function storeCharge(
  tx: TxDeps,
  tenant: Tenant,
  charge: Charge,
  customer: Customer | undefined,
): Promise<Charge> {
  await insertNewCharge(tx, tenant, charge, customer);
  await firstPolls(tenant, charge)?.(tx.db);
  return charge;
}

/** One statement. */
function insertNewCharge(
  deps: ReadDeps,
  tenant: Tenant,
  charge: Charge,
  customer: Customer | undefined,
): Promise<void> {
  const created = chargeEvent('charge.created', deps, tenant, charge, customer);
  return insertCharge(deps.db, tenant, charge, created, deps.clock.real());
}

/** Schedules the first poll of a charge; undefined for one that is not polled. */
function firstPolls(tenant: Tenant, charge: Charge): ((tx: Tx) => Promise<void>) | undefined {
  if (tenant.devMode) return undefined;
  const { pix, boleto } = charge;
  const asaasReference = charge.provider === asaasName ? toAsaasReference(charge) : undefined;
  if (asaasReference !== undefined) return (tx) => scheduleAsaasSync(tx, tenant, asaasReference, charge);
  if (charge.method === 'PIX' && pix && pix.brCode !== noCode) {
    return (tx) => schedulePixSync(tx, tenant, pix.txid, firstPoll(charge));
  }
  if (charge.provider === bacenPixName && boleto) {
    return (tx) => schedulePixSync(tx, tenant, charge.id, firstBoletoPoll(charge, hasNumbers(boleto)));
  }
  const reference = charge.provider === stripeName ? boleto?.reference : undefined;
  return reference === undefined ? undefined : (tx) => scheduleBoletoSync(tx, tenant, reference, charge);
}

async function findKnownCustomer(deps: ReadDeps, tenant: Tenant, input: ChargeInput): Promise<Customer | undefined> {
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
    splits: input.splits,
    utms: input.utms,
  };
}
