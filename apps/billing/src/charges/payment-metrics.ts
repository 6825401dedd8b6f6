import { ChargePaid } from '@pitanga/contracts';
import type { OutboxRow } from '@pitanga/database';
import type { Metrics } from '@pitanga/runtime';
import { Counter } from 'prom-client';

const prefix = 'charge.';

/**
 * Counts what becomes of charges, by the facts that were published: every way to pay passes there, and nothing that
 * was rolled back. A relay that crashes may count its last batch twice.
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
      // Each fact about a charge has the two fields that are read here.
      const { charge } = ChargePaid.fromJSON(JSON.parse(payload));
      payments.inc({
        method: charge?.method.replace('PAYMENT_METHOD_', '') ?? '',
        outcome: type.slice(prefix.length),
        environment: charge?.devMode === true ? 'dev' : 'production',
      });
    }
  };
}
