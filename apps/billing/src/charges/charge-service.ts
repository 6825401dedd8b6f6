import { invalidArgument, providerNotConfigured, type Cents, type Tenant } from '@pitanga/core';
import { inTransaction } from '@pitanga/database';
import type { Customer, CustomerInput } from '../customers/customer';
import { findCustomersById } from '../customers/customer-queries';
import { findOrCreateCustomer, requireCustomer } from '../customers/customer-service';
import type { Deps } from '../deps';
import type { PaymentProvider } from '../provider/payment-provider';
import { simulatedEndToEndId } from '../provider/simulated-provider';
import { checkAmount, checkExpiresIn, type Charge } from './charge';
import { chargeNotFound, sameTaxIdNeedsCustomer, sameTaxIdUnsupported, simulationInProduction } from './charge-errors';
import { chargeEvent } from './charge-events';
import { findCharge, resolveCharge } from './charge-queries';
import { insertCharge } from './charge-repository';
import { confirmPayment } from './confirm-payment';
import { simulatedPayer, type SimulatedPayer } from './made-up-payer';
import { newPixCharge } from './new-pix-charge';

export interface PixChargeInput {
  readonly amountCents: Cents;
  readonly description: string | undefined;
  readonly expiresInSeconds: number;
  readonly externalId: string | undefined;
  /** Found by tax id or created. */
  readonly customer: CustomerInput | undefined;
  readonly customerId: string | undefined;
  readonly metadataJson: string;
  readonly ensureSameTaxId: boolean;
}

/** Creates a transparent Pix charge. Nothing is written before every refusal has had its chance. */
export async function createPixCharge(deps: Deps, tenant: Tenant, input: PixChargeInput): Promise<Charge> {
  checkAmount(input.amountCents);
  checkExpiresIn(input.expiresInSeconds);
  if (input.customer !== undefined && input.customerId !== undefined) {
    throw invalidArgument("Properties 'customer' and 'customerId' cannot be used together");
  }
  const known =
    input.customerId === undefined ? undefined : await requireCustomer(deps, tenant, { id: input.customerId });
  const provider = pixProviderFor(deps, tenant, input.ensureSameTaxId, input.customer?.taxId ?? known?.taxId);
  const settings = await deps.settings.of(deps.db, tenant);
  const charge = await newPixCharge(deps, tenant, provider, settings, {
    amountCents: input.amountCents,
    checkoutId: undefined,
    customerId: known?.id,
    description: input.description,
    ensureSameTaxId: input.ensureSameTaxId,
    expiresAt: new Date(deps.clock.now(tenant).getTime() + input.expiresInSeconds * 1_000),
    externalId: input.externalId,
    metadataJson: input.metadataJson,
    origin: 'TRANSPARENT',
  });
  const given = input.customer;
  // Without a customer to write, the one statement of the charge needs no transaction around it.
  if (given === undefined) return storeCharge(deps, tenant, charge, known);
  return inTransaction(deps.db, async (db) => {
    const customer = await findOrCreateCustomer({ ...deps, db }, tenant, given);
    return storeCharge({ ...deps, db }, tenant, { ...charge, customerId: customer.id }, customer);
  });
}

/** Inserts a new charge with its fact. */
export async function storeCharge(
  deps: Deps,
  tenant: Tenant,
  charge: Charge,
  customer: Customer | undefined,
): Promise<Charge> {
  const created = chargeEvent('charge.created', deps, tenant, charge, customer);
  await insertCharge(deps.db, tenant, charge, created, deps.clock.real());
  return charge;
}

/**
 * The tenant's Pix provider. Both refusals of ensureSameTaxId come before any other provider error, in every
 * environment (decisions, 10): without a provider nobody can promise it either.
 */
export function pixProviderFor(
  deps: Deps,
  tenant: Tenant,
  ensureSameTaxId: boolean,
  taxId: string | undefined,
): PaymentProvider {
  const provider = deps.providerOf(tenant);
  if (ensureSameTaxId) {
    if (taxId === undefined) throw sameTaxIdNeedsCustomer();
    if (!provider?.canEnsureSameTaxId) throw sameTaxIdUnsupported();
  }
  if (!provider) throw providerNotConfigured('PIX');
  return provider;
}

/** A transparent charge; one of a checkout, of another tenant or of another kind is absent. */
export async function getTransparentCharge(deps: Deps, tenant: Tenant, id: string): Promise<Charge> {
  const charge = await findCharge(deps.db, tenant, id);
  if (charge?.origin !== 'TRANSPARENT') throw chargeNotFound();
  return charge;
}

export interface ChargeSimulation {
  readonly id: string;
  readonly payer: SimulatedPayer | undefined;
  /** Replaces the charge's metadata when given. */
  readonly metadataJson: string | undefined;
}

/** Dev mode: pays a transparent charge as its payer's bank would. */
export async function simulateChargePayment(deps: Deps, tenant: Tenant, input: ChargeSimulation): Promise<Charge> {
  if (!tenant.devMode) throw simulationInProduction();
  const charge = await getTransparentCharge(deps, tenant, input.id);
  return payBySimulation(deps, tenant, charge, input.payer, input.metadataJson);
}

/** Makes up the provider's notice for a charge and confirms it the way a real one is confirmed. */
export async function payBySimulation(
  deps: Deps,
  tenant: Tenant,
  charge: Charge,
  named: SimulatedPayer | undefined,
  metadataJson?: string,
): Promise<Charge> {
  const customer =
    charge.customerId === undefined
      ? undefined
      : (await findCustomersById(deps.db, tenant, deps.sealer, [charge.customerId])).get(charge.customerId);
  return confirmPayment(deps, tenant, {
    chargeId: charge.id,
    amountCents: charge.amountCents,
    endToEndId: simulatedEndToEndId(deps.ids, deps.clock.now(tenant)),
    payer: simulatedPayer(named, customer, charge.id),
    metadataJson,
  });
}

/** What the public receipt page shows: the charge, its tenant and the merchant's name. */
export async function resolveChargeForReceipt(
  deps: Deps,
  id: string,
): Promise<{ readonly tenant: Tenant; readonly charge: Charge; readonly merchantName: string }> {
  const found = await resolveCharge(deps.db, id);
  if (!found) throw chargeNotFound();
  const { merchantName } = await deps.settings.of(deps.db, found.tenant);
  return { ...found, merchantName };
}
