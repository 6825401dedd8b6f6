import { durationHistogram, type Metrics } from '@pitanga/runtime';
import { Counter, Gauge } from 'prom-client';

export interface PixMetrics {
  /** @param outcome the status class, or the reason for no response */
  called(operation: string, outcome: string, durationMs: number): void;
  /** A bank sent a txid that no charge of the store has. */
  unknownTxid(): void;
  /** The bank returned money by itself, for fraud or its own fault; never a merchant's refund. */
  specialReturn(): void;
  /** Debits due within three days that no payer's bank has accepted. */
  unacceptedDebits(count: number): void;
  certificates(expiries: readonly { readonly storeId: string; readonly expiresAt: Date }[], now: Date): void;
}

const dayMs = 86_400_000;

export function createPixMetrics(registry: Metrics): PixMetrics {
  const registers = [registry];
  const calls = durationHistogram(registry, {
    name: 'pitanga_pix_provider_seconds',
    help: 'Calls to banks, by operation and what they came to (a status class or why there was no answer).',
    labelNames: ['operation', 'outcome'],
  });
  const unknown = new Counter({
    name: 'pitanga_pix_unknown_txid_total',
    help: 'Charges that a bank named and no store here has.',
    registers,
  });
  const special = new Counter({
    name: 'pitanga_pix_med_returns_total',
    help: 'Readings of payments that the special return mechanism (MED) took back.',
    registers,
  });
  const daysLeft = new Gauge({
    name: 'pitanga_pix_certificate_days_to_expiry',
    help: "Days until the client certificate of a store's bank account ends.",
    labelNames: ['store'],
    registers,
  });
  const unaccepted = new Gauge({
    name: 'pitanga_pix_debits_unaccepted',
    help: "Automatic Pix charges due within three days that no payer's bank has accepted.",
    registers,
  });
  return {
    unacceptedDebits: (count) => unaccepted.set(count),
    called: (operation, outcome, durationMs) => calls.observe({ operation, outcome }, durationMs / 1_000),
    unknownTxid: () => unknown.inc(),
    specialReturn: () => special.inc(),
    certificates: (expiries, now) => {
      // Removes the series of removed accounts.
      daysLeft.reset();
      for (const { storeId, expiresAt } of expiries) {
        daysLeft.set({ store: storeId }, (expiresAt.getTime() - now.getTime()) / dayMs);
      }
    },
  };
}
