import { AsyncLocalStorage } from 'node:async_hooks';
import { unavailable, type Tenant } from '@pitanga/core';
import type { Metrics } from '@pitanga/runtime';
import { Gauge, Histogram } from 'prom-client';
import type { Deps } from '../deps';
import type { EndHoldInput, HoldCommand, ReserveInput } from '../holds/hold-rules';
import { applyHolds, type AskedHold } from '../holds/hold-service';
import { planCapture, type PaidCharge } from '../journals/capture';
import { journalKey } from '../journals/journal';
import type { JournalDraft } from '../journals/journal-rows';
import { draftOf, journalsPerStatementMax, postDrafts } from '../journals/posting-service';
import { createBatchQueue, type Refusal } from './batch-queue';

/** Some 200 ms of work: whoever comes later is told to come again, before its own deadline is over. */
const waitingMax = 2_000;

/**
 * The way in for what Kafka and callers bring: all of it waits in one queue, and one writer books what waits together.
 * Each answer comes after the commit. Repeats change nothing.
 */
export interface Writer {
  /** Books paid charges. @throws AppError UNAVAILABLE LEDGER_BUSY */
  capture(charges: readonly PaidCharge[]): Promise<void>;
  /**
   * Sets money aside; books the charge of a refund before.
   * @throws AppError INSUFFICIENT_FUNDS, HOLD_RELEASED (given up before), HOLD_MISMATCH (other content), LEDGER_BUSY
   */
  reserve(tenant: Tenant, input: ReserveInput): Promise<void>;
  /** The held money has left. @throws AppError HOLD_NOT_FOUND, HOLD_RELEASED, LEDGER_BUSY */
  settle(tenant: Tenant, input: EndHoldInput): Promise<void>;
  /** The held money returns; an unknown hold is refused from then on. @throws AppError HOLD_SETTLED, LEDGER_BUSY */
  release(tenant: Tenant, input: EndHoldInput): Promise<void>;
  /** Books what waits, and refuses what comes. */
  stop(): Promise<void>;
}

interface Item {
  readonly captures: readonly JournalDraft[];
  readonly hold: AskedHold | undefined;
}

export function createWriter(deps: Deps, metrics?: Metrics): Writer {
  const inOwnContext = AsyncLocalStorage.snapshot();
  const measure = metrics && writerMetrics(metrics, () => queue.waiting());
  const queue = createBatchQueue<Item>({
    waitingMax,
    batchMax: journalsPerStatementMax,
    sizeOf: ({ captures, hold }) => captures.length + (hold ? 1 : 0),
    write: async (items) => {
      const ended = measure?.(items.length);
      const refusals = await inOwnContext(() => write(deps, items));
      ended?.();
      return refusals;
    },
    isHopeless,
    busy: () => unavailable('The ledger is busy; try again.', 'LEDGER_BUSY'),
  });
  // Planned and encoded by the caller's turn, not the writer's, and in the caller's trace.
  const draftCapture = (charge: PaidCharge): JournalDraft =>
    draftOf(deps, planCapture(charge, deps.ids.next('statementEntry', charge.occurredAt)));
  const ask = async (command: HoldCommand, charge?: PaidCharge): Promise<void> => {
    const captures = charge ? [draftCapture(charge)] : [];
    await queue.submit({ captures, hold: { command, inContext: AsyncLocalStorage.snapshot() } });
  };
  const lineId = (at: Date): string => deps.ids.next('statementEntry', at);

  return {
    capture: async (charges) => {
      if (charges.length > 0) await queue.submit({ captures: charges.map(draftCapture), hold: undefined });
    },
    reserve: (tenant, input) =>
      ask({ step: 'reserve', tenant, input, statementId: lineId(input.occurredAt) }, input.charge),
    settle: (tenant, input) => ask({ step: 'settle', tenant, input }),
    release: (tenant, input) => ask({ step: 'release', tenant, input, statementId: lineId(input.occurredAt) }),
    stop: () => queue.stop(),
  };
}

/**
 * Facts first, in one statement; then the holds, in a transaction. Not together: a payment is booked whatever becomes
 * of a hold, and it locks balances, which come after the parts that a hold locks.
 */
async function write(deps: Deps, items: readonly Item[]): Promise<readonly Refusal[]> {
  const captures = new Map<string, JournalDraft>();
  for (const draft of items.flatMap((item) => item.captures)) captures.set(journalKey(draft.journal), draft);
  await postDrafts(deps, [...captures.values()]);
  const asked = items.flatMap(({ hold }) => hold ?? []);
  const refusals = asked.length === 0 ? [] : await applyHolds(deps, asked);
  let next = 0;
  return items.map(({ hold }) => (hold ? refusals[next++] : undefined));
}

/** A value or a journal that the database refuses (SQLSTATE classes 22 and 23), today and tomorrow. */
function isHopeless(error: unknown): boolean {
  const { code } = error as { readonly code?: unknown };
  return typeof code === 'string' && /^2[23]/.test(code);
}

function writerMetrics(metrics: Metrics, waiting: () => number): (items: number) => () => void {
  const registers = [metrics];
  new Gauge({
    name: 'pitanga_ledger_queue_waiting',
    help: 'Postings that wait for the writer.',
    registers,
    collect() {
      this.set(waiting());
    },
  });
  const sizes = new Histogram({
    name: 'pitanga_ledger_batch_items',
    help: 'Items that one batch of the writer took.',
    buckets: [1, 2, 5, 10, 20, 50, 100, 200, 500],
    registers,
  });
  const durations = new Histogram({
    name: 'pitanga_ledger_batch_seconds',
    help: 'Time to write and commit a batch.',
    buckets: [0.001, 0.002, 0.005, 0.01, 0.02, 0.05, 0.1, 0.5, 2],
    registers,
  });
  return (items) => {
    sizes.observe(items);
    return durations.startTimer();
  };
}
