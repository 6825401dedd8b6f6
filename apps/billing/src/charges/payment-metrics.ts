import { ChargePaid } from '@pitanga/contracts';
import type { OutboxRow } from '@pitanga/database';
import type { Metrics } from '@pitanga/runtime';
import { Counter } from 'prom-client';

const prefix = 'charge.';

/**
 * Counts the events of charges as they are published: this covers every payment method and nothing that was rolled back.
 * After a crash the relay may count its last batch twice.
 */
export function countPayments(registry: Metrics): (rows: readonly OutboxRow[]) => void {
  const payments = new Counter({
    name: 'pitanga_payments_total',
    help: 'Charges by method, what became of them (created, paid, failed, refunded, ...) and environment.',
    labelNames: ['method', 'outcome', 'environment'],
    registers: [registry],
  });
  return (rows) => {
    for (const { type, payload } of rows) {
      if (!type.startsWith(prefix)) continue;
      // Every event of a charge has the two fields read here.
      const { charge } = ChargePaid.fromJSON(JSON.parse(payload));
      payments.inc({
        method: charge?.method.replace('PAYMENT_METHOD_', '') ?? '',
        outcome: type.slice(prefix.length),
        environment: charge?.devMode === true ? 'dev' : 'production',
      });
    }
  };
}
