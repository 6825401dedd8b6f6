import { toWire, type PlanChange as PlanChangeMessage } from '@pitanga/contracts';
import type { Tenant } from '@pitanga/core';
import { planAmount, type PlanChange } from './plan-change';

export function planChangeToWire(tenant: Tenant, change: PlanChange): PlanChangeMessage {
  return {
    id: change.id,
    devMode: tenant.devMode,
    subscriptionId: change.subscriptionId,
    status: toWire('PLAN_CHANGE_STATUS', change.status),
    productId: change.productId,
    quantity: change.quantity,
    newAmountCents: planAmount(change),
    cycle: change.cycle,
    requestedAt: change.requestedAt,
    updatedAt: change.updatedAt,
  };
}
