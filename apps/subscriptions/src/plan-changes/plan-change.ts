import { cents, type Cents } from '@pitanga/core';
import { amountMax, amountMin, type Plan } from '../subscriptions/subscription';
import { planAmountOutOfRange } from './plan-change-errors';

export type PlanChangeStatus = 'PENDING' | 'APPLIED' | 'CANCELLED';

/** A change of product or quantity with the next cycle. */
export interface PlanChange extends Plan {
  /** subu_… */
  readonly id: string;
  readonly subscriptionId: string;
  readonly status: PlanChangeStatus;
  readonly requestedAt: Date;
  readonly updatedAt: Date;
}

/** Price × quantity of a plan; @throws AppError INVALID_ARGUMENT for less than R$ 1,00 or more than a charge may have. */
export function planAmount({ unitPriceCents, quantity }: Pick<Plan, 'unitPriceCents' | 'quantity'>): Cents {
  const amount = unitPriceCents * quantity;
  if (amount < amountMin || amount > amountMax) throw planAmountOutOfRange();
  return cents(amount);
}
