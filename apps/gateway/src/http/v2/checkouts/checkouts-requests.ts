import type {
  CreateCheckoutRequest,
  GetCheckoutRequest,
  ListCheckoutsRequest,
  SimulateCheckoutPaymentRequest,
} from '@pitanga/contracts';
import { invalidArgument, type Tenant } from '@pitanga/core';
import { isWallet } from '@pitanga/records';
import type { Static } from 'typebox';
import { wireFilter, wireLateTerms } from '../../fields/fields';
import { metadataJson } from '../../fields/metadata';
import { toSplits } from '../../fields/splits';
import { simulatedPayer } from '../../both-versions/customer-input';
import { pageRequest } from '../lists';
import type { CheckoutCreate, CheckoutGet, CheckoutList, CheckoutSimulate } from './checkouts-schemas';

/** Distinguishes checkouts, payment links and subscription checkouts, which billing keeps as one record. */
type Frequency =
  'CHECKOUT_FREQUENCY_ONE_TIME' | 'CHECKOUT_FREQUENCY_MULTIPLE_PAYMENTS' | 'CHECKOUT_FREQUENCY_SUBSCRIPTION';

type Terms = Static<typeof CheckoutCreate>;
type OwnTerms = 'card' | 'interest' | 'fine';

/** The terms of all kinds, with those that a kind may ignore. */
type SharedTerms = Omit<Terms, 'customerId' | 'customer' | 'dueDate' | 'upSellProductId' | OwnTerms> & {
  readonly [Name in OwnTerms]?: Terms[Name] | undefined;
};

export function createRequest(tenant: Tenant, frequency: Frequency, body: SharedTerms): CreateCheckoutRequest {
  return {
    tenant,
    items: body.items.map((item) => ({ product: item.id, quantity: item.quantity ?? 1 })),
    ...wireMethods(body.methods ?? []),
    frequency,
    externalId: body.externalId,
    returnUrl: body.returnUrl,
    completionUrl: body.completionUrl,
    skipCustomer: body.skip_customer ?? false,
    skipReview: body.skip_review ?? false,
    metadataJson: metadataJson(body.metadata),
    externalIdIsLabel: false,
    maxInstallments: body.card?.maxInstallments ?? 1,
    passesFees: body.card?.passFeesToCustomer ?? false,
    splits: toSplits(body.splits),
    coupons: body.coupons ?? [],
    allowCoupons: (body.coupons ?? []).length > 0,
    ...wireLateTerms(body),
  };
}

function wireMethods(names: NonNullable<Terms['methods']>): Pick<CreateCheckoutRequest, 'methods' | 'wallets'> {
  return {
    methods: names.filter((name) => !isWallet(name)).map((name) => `PAYMENT_METHOD_${name}` as const),
    wallets: names.filter(isWallet).map((name) => `WALLET_${name}` as const),
  };
}

/** @throws AppError INVALID_ARGUMENT without a key: any record would match. */
export function getRequest(
  tenant: Tenant,
  frequency: Frequency,
  query: Static<typeof CheckoutGet>,
): GetCheckoutRequest {
  const { id, externalId, customerId } = query;
  if (id === undefined && externalId === undefined && customerId === undefined) {
    throw invalidArgument('Send at least one of id, externalId or customerId');
  }
  return { tenant, id, externalId, customerId, frequency };
}

export function listRequest(
  tenant: Tenant,
  frequency: Frequency,
  query: Static<typeof CheckoutList>,
  now: Date,
): ListCheckoutsRequest {
  const { id, externalId, status, customerId, email, taxId, method, search } = query;
  return {
    tenant,
    page: pageRequest(query, now),
    frequencies: [frequency],
    id,
    externalId,
    status: wireFilter('CHECKOUT_STATUS', status),
    customerId,
    email,
    taxId,
    search: search === '' ? undefined : search,
    method: wireFilter('PAYMENT_METHOD', method),
  };
}

export function simulateRequest(
  tenant: Tenant,
  frequency: Frequency,
  id: string,
  body: Static<typeof CheckoutSimulate>,
): SimulateCheckoutPaymentRequest {
  const { method, payer, coupons = [], cardNumber, installmentCount = 1, amount, late = false } = body;
  return {
    tenant,
    id,
    frequency,
    method: method === undefined || isWallet(method) ? undefined : `PAYMENT_METHOD_${method}`,
    wallet: method !== undefined && isWallet(method) ? `WALLET_${method}` : undefined,
    payer: simulatedPayer(payer),
    coupons,
    cardNumber,
    installmentCount,
    amountCents: amount,
    late,
  };
}
