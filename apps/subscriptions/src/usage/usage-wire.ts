import { toWire, type UsageRecord as UsageRecordMessage } from '@pitanga/contracts';
import type { Tenant } from '@pitanga/core';
import type { UsageRecord } from './usage-record';

export function usageToWire(tenant: Tenant, record: UsageRecord): UsageRecordMessage {
  return {
    id: record.id,
    devMode: tenant.devMode,
    subscriptionId: record.subscriptionId,
    productId: record.productId,
    units: record.units,
    unitPriceCents: record.unitPriceCents,
    amountCents: record.amountCents,
    action: toWire('USAGE_ACTION', record.action),
    installmentNumber: record.installmentNumber,
    recordedAt: record.recordedAt,
  };
}
