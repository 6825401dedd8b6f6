import type {
  Charge,
  Checkout,
  Coupon,
  CreateBoletoChargeRequest,
  CreateCardChargeRequest,
  CreateCheckoutRequest,
  CreateCouponRequest,
  SimulateCheckoutPaymentRequest,
  SimulateCheckoutPaymentResponse,
} from '@pitanga/contracts';
import type { Tenant } from '@pitanga/core';
import { testIds } from '@pitanga/testing';
import { aCheckout, aProduct, call, type Billing } from './billing-harness';

export const declinedCard = '4000000000000002';
/** Declined for want of funds. */
export const poorCard = '4000000000009995';
/** Tokenised, then declined by every charge. */
export const softlyDeclinedCard = '4000000000000341';

export const percentFine = { kind: 'FINE_KIND_PERCENTAGE' as const, value: 200 };

/** One PIX or CARD checkout of one product of this price. */
export async function openCheckout(
  billing: Billing,
  tenant: Tenant,
  priceCents: number,
  overrides: Partial<CreateCheckoutRequest> = {},
): Promise<Checkout> {
  const request = aCheckout(tenant, [await aProduct(billing, tenant, priceCents)], overrides);
  const { checkout } = await billing.checkouts.createCheckout(request, call());
  if (!checkout) throw new Error('no checkout');
  return checkout;
}

export function pay(
  billing: Billing,
  tenant: Tenant,
  id: string,
  overrides: Partial<SimulateCheckoutPaymentRequest> = {},
  key?: string,
): Promise<SimulateCheckoutPaymentResponse> {
  const request = {
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
  return billing.checkouts.simulateCheckoutPayment(request, call(key));
}

/** A coupon of 10% without a limit. */
export async function aCoupon(
  billing: Billing,
  tenant: Tenant,
  overrides: Partial<CreateCouponRequest> = {},
): Promise<string> {
  const content = { discountKind: 'DISCOUNT_KIND_PERCENTAGE' as const, discount: 1_000, notes: undefined };
  const request = {
    tenant,
    code: testIds.token(10),
    ...content,
    maxRedeems: undefined,
    startsAt: undefined,
    expiresAt: undefined,
    duration: 'COUPON_DURATION_FOREVER' as const,
    durationInCycles: undefined,
    metadataJson: '',
    ...overrides,
  };
  await billing.coupons.createCoupon(request, call());
  return request.code;
}

export async function couponOf(billing: Billing, tenant: Tenant, code: string): Promise<Coupon> {
  const { coupon } = await billing.coupons.getCoupon({ tenant, code, status: undefined }, call());
  if (!coupon) throw new Error('no coupon');
  return coupon;
}

export function aBoletoCharge(
  tenant: Tenant,
  overrides: Partial<CreateBoletoChargeRequest> = {},
): CreateBoletoChargeRequest {
  return {
    tenant,
    amountCents: 10_000,
    description: undefined,
    externalId: undefined,
    customer: undefined,
    customerId: undefined,
    metadataJson: '{}',
    dueDate: undefined,
    interestBasisPoints: undefined,
    fine: undefined,
    splits: [],
    ...overrides,
  };
}

/** A card token as a browser creates it, by default of the approved test card. */
export async function aCardToken(billing: Billing, tenant: Tenant, number = '4242424242424242'): Promise<string> {
  const card = { number, expMonth: 12, expYear: 2036, cvv: '123', holderName: 'ANA SOUZA' };
  return (await billing.cards.createCardToken({ tenant, ...card }, call())).id;
}

export function aCardCharge(
  tenant: Tenant,
  token: string,
  overrides: Partial<CreateCardChargeRequest> = {},
): CreateCardChargeRequest {
  return {
    tenant,
    amountCents: 10_000,
    description: undefined,
    externalId: undefined,
    customer: undefined,
    customerId: undefined,
    metadataJson: '{}',
    installmentCount: 1,
    token,
    splits: [],
    ...overrides,
  };
}

export function the({ charge }: { readonly charge?: Charge | undefined }): Charge {
  if (!charge) throw new Error('no charge');
  return charge;
}

export const createBoletoCharge = async (
  billing: Billing,
  tenant: Tenant,
  overrides: Partial<CreateBoletoChargeRequest> = {},
  key?: string,
): Promise<Charge> => the(await billing.charges.createBoletoCharge(aBoletoCharge(tenant, overrides), call(key)));

export const createCardCharge = async (
  billing: Billing,
  tenant: Tenant,
  token: string,
  overrides: Partial<CreateCardChargeRequest> = {},
  key?: string,
): Promise<Charge> => the(await billing.charges.createCardCharge(aCardCharge(tenant, token, overrides), call(key)));

export const getCharge = async ({ charges }: Billing, tenant: Tenant, id: string): Promise<Charge> =>
  the(await charges.getCharge({ tenant, id }, call()));
