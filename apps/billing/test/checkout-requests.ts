import type {
  Checkout,
  CreateCheckoutRequest,
  GetCheckoutResponse,
  SimulateCheckoutPaymentRequest,
  SimulateCheckoutPaymentResponse,
} from '@pitanga/contracts';
import type { Tenant } from '@pitanga/core';
import { aCheckout, call, type Billing } from './billing-harness';

export const checkoutNotFound = { kind: 'NOT_FOUND', message: 'Cobrança não encontrada.' };

export async function createCheckout(
  { checkouts }: Billing,
  tenant: Tenant,
  products: string[],
  overrides: Partial<CreateCheckoutRequest> = {},
): Promise<Checkout> {
  const { checkout } = await checkouts.createCheckout(aCheckout(tenant, products, overrides), call());
  if (!checkout) throw new Error('no checkout');
  return checkout;
}

export const noCheckoutKeys = { id: undefined, externalId: undefined, customerId: undefined };

export function getCheckout({ checkouts }: Billing, tenant: Tenant, keys: object): Promise<GetCheckoutResponse> {
  return checkouts.getCheckout({ tenant, ...noCheckoutKeys, ...keys }, call());
}

export function simulateCheckout(
  { checkouts }: Billing,
  tenant: Tenant,
  id: string,
  overrides: Partial<SimulateCheckoutPaymentRequest> = {},
): Promise<SimulateCheckoutPaymentResponse> {
  const request = {
    tenant,
    id,
    method: undefined,
    payer: undefined,
    coupons: [],
    cardNumber: undefined,
    installmentCount: 0,
    amountCents: undefined,
    late: false,
    ...overrides,
  };
  return checkouts.simulateCheckoutPayment(request, call());
}
