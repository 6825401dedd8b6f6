import { toTenant } from '@pitanga/core';
import { boolean, int, optional, table, text, type Row } from '@pitanga/database';
import type { DeliveryStatus, FinishedDelivery } from './delivery';

const columns = table('deliveries', {
  id: text('id'),
  storeId: text('store_id'),
  devMode: boolean('dev_mode'),
  webhookId: text('webhook_id'),
  event: text('event'),
  status: text<DeliveryStatus>('status'),
  attempts: int('attempts'),
  lastStatusCode: optional(int('last_status_code')),
  lastErrorClass: optional(text('last_error_class')),
});

/** What a statement that changes `deliveries d` returns for {@link toFinished}. */
export const finishedSql = columns.selectSql('d').replace('d.attempts', 'd.attempts + d.manual_attempts as attempts');

/** The delivery if it has ended, as an array of one or none. */
export function toFinished(row: Row): FinishedDelivery[] {
  const { storeId, devMode, status, ...delivery } = columns.fromRow(row);
  return status === 'PENDING' ? [] : [{ ...delivery, tenant: toTenant(storeId, devMode), outcome: status }];
}
