import { cents } from '@pitanga/core';
import type { PaymentMethod } from '../money/fees';
import type { BoletoFine } from '../money/late-fees';
import type { Checkout, CheckoutItem } from './checkout';
import type { CheckoutFrequency, CheckoutStatus } from './checkout-status';

export interface CheckoutRow {
  readonly id: string;
  readonly dev_mode: boolean;
  readonly external_id: string | null;
  readonly external_id_is_label: boolean;
  readonly frequency: CheckoutFrequency;
  readonly status: CheckoutStatus;
  readonly amount_cents: number;
  readonly paid_amount_cents: number | null;
  readonly refunded_cents: number;
  readonly platform_fee_cents: number;
  readonly items: readonly CheckoutItem[];
  readonly methods: readonly PaymentMethod[];
  readonly coupons: readonly string[];
  readonly allow_coupons: boolean;
  readonly coupons_used: readonly string[];
  readonly discount_cents: number;
  readonly interest_basis_points: number | null;
  readonly fine_kind: BoletoFine['kind'] | null;
  readonly fine_value: number | null;
  readonly customer_id: string | null;
  readonly requested_customer_id: string | null;
  readonly return_url: string | null;
  readonly completion_url: string | null;
  readonly due_date: string | null;
  readonly max_installments: number;
  readonly installments_count: number | null;
  readonly skip_customer: boolean;
  readonly skip_review: boolean;
  readonly metadata: string;
  readonly expires_at: Date | null;
  readonly paid_charge_id: string | null;
  readonly trial_days: number | null;
  readonly max_retry: number | null;
  readonly retry_every_days: number | null;
  readonly subscription_id: string | null;
  readonly cycle_number: number | null;
  readonly created_at: Date;
  readonly updated_at: Date;
}

export const checkoutColumns = [
  'id',
  'dev_mode',
  'external_id',
  'external_id_is_label',
  'frequency',
  'status',
  'amount_cents',
  'paid_amount_cents',
  'refunded_cents',
  'platform_fee_cents',
  'items',
  'methods',
  'coupons',
  'allow_coupons',
  'coupons_used',
  'discount_cents',
  'interest_basis_points',
  'fine_kind',
  'fine_value',
  'customer_id',
  'requested_customer_id',
  'return_url',
  'completion_url',
  'due_date',
  'max_installments',
  'installments_count',
  'skip_customer',
  'skip_review',
  'metadata',
  'expires_at',
  'paid_charge_id',
  'trial_days',
  'max_retry',
  'retry_every_days',
  'subscription_id',
  'cycle_number',
  'created_at',
  'updated_at',
] as const satisfies readonly (keyof CheckoutRow)[];

export function rowToCheckout(row: CheckoutRow): Checkout {
  return {
    id: row.id,
    devMode: row.dev_mode,
    externalId: row.external_id ?? undefined,
    isExternalIdLabel: row.external_id_is_label,
    frequency: row.frequency,
    status: row.status,
    amountCents: cents(row.amount_cents),
    paidAmountCents: row.paid_amount_cents === null ? undefined : cents(row.paid_amount_cents),
    // The version before this column refunded all at once, and wrote nothing but the status.
    refundedCents: cents(row.status === 'REFUNDED' ? (row.paid_amount_cents ?? 0) : row.refunded_cents),
    platformFeeCents: cents(row.platform_fee_cents),
    items: row.items,
    methods: row.methods,
    coupons: row.coupons,
    allowCoupons: row.allow_coupons,
    couponsUsed: row.coupons_used,
    discountCents: cents(row.discount_cents),
    interestBasisPoints: row.interest_basis_points ?? undefined,
    fine:
      row.fine_kind === null || row.fine_value === null ? undefined : { kind: row.fine_kind, value: row.fine_value },
    customerId: row.customer_id ?? undefined,
    requestedCustomerId: row.requested_customer_id ?? undefined,
    returnUrl: row.return_url ?? undefined,
    completionUrl: row.completion_url ?? undefined,
    dueDate: row.due_date ?? undefined,
    maxInstallments: row.max_installments,
    installmentsCount: row.installments_count ?? undefined,
    skipCustomer: row.skip_customer,
    skipReview: row.skip_review,
    metadataJson: row.metadata,
    expiresAt: row.expires_at ?? undefined,
    paidChargeId: row.paid_charge_id ?? undefined,
    trialDays: row.trial_days ?? undefined,
    retryPolicy: retryPolicyOf(row),
    cycleOf: cycleOf(row),
    createdAt: row.created_at,
    updatedAt: row.updated_at,
  };
}

function retryPolicyOf({
  max_retry: maxRetry,
  retry_every_days: retryEveryDays,
}: CheckoutRow): Checkout['retryPolicy'] {
  return maxRetry === null || retryEveryDays === null ? undefined : { maxRetry, retryEveryDays };
}

function cycleOf({ subscription_id: subscriptionId, cycle_number: number }: CheckoutRow): Checkout['cycleOf'] {
  return subscriptionId === null || number === null ? undefined : { subscriptionId, number };
}
