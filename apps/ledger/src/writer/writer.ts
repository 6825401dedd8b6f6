import { AsyncLocalStorage } from 'node:async_hooks';
import { unavailable, type AppError, type Tenant } from '@pitanga/core';
import type { Metrics } from '@pitanga/runtime';
import { Gauge, Histogram } from 'prom-client';
import type { Deps } from '../deps';
import type { EndHoldInput, HoldCommand, ReserveInput } from '../holds/hold-rules';
import { applyHolds, type AskedHold } from '../booking/apply-holds';
import { planCapture, type PaidCharge } from '../charges/capture';
import { journalKey } from '../journals/journal';
import type { JournalDraft } from '../journals/journal-rows';
import { draftOf, journalsPerStatementMax, postDrafts } from '../booking/post-journals';
import { createBatchQueue, type Refusal } from './batch-queue';

/** Of each queue: some 200 ms of work. Whoever comes later is told to come again, before its own deadline is over. */
const waitingMax = 2_000;
/** Of facts: while one waits for PostgreSQL the other encodes, which is a third more than one alone. */
const factWriters = 2;
/** Of holds: they decide on balances that they lock, so a second would mostly wait for the first. */
const holdWriters = 1;

/**
 * The way in for what Kafka and callers bring. It waits in bounded queues of this process, one of facts and one of
 * holds, and what waits is booked together; each answer comes after the commit. Repeats change nothing.
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

export function createWriter(deps: Deps, metrics?: Metrics): Writer {
  // Batches belong to none of those who wait for them: not to their traces, nor to their requests.
  const inNoContext = AsyncLocalStorage.snapshot();
  const measure = metrics && writerMetrics(metrics, () => facts.waiting() + holds.waiting());
  const shared = { waitingMax, batchMax: journalsPerStatementMax, isHopeless, busy: ledgerBusy };
  const measured = async <T>(what: 'facts' | 'holds', size: number, work: () => Promise<T>): Promise<T> => {
    const end = measure?.(what, size);
    const result = await inNoContext(work);
    end?.();
    return result;
  };
  const facts = createBatchQueue<readonly JournalDraft[]>({
    ...shared,
    writers: factWriters,
    sizeOf: (drafts) => drafts.length,
    write: (items) => measured('facts', items.length, () => writeFacts(deps, items)),
  });
  const holds = createBatchQueue<AskedHold>({
    ...shared,
    writers: holdWriters,
    sizeOf: () => 1,
    write: (items) => measured('holds', items.length, () => applyHolds(deps, items)),
  });
  // Planned and encoded in the caller's turn and trace.
  const capture = async (charges: readonly PaidCharge[]): Promise<void> => {
    if (charges.length > 0) await facts.submit(charges.map((charge) => draftCapture(deps, charge)));
  };
  const ask = (command: HoldCommand): Promise<void> =>
    holds.submit({ command, inContext: AsyncLocalStorage.snapshot() });
  const lineId = (at: Date): string => deps.ids.next('statementEntry', at);

  return {
    capture,
    reserve: async (tenant, input) => {
      // Not in the transaction of the hold: a payment is booked whatever becomes of the hold, and it locks balances,
      // which come after the parts that the hold locks.
      if (input.charge) await capture([input.charge]);
      await ask({ step: 'reserve', tenant, input, statementId: lineId(input.occurredAt) });
    },
    settle: (tenant, input) => ask({ step: 'settle', tenant, input }),
    release: (tenant, input) => ask({ step: 'release', tenant, input, statementId: lineId(input.occurredAt) }),
    stop: async () => {
      await Promise.all([facts.stop(), holds.stop()]);
    },
  };
}

function draftCapture(deps: Deps, charge: PaidCharge): JournalDraft {
  return draftOf(deps, planCapture(charge, deps.ids.next('statementEntry', charge.occurredAt)));
}

/** In one statement, and nothing is ever refused. */
async function writeFacts(deps: Deps, items: readonly (readonly JournalDraft[])[]): Promise<readonly Refusal[]> {
  const distinct = new Map(items.flat().map((draft) => [journalKey(draft.journal), draft]));
  await postDrafts(deps, [...distinct.values()]);
  return [];
}

function ledgerBusy(): AppError {
  return unavailable('The ledger is busy; try again.', 'LEDGER_BUSY');
}

/** A value or a journal that the database refuses (SQLSTATE classes 22 and 23), today and tomorrow. */
function isHopeless(error: unknown): boolean {
  const { code } = error as { readonly code?: unknown };
  return typeof code === 'string' && /^2[23]/.test(code);
}

type Measure = (what: 'facts' | 'holds', items: number) => () => void;

function writerMetrics(metrics: Metrics, waiting: () => number): Measure {
  const registers = [metrics];
  const labelNames = ['what'] as const;
  new Gauge({
    name: 'pitanga_ledger_queue_waiting',
    help: 'Postings that wait for a writer.',
    registers,
    collect() {
      this.set(waiting());
    },
  });
  const sizes = new Histogram({
    name: 'pitanga_ledger_batch_items',
    help: 'Items that one batch of a writer took.',
    buckets: [1, 2, 5, 10, 20, 50, 100, 200, 500],
    labelNames,
    registers,
  });
  const durations = new Histogram({
    name: 'pitanga_ledger_batch_seconds',
    help: 'Time to write and commit a batch.',
    buckets: [0.001, 0.002, 0.005, 0.01, 0.02, 0.05, 0.1, 0.5, 2],
    labelNames,
    registers,
  });
  return (what, items) => {
    sizes.observe({ what }, items);
    return durations.startTimer({ what });
  };
}
