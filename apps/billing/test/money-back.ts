import type {
  Charge,
  Checkout,
  CreateBoletoChargeRequest,
  CreateRefundRequest,
  Refund,
  SimulateChargePaymentRequest,
  SimulateCheckoutPaymentRequest,
} from '@pitanga/contracts';
import type { Tenant } from '@pitanga/core';
import { advanceDueRefunds } from '../src/jobs/advance-refunds';
import type { Providers } from '../src/provider/providers';
import {
  aCheckout,
  aCustomer,
  aPixCharge,
  aProduct,
  call,
  firstPage,
  readEvents,
  type Billing,
} from './billing-harness';

export async function aPix(billing: Billing, tenant: Tenant, amountCents = 12_300): Promise<Charge> {
  return required((await billing.charges.createPixCharge(aPixCharge(tenant, { amountCents }), call())).charge);
}

export async function aPaidPix(billing: Billing, tenant: Tenant, amountCents = 12_300): Promise<Charge> {
  return simulate(billing, tenant, (await aPix(billing, tenant, amountCents)).id);
}

export async function aBoleto(
  billing: Billing,
  tenant: Tenant,
  overrides: Partial<CreateBoletoChargeRequest> = {},
): Promise<Charge> {
  const request: CreateBoletoChargeRequest = {
    tenant,
    amountCents: 12_300,
    description: undefined,
    externalId: undefined,
    customer: aCustomer({ email: 'ana@example.com' }),
    customerId: undefined,
    metadataJson: '{}',
    dueDate: undefined,
    interestBasisPoints: undefined,
    fine: undefined,
    splits: [],
    ...overrides,
  };
  return required((await billing.charges.createBoletoCharge(request, call())).charge);
}

export async function aPaidBoleto(
  billing: Billing,
  tenant: Tenant,
  overrides: Partial<CreateBoletoChargeRequest> = {},
): Promise<Charge> {
  return simulate(billing, tenant, (await aBoleto(billing, tenant, overrides)).id);
}

export async function aPaidCard(
  billing: Billing,
  tenant: Tenant,
  number = '4242424242424242',
  amountCents = 12_300,
): Promise<Charge> {
  const expYear = billing.clock.real().getUTCFullYear() + 5;
  const card = { tenant, number, expMonth: 12, expYear, cvv: '123', holderName: 'ANA SOUZA' };
  const { id: token } = await billing.cards.createCardToken(card, call());
  const { externalId, customer, customerId, description, metadataJson } = aPixCharge(tenant);
  const terms = { tenant, amountCents, externalId, customer, customerId, description, metadataJson, splits: [] };
  return required((await billing.charges.createCardCharge({ ...terms, installmentCount: 1, token }, call())).charge);
}

/** Pays a transparent charge as the simulator does. */
export async function simulate(
  billing: Billing,
  tenant: Tenant,
  id: string,
  overrides: Partial<SimulateChargePaymentRequest> = {},
): Promise<Charge> {
  const defaults = { payer: undefined, metadataJson: undefined, amountCents: undefined, late: false };
  return required(
    (await billing.charges.simulateChargePayment({ tenant, id, ...defaults, ...overrides }, call())).charge,
  );
}

/** A checkout or link of one product, not yet paid. */
export async function anOpenCheckout(
  billing: Billing,
  tenant: Tenant,
  kind: 'ONE_TIME' | 'MULTIPLE_PAYMENTS' = 'ONE_TIME',
  priceCents = 12_300,
): Promise<string> {
  const product = await aProduct(billing, tenant, priceCents);
  const request = aCheckout(tenant, [product], { frequency: `CHECKOUT_FREQUENCY_${kind}` });
  return required((await billing.checkouts.createCheckout(request, call())).checkout).id;
}

/** Pays a checkout or link; returns the id of the charge, which is newer than any before. */
export async function simulateCheckout(
  billing: Billing,
  tenant: Tenant,
  id: string,
  overrides: Partial<SimulateCheckoutPaymentRequest> = {},
): Promise<string> {
  const request: SimulateCheckoutPaymentRequest = {
    tenant,
    id,
    method: undefined,
    payer: undefined,
    frequency: undefined,
    coupons: [],
    cardNumber: undefined,
    installmentCount: 0,
    amountCents: undefined,
    late: false,
    ...overrides,
  };
  billing.clock.advance(1);
  return required((await billing.checkouts.simulateCheckoutPayment(request, call())).payments[0]).id;
}

/** A checkout or link with one payment. */
export async function aPaidCheckout(
  billing: Billing,
  tenant: Tenant,
  kind: 'ONE_TIME' | 'MULTIPLE_PAYMENTS' = 'ONE_TIME',
): Promise<{ readonly checkoutId: string; readonly chargeId: string }> {
  const checkoutId = await anOpenCheckout(billing, tenant, kind);
  return { checkoutId, chargeId: await simulateCheckout(billing, tenant, checkoutId) };
}

export async function readCheckout(billing: Billing, tenant: Tenant, id: string): Promise<Checkout> {
  const keys = { id, externalId: undefined, customerId: undefined };
  return required((await billing.checkouts.getCheckout({ tenant, ...keys }, call())).checkout);
}

/** Who asks, unless a test says otherwise. */
export const byPerson = { kind: 'ACTOR_KIND_USER', id: 'user_1', description: undefined } as const;

/** A refund request on the route of transparent charges. */
export function aRefund(tenant: Tenant, id: string, overrides: Partial<CreateRefundRequest> = {}): CreateRefundRequest {
  const origin = 'CHARGE_ORIGIN_TRANSPARENT' as const;
  return {
    tenant,
    id,
    reason: undefined,
    origin,
    pixKey: undefined,
    pixKeyType: undefined,
    amountCents: undefined,
    requestedBy: byPerson,
    isAlone: false,
    ...overrides,
  };
}

export async function refund(
  billing: Billing,
  tenant: Tenant,
  id: string,
  overrides: Partial<CreateRefundRequest> = {},
): Promise<Refund> {
  return required((await billing.refunds.createRefund(aRefund(tenant, id, overrides), call())).refund);
}

/** Sends the refunds that are due and passes the simulator's two seconds. */
export async function runRefunds(billing: Billing): Promise<void> {
  await advanceDueRefunds(billing.deps);
  billing.clock.advance(2_000);
  await advanceDueRefunds(billing.deps);
}

/** Refunds a part of a charge to its end; returns the id of the refund. */
export async function refundPart(
  billing: Billing,
  tenant: Tenant,
  id: string,
  amountCents: number,
  overrides: Partial<CreateRefundRequest> = {},
): Promise<string> {
  const { id: refundId } = await refund(billing, tenant, id, { amountCents, ...overrides });
  await runRefunds(billing);
  return refundId;
}

export async function readRefund(billing: Billing, tenant: Tenant, id: string): Promise<Refund> {
  return required((await billing.refunds.getRefund({ tenant, id }, call())).refund);
}

export async function chargeStatus(billing: Billing, id: string): Promise<string | undefined> {
  return (await billing.charges.resolveCharge({ id }, call())).charge?.status.replace('CHARGE_STATUS_', '');
}

/** The status of a charge and its refunded centavos. */
export async function refundedState(
  billing: Billing,
  id: string,
): Promise<readonly [string | undefined, number | undefined]> {
  const { charge } = await billing.charges.resolveCharge({ id }, call());
  return [charge?.status.replace('CHARGE_STATUS_', ''), charge?.refundedAmountCents];
}

/** The types of the store's events after a payment, oldest first. */
export async function moneyBackEvents(billing: Billing, tenant: Tenant): Promise<readonly string[]> {
  // A dispute has an event of its own beside that of its charge.
  const before = /^(customer|product|dispute)\.|\.(created|paid|cancelled|expired)$/;
  return (await readEvents(billing, tenant))
    .map(({ type }) => type)
    .filter((type) => type === 'refund.created' || !before.test(type));
}

export async function rowsOf(billing: Billing, table: string, tenant: Tenant): Promise<Record<string, unknown>[]> {
  return billing.db(table).where({ store_id: tenant.storeId }).select<Record<string, unknown>[]>('*');
}

/** The simulator with some calls replaced. */
export async function simulatorWith(
  billing: Billing,
  tenant: Tenant,
  replaced: Partial<NonNullable<Providers['pix']>>,
): Promise<Providers> {
  const providers = await billing.deps.findProviders(tenant);
  return { ...providers, pix: { ...required(providers.pix), ...replaced } };
}

export function required<T>(value: T | undefined): T {
  if (value === undefined) throw new Error('nothing there');
  return value;
}

/** An open dispute of a paid Pix. */
export async function aSimulatedDispute(
  billing: Billing,
  tenant: Tenant,
): Promise<{ readonly tenant: Tenant; readonly id: string; readonly chargeId: string }> {
  const { id: chargeId } = await aPaidPix(billing, tenant);
  await billing.charges.simulateDispute({ tenant, id: chargeId, outcome: 'DISPUTE_OUTCOME_OPENED' }, call());
  const { disputes } = await billing.disputes.listDisputes(
    { tenant, page: firstPage, chargeId, state: undefined },
    call(),
  );
  return { tenant, id: required(disputes[0]).id, chargeId };
}
