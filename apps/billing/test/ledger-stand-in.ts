import { failedPrecondition, unavailable } from '@pitanga/core';
import type { Deps } from '../src/deps';

type Ledger = Deps['ledger'];
export type HoldState = 'HELD' | 'SETTLED' | 'RELEASED';

/** The three calls billing makes, with the ledger's own rules for repeats; the real one has its tests and the e2e. */
export interface LedgerStandIn extends Ledger {
  readonly holds: Map<string, { state: HoldState; readonly amountCents: number }>;
  /** Every reserve it was asked for, also those it refused. */
  readonly reserves: Parameters<Ledger['reserveHold']>[0][];
  /** What the next reserve does instead of reserving. */
  refusal: 'INSUFFICIENT_FUNDS' | 'UNAVAILABLE' | undefined;
}

export function aLedger(): LedgerStandIn {
  const holds: LedgerStandIn['holds'] = new Map();
  const reserves: LedgerStandIn['reserves'] = [];
  const end = (holdId: string, state: HoldState): Promise<Record<string, never>> => {
    const hold = holds.get(holdId);
    if (!hold) return Promise.reject(new Error(`hold ${holdId} was never reserved`));
    if (hold.state !== 'HELD' && hold.state !== state)
      return Promise.reject(new Error(`hold ${holdId} is ${hold.state}`));
    hold.state = state;
    return Promise.resolve({});
  };
  const ledger: LedgerStandIn = {
    holds,
    reserves,
    refusal: undefined,
    reserveHold: (request) => {
      const { holdId, amountCents } = request;
      reserves.push(request);
      if (ledger.refusal === 'UNAVAILABLE') return Promise.reject(unavailable('The ledger is down'));
      const known = holds.get(holdId);
      if (known?.state === 'RELEASED')
        return Promise.reject(failedPrecondition(`Hold ${holdId} was released`, 'HOLD_RELEASED'));
      if (known) return Promise.resolve({});
      if (ledger.refusal) return Promise.reject(failedPrecondition('INSUFFICIENT_FUNDS: no money', ledger.refusal));
      holds.set(holdId, { state: 'HELD', amountCents });
      return Promise.resolve({});
    },
    settleHold: ({ holdId }) => end(holdId, 'SETTLED'),
    releaseHold: ({ holdId }) => {
      // Remembered although it was never reserved, so that a late reserve is refused.
      if (!holds.has(holdId)) holds.set(holdId, { state: 'RELEASED', amountCents: 0 });
      return end(holdId, 'RELEASED');
    },
  };
  return ledger;
}
