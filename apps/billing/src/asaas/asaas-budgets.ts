import type { Clock } from '@pitanga/core';
import type { Db } from '@pitanga/database';
import { createAsaasBudgets, type AsaasBudgets } from '@pitanga/provider-account';
import type { Log } from '@pitanga/runtime';
import type { AsaasMetrics } from './asaas-metrics';

interface BudgetDeps {
  readonly db: Db;
  readonly clock: Pick<Clock, 'real'>;
  readonly log: Log;
  readonly asaasMetrics: AsaasMetrics;
  readonly staleMs?: number;
}

/**
 * Of the 25,000 calls that Asaas allows an account, lists leave 15,000 and reads 7,000: for new payments and refunds, and for payouts,
 * which counts its own (docs/behaviour/providers.md#asaas-budget).
 */
const limits = { LIST: 10_000, FOLLOW: 18_000 };

export function createBillingBudgets({ asaasMetrics, ...deps }: BudgetDeps): AsaasBudgets {
  return createAsaasBudgets({ ...deps, limits, measured: asaasMetrics.counted });
}
