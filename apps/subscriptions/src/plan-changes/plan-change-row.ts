import { cents } from '@pitanga/core';
import type { Cycle } from '../calendar/schedule';
import type { PlanChange, PlanChangeStatus } from './plan-change';

export interface PlanChangeRow {
  readonly id: string;
  readonly subscription_id: string;
  readonly status: PlanChangeStatus;
  readonly product_id: string;
  readonly quantity: number;
  readonly unit_price_cents: number;
  readonly cycle: Cycle;
  readonly requested_at: Date;
  readonly updated_at: Date;
}

export function rowToPlanChange(row: PlanChangeRow): PlanChange {
  return {
    id: row.id,
    subscriptionId: row.subscription_id,
    status: row.status,
    productId: row.product_id,
    quantity: row.quantity,
    unitPriceCents: cents(row.unit_price_cents),
    cycle: row.cycle,
    requestedAt: row.requested_at,
    updatedAt: row.updated_at,
  };
}
