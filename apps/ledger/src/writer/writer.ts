import { AsyncLocalStorage } from 'node:async_hooks';
import { unavailable, type AppError, type Tenant } from '@pitanga/core';
import { createBatchQueue, type WriteResult } from '@pitanga/database';
import type { Metrics } from '@pitanga/runtime';
import { applyHolds, type HoldRequest } from '../booking/apply-holds';
import { draftCapture } from '../booking/capture-charges';
import { journalsPerStatementMax, postPayments } from '../booking/post-journals';
import type { PaidCharge } from '../charges/capture';
import type { Deps } from '../deps';
import type { EndHoldInput, HoldCommand, ReserveInput, SettleInput } from '../holds/hold-rules';
import type { JournalDraft } from '../journals/journal';
import { tenantKey } from '../owned-rows';
import { writerMetrics } from './writer-metrics';

/** Of each queue: about 200 ms of work. Later calls get LEDGER_BUSY, before their deadline passes. */
const queuedMax = 2_000;
/** One writer encodes while the other waits for PostgreSQL: a third more throughput than with one. */
const captureWriters = 2;
/** Holds are decided on balances that they lock; a second writer would mostly wait for the first. */
const holdWriters = 1;

/**
 * Writes captures and holds in batches. Both wait in bounded queues of this process and are committed together; a call
 * resolves after its commit. A repeat changes nothing.
 */
export interface Writer {
  /** Posts paid charges. @throws AppError UNAVAILABLE LEDGER_BUSY */
  capture(charges: readonly PaidCharge[]): Promise<void>;
  /**
   * Sets money aside; posts the charge of a refund first.
   * @throws AppError INSUFFICIENT_FUNDS, HOLD_RELEASED (released before), HOLD_MISMATCH (other content), LEDGER_BUSY
   */
  reserve(tenant: Tenant, input: ReserveInput): Promise<void>;
  /** Records that the held money has left. @throws AppError HOLD_NOT_FOUND, HOLD_RELEASED, LEDGER_BUSY */
  settle(tenant: Tenant, input: SettleInput): Promise<void>;
  /** Returns the held money; a later reserve of an unknown hold is refused. @throws AppError HOLD_SETTLED, LEDGER_BUSY */
  release(tenant: Tenant, input: EndHoldInput): Promise<void>;
  /** Writes what is queued, and refuses further calls. */
  stop(): Promise<void>;
}

export function createWriter(deps: Deps, metrics?: Metrics): Writer {
  // A batch belongs to the trace and request of none of its callers.
  const withoutContext = AsyncLocalStorage.snapshot();
  const measure = metrics && writerMetrics(metrics, () => captures.queued() + holds.queued());
  const shared = { queuedMax, batchMax: journalsPerStatementMax, isPermanent, busy: ledgerBusy };
  const measured = async <T>(what: 'facts' | 'holds', items: number, work: () => Promise<T>): Promise<T> => {
    const end = measure?.(what, items);
    const result = await withoutContext(work);
    end?.();
    return result;
  };
  const captures = createBatchQueue<readonly JournalDraft[]>({
    ...shared,
    writers: captureWriters,
    size: (drafts) => drafts.length,
    write: (items) => measured('facts', items.length, () => writeCaptures(deps, items)),
  });
  const holds = createBatchQueue<HoldRequest>({
    ...shared,
    writers: holdWriters,
    size: () => 1,
    write: (items) => measured('holds', items.length, () => applyHolds(deps, items)),
  });
  // Planned and encoded in the trace of the caller.
  const capture = async (charges: readonly PaidCharge[]): Promise<void> => {
    if (charges.length > 0) await captures.submit(charges.map((charge) => draftCapture(deps, charge)));
  };
  const apply = (command: HoldCommand): Promise<void> =>
    holds.submit({ command, inContext: AsyncLocalStorage.snapshot() });
  const statementId = (at: Date): string => deps.ids.next('statementEntry', at);

  return {
    capture,
    reserve: async (tenant, input) => {
      // In a transaction of its own: the payment is posted even if the hold is refused, and it locks balances, which
      // come after the parts that the hold locks.
      if (input.charge) await capture([input.charge]);
      await apply({ step: 'reserve', tenant, input, statementId: statementId(input.occurredAt) });
    },
    settle: (tenant, input) => apply({ step: 'settle', tenant, input }),
    release: (tenant, input) => apply({ step: 'release', tenant, input, statementId: statementId(input.occurredAt) }),
    stop: async () => {
      await Promise.all([captures.stop(), holds.stop()]);
    },
  };
}

/** One statement a batch; refuses no single item. */
async function writeCaptures(deps: Deps, items: readonly (readonly JournalDraft[])[]): Promise<readonly WriteResult[]> {
  const distinct = new Map(items.flat().map((draft) => [tenantKey(draft.tenant, draft.id), draft]));
  await postPayments(deps, [...distinct.values()]);
  return [];
}

function ledgerBusy(): AppError {
  return unavailable('The ledger is busy; try again.', 'LEDGER_BUSY');
}

/** A value or a journal that the database refuses every time (SQLSTATE classes 22 and 23). */
function isPermanent(error: unknown): boolean {
  const { code } = error as { readonly code?: unknown };
  return typeof code === 'string' && /^2[23]/.test(code);
}
