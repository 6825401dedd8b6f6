import { setTimeout as delay } from 'node:timers/promises';
import { isAppError, toTenant } from '@pitanga/core';
import { openLedgerHolds } from '@pitanga/tools/ledger-holds';
import type { World } from '../faults/world';
import type { Recorder } from './asking';

/** Holds of the shop in dev mode, asked of the ledger by gRPC as payouts does, over the way of the gateway. */
export interface Holds {
  /** Money set aside and given back. Doctor wants every such hold released, and the store's balance is compared. */
  reserveAndRelease(holdId: string): Promise<void>;
  close(): void;
}

const amountCents = 700;
/** What says that the same call may succeed later. */
const passing = new Set(['UNAVAILABLE', 'DEADLINE_EXCEEDED', 'RESOURCE_EXHAUSTED', 'ABORTED']);
const firstWaitMs = 250;
const longestWaitMs = 3_000;

export function openHolds({ platform, links }: World, recorder: Recorder): Holds {
  const address = `127.0.0.1:${String(links.get('gateway>ledger')?.port)}`;
  const tenant = toTenant(platform.demo.storeId ?? '', true);
  const ledger = openLedgerHolds(address, tenant, () => new Date());

  /** Repeats the call until it has its answer; false after one that no fault excuses. */
  const untilAnswered = async (operation: string, call: () => Promise<void>): Promise<boolean> => {
    for (let waitMs = firstWaitMs; ; waitMs = Math.min(waitMs * 2, longestWaitMs)) {
      const kind = await call().then(
        () => undefined,
        (error: unknown) => (isAppError(error) ? error.kind : 'INTERNAL'),
      );
      recorder.count(operation, kind ?? 'OK');
      if (kind === undefined) return true;
      const isOver = Date.now() > recorder.giveUpAt;
      if (!passing.has(kind) || isOver) {
        recorder.violate(`${operation} was answered ${kind}${isOver ? ' long after the faults' : ''}`);
        return false;
      }
      await delay(waitMs);
    }
  };
  return {
    reserveAndRelease: async (holdId) => {
      const isHeld = await untilAnswered('hold by gRPC', () => ledger.reserve(holdId, amountCents));
      if (isHeld) await untilAnswered('release by gRPC', () => ledger.release(holdId));
    },
    close: () => {
      ledger.close();
    },
  };
}
