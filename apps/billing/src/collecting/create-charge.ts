import { invalidArgument, type Cents, type Tenant } from '@pitanga/core';
import { inTransaction, type Db } from '@pitanga/database';
import { checkAmount, checkExpiresIn, type Charge } from '../charges/charge';
import { boletoNeedsPayer } from '../charges/charge-errors';
import { insertCharge } from '../charges/charge-repository';
import { boletoDueDate, checkDueDate, checkLateTerms } from '../charges/due-date';
import { madeUpCpf, madeUpName } from '../charges/made-up-payer';
import { checkInstallments } from '../checkouts/checkout';
import { checkedTaxId, type Customer, type CustomerInput } from '../customers/customer';
import type { Deps } from '../deps';
import { cardForCharge } from '../managing/card-service';
import { requireCustomer } from '../managing/customer-service';
import { findOrFillCustomer } from '../managing/update-customer';
import { chargeEvent } from '../messages/charge-events';
import type { BoletoFine } from '../money/late-fees';
import { firstPoll } from '../pix-syncs/pix-sync';
import { schedulePixSync } from '../pix-syncs/pix-sync-repository';
import { newBoletoCharge, newCardCharge, newPixCharge, type ChargeTerms } from './new-charge';
import { boletoProviderFor, cardProviderFor, pixProviderFor } from './provider-for';

/** What every transparent charge is asked for with. */
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
}

/** A charge that its provider knows and we have not written yet. */
export interface PreparedCharge {
  readonly charge: Charge;
  readonly known: Customer | undefined;
  readonly given: CustomerInput | undefined;
}

/** A Pix charge up to its writing. Nothing is written before every refusal has had its chance. */
export async function preparePixCharge(deps: Deps, tenant: Tenant, input: PixChargeInput): Promise<PreparedCharge> {
  checkAmount(input.amountCents);
  checkExpiresIn(input.expiresInSeconds);
  const known = await knownCustomer(deps, tenant, input);
  const payer = payerOf(input, known);
  const provider = await pixProviderFor(deps, tenant, input.ensureSameTaxId, payer.taxId);
  const settings = await deps.settings.of(deps.db, tenant);
  const expiresAt = new Date(deps.clock.now(tenant).getTime() + input.expiresInSeconds * 1_000);
  const terms = { ...termsOf(input, known), expiresAt, ensureSameTaxId: input.ensureSameTaxId };
  const { name, taxId } = payer;
  const debtor = name === undefined || taxId === undefined ? undefined : { name, taxId };
  const charge = await newPixCharge(deps, tenant, provider, settings, terms, debtor);
  return { charge, known, given: input.customer };
}

/** A boleto up to its writing. It needs a payer's name and tax id; in dev mode one is made up where nobody is named. */
export async function prepareBoletoCharge(
  deps: Deps,
  tenant: Tenant,
  input: BoletoChargeInput,
): Promise<PreparedCharge> {
  checkAmount(input.amountCents);
  const now = deps.clock.now(tenant);
  checkDueDate(input.dueDate, ['BOLETO'], now);
  checkLateTerms(input);
  const known = await knownCustomer(deps, tenant, input);
  const provider = await boletoProviderFor(deps, tenant);
  const { name, taxId } = payerOf(input, known);
  const isMadeUp = tenant.devMode && input.customer === undefined && input.customerId === undefined;
  if (!isMadeUp && (name === undefined || taxId === undefined)) throw boletoNeedsPayer();
  const settings = await deps.settings.of(deps.db, tenant);
  const { dueDate, expiresAt } = boletoDueDate(input.dueDate, now);
  const { interestBasisPoints, fine } = input;
  const payer = { name: name ?? madeUpName, taxId: taxId ?? madeUpCpf(deps.ids.token(8)) };
  const terms = { ...termsOf(input, known), expiresAt };
  const conditions = { dueDate, interestBasisPoints, fine, payer };
  const charge = await newBoletoCharge(deps, tenant, provider, settings, terms, conditions);
  return { charge, known, given: input.customer };
}

/** Writes a prepared charge, with the customer it brings. */
export async function writeCharge(deps: Deps, tenant: Tenant, prepared: PreparedCharge): Promise<Charge> {
  const { charge, known, given } = prepared;
  // Without a customer to write, the one statement of the charge needs no transaction around it.
  if (given === undefined) return storeCharge(deps, tenant, charge, known);
  return inTransaction(deps.db, async (db) => {
    const customer = await findOrFillCustomer({ ...deps, db }, tenant, given);
    return storeCharge({ ...deps, db }, tenant, { ...charge, customerId: customer.id }, customer);
  });
}

/** Records the intent to charge a card and uses its token up, in the caller's transaction; answers the charge's id. */
export async function beginCardCharge(deps: Deps, tenant: Tenant, input: CardChargeInput): Promise<string> {
  checkAmount(input.amountCents);
  checkInstallments(input.installmentCount, input.amountCents, 'installmentCount');
  const known = await knownCustomer(deps, tenant, input);
  const provider = await cardProviderFor(deps, tenant);
  const settings = await deps.settings.of(deps.db, tenant);
  const { id: cardId, brand, lastFour } = await cardForCharge(deps, tenant, input.token);
  const given = input.customer;
  const customer = given ? await findOrFillCustomer(deps, tenant, given) : known;
  const card = { cardId, brand, lastFour, installmentCount: input.installmentCount };
  const charge = newCardCharge(deps, tenant, provider.name, settings, termsOf(input, customer), card);
  await storeCharge(deps, tenant, charge, customer);
  return charge.id;
}

/** Inserts a new charge with its fact. */
export async function storeCharge(
  deps: Deps,
  tenant: Tenant,
  charge: Charge,
  customer: Customer | undefined,
): Promise<Charge> {
  const created = chargeEvent('charge.created', deps, tenant, charge, customer);
  const insert = (db: Db): Promise<void> => insertCharge(db, tenant, charge, created, deps.clock.real());
  const txid = charge.method === 'PIX' && !tenant.devMode ? charge.pix?.txid : undefined;
  if (txid === undefined) {
    await insert(deps.db);
    return charge;
  }
  // A bank is asked about its charge even if it never calls: that is written with the charge.
  await inTransaction(deps.db, async (db) => {
    await insert(db);
    await schedulePixSync(db, tenant, txid, firstPoll(charge));
  });
  return charge;
}

async function knownCustomer(deps: Deps, tenant: Tenant, input: ChargeInput): Promise<Customer | undefined> {
  if (input.customer !== undefined && input.customerId !== undefined) {
    throw invalidArgument("Properties 'customer' and 'customerId' cannot be used together");
  }
  return input.customerId === undefined ? undefined : requireCustomer(deps, tenant, { id: input.customerId });
}

function payerOf({ customer }: ChargeInput, known: Customer | undefined) {
  const taxId = customer?.taxId === undefined ? known?.taxId : checkedTaxId(customer.taxId);
  return { name: customer?.name ?? known?.name, taxId };
}

function termsOf(input: ChargeInput, customer: Customer | undefined): Omit<ChargeTerms, 'expiresAt'> {
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
