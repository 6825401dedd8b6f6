import type { ApiRecord } from '../../api/records';
import { centavosMax } from '../../format/money';

/** The largest charge of the API, in centavos. */
const chargeMax = 9_999_999_999;

/** Centavos of units at a price, exact; undefined when it is more than a charge may be. */
export function usageAmount(units: number | undefined, unitPrice: number | undefined): number | undefined {
  if (units === undefined || unitPrice === undefined) return undefined;
  const amount = BigInt(units) * BigInt(unitPrice);
  return amount <= BigInt(chargeMax) ? Number(amount) : undefined;
}

export interface PlanPreview {
  /** Price × quantity of the new plan, plus usage so far; before coupons. */
  readonly amount: number;
  readonly usage: number;
  /** Whose discount the API takes off what is shown. */
  readonly coupons: readonly string[];
  readonly dueAt: string | null;
  readonly hasNewCycle: boolean;
}

interface Plan {
  readonly price: number;
  readonly cycle: string | null;
}

/** What the next charge would be with another plan; undefined for an amount that no charge can have. */
export function planPreview(
  plan: Plan,
  quantity: number,
  upcoming: Pick<ApiRecord<'UpcomingCharge'>, 'next'> | undefined,
  { coupons, frequency }: Pick<ApiRecord<'Subscription'>, 'coupons' | 'frequency'>,
): PlanPreview | undefined {
  const next = upcoming?.next ?? null;
  const usage = next?.usageAmount ?? 0;
  const amount = BigInt(plan.price) * BigInt(quantity) + BigInt(usage) + BigInt(next?.carriedIn ?? 0);
  if (amount > BigInt(centavosMax)) return undefined;
  return {
    amount: Number(amount),
    usage,
    coupons,
    dueAt: next?.dueAt ?? null,
    hasNewCycle: plan.cycle !== frequency.cycle,
  };
}
