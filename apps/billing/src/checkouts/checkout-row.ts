import { toTenant, type Owned, type Tenant } from '@pitanga/core';
import {
  bigint,
  boolean,
  cents,
  date,
  int,
  json,
  jsonb,
  optional,
  table,
  text,
  texts,
  timestamp,
  type Row,
  type Values,
} from '@pitanga/database';
import { refundedAmount } from '../charges/charge-row';
import type { ChargeSplit } from '../charges/charge-split';
import type { PaymentMethod } from '../money/fees';
import type { BoletoFine } from '../money/late-fees';
import type { Wallet } from '../money/wallets';
import type { AcceptedCoupon, Checkout, CheckoutItem } from './checkout';
import type { CheckoutFrequency, CheckoutStatus } from './checkout-status';

/** By the keys of {@link Checkout}. */
const plainColumns = {
  id: text('id'),
  devMode: boolean('dev_mode'),
  externalId: optional(text('external_id')),
  isExternalIdLabel: boolean('external_id_is_label'),
  frequency: text<CheckoutFrequency>('frequency'),
  status: text<CheckoutStatus>('status'),
  amountCents: cents('amount_cents'),
  paidAmountCents: optional(cents('paid_amount_cents')),
  refundedCents: cents('refunded_cents'),
  platformFeeCents: cents('platform_fee_cents'),
  items: jsonb<readonly CheckoutItem[]>('items'),
  methods: texts<PaymentMethod>('methods'),
  wallets: texts<Wallet>('wallets'),
  coupons: texts('coupons'),
  acceptedCoupons: jsonb<readonly AcceptedCoupon[]>('accepted_coupons'),
  allowCoupons: boolean('allow_coupons'),
  couponsUsed: texts('coupons_used'),
  discountCents: cents('discount_cents'),
  interestBasisPoints: optional(int('interest_basis_points')),
  customerId: optional(text('customer_id')),
  requestedCustomerId: optional(text('requested_customer_id')),
  returnUrl: optional(text('return_url')),
  completionUrl: optional(text('completion_url')),
  dueDate: optional(date('due_date')),
  maxInstallments: int('max_installments'),
  passesFees: boolean('passes_fees'),
  splits: optional(jsonb<readonly ChargeSplit[]>('splits')),
  upsellProductId: optional(text('upsell_product_id')),
  installmentsCount: optional(int('installments_count')),
  skipCustomer: boolean('skip_customer'),
  skipReview: boolean('skip_review'),
  metadataJson: json('metadata'),
  expiresAt: optional(timestamp('expires_at')),
  paidChargeId: optional(text('paid_charge_id')),
  trialDays: optional(int('trial_days')),
  isAuthorizationOptional: boolean('is_authorization_optional'),
  createdAt: timestamp('created_at'),
  updatedAt: timestamp('updated_at'),
};

/** The fine, the retry policy and the cycle: objects in {@link Checkout}. */
const detailColumns = {
  fineKind: optional(text<BoletoFine['kind']>('fine_kind')),
  fineValue: optional(bigint('fine_value')),
  maxRetry: optional(int('max_retry')),
  retryEveryDays: optional(int('retry_every_days')),
  subscriptionId: optional(text('subscription_id')),
  cycleNumber: optional(int('cycle_number')),
};

export const checkouts = table('checkouts', { storeId: text('store_id'), ...plainColumns, ...detailColumns });

const plain = table('checkouts', plainColumns);
const details = table('checkouts', detailColumns);
const owner = checkouts.pick('storeId', 'devMode');
type Details = Values<typeof details>;

export function rowToCheckout(row: Row): Checkout {
  const values = plain.fromRow(row);
  const detail = details.fromRow(row);
  return {
    ...values,
    refundedCents: refundedAmount(values),
    fine: toFine(detail),
    retryPolicy: toRetryPolicy(detail),
    cycleOf: toCycle(detail),
  };
}

/** For queries across tenants. */
export function rowToOwnedCheckout(row: Row): Owned<{ readonly checkout: Checkout }> {
  const { storeId, devMode } = owner.fromRow(row);
  return { tenant: toTenant(storeId, devMode), checkout: rowToCheckout(row) };
}

export function checkoutToRow({ storeId }: Tenant, checkout: Checkout): Row {
  const { fine, retryPolicy, cycleOf } = checkout;
  return checkouts.toRow({
    ...checkout,
    storeId,
    fineKind: fine?.kind,
    fineValue: fine?.value,
    maxRetry: retryPolicy?.maxRetry,
    retryEveryDays: retryPolicy?.retryEveryDays,
    subscriptionId: cycleOf?.subscriptionId,
    cycleNumber: cycleOf?.number,
  });
}

function toFine({ fineKind: kind, fineValue: value }: Details): Checkout['fine'] {
  return kind === undefined || value === undefined ? undefined : { kind, value };
}

function toRetryPolicy({ maxRetry, retryEveryDays }: Details): Checkout['retryPolicy'] {
  return maxRetry === undefined || retryEveryDays === undefined ? undefined : { maxRetry, retryEveryDays };
}

function toCycle({ subscriptionId, cycleNumber: number }: Details): Checkout['cycleOf'] {
  return subscriptionId === undefined || number === undefined ? undefined : { subscriptionId, number };
}
