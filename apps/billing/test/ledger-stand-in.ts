import { LedgerServiceDefinition } from '@pitanga/contracts';
import { failedPrecondition, unavailable } from '@pitanga/core';
import { createRpcServer, type RpcHandlers } from '@pitanga/rpc';
import { createMetrics } from '@pitanga/runtime';
import { silentLog } from '@pitanga/testing';
import type { Deps } from '../src/deps';

type Ledger = Deps['ledger'];
export type HoldState = 'HELD' | 'SETTLED' | 'RELEASED';

/** The three calls billing makes, with the ledger's own rules for repeats; the real one has its tests and the e2e. */
export interface LedgerStandIn extends Ledger {
  readonly address: string;
  readonly holds: Map<string, { state: HoldState; readonly amountCents: number; sentBy?: string | undefined }>;
  /** Every reserve it was asked for, also those it refused. */
  readonly reserves: Parameters<Ledger['reserveHold']>[0][];
  /** What the next reserve does instead of reserving. */
  refusal: 'INSUFFICIENT_FUNDS' | 'PAYOUT_LIMIT_EXCEEDED' | 'UNAVAILABLE' | undefined;
  stop(): Promise<void>;
}

/** A ledger over gRPC. */
export async function startLedgerStandIn(): Promise<LedgerStandIn> {
  const holds: LedgerStandIn['holds'] = new Map();
  const reserves: LedgerStandIn['reserves'] = [];
  const end = (holdId: string, state: HoldState, sentBy?: string): Promise<Record<string, never>> => {
    const hold = holds.get(holdId);
    if (!hold) return Promise.reject(new Error(`hold ${holdId} was never reserved`));
    if (hold.state !== 'HELD' && hold.state !== state)
      return Promise.reject(new Error(`hold ${holdId} is ${hold.state}`));
    hold.state = state;
    hold.sentBy = sentBy;
    return Promise.resolve({});
  };
  const ledger: Omit<LedgerStandIn, 'address' | 'stop'> = {
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
      if (ledger.refusal) return Promise.reject(failedPrecondition(`${ledger.refusal}: no money`, ledger.refusal));
      holds.set(holdId, { state: 'HELD', amountCents });
      return Promise.resolve({});
    },
    settleHold: ({ holdId, providerAccount }) => end(holdId, 'SETTLED', providerAccount),
    releaseHold: ({ holdId }) => {
      // Remembered although it was never reserved, so that a late reserve is refused.
      if (!holds.has(holdId)) holds.set(holdId, { state: 'RELEASED', amountCents: 0 });
      return end(holdId, 'RELEASED');
    },
  };
  const server = createRpcServer({ log: silentLog, metrics: createMetrics(), domain: 'ledger' });
  server.add(LedgerServiceDefinition, ledger as unknown as RpcHandlers<LedgerServiceDefinition>);
  const address = `127.0.0.1:${String(await server.start('127.0.0.1:0'))}`;
  return Object.assign(ledger, { address, stop: () => server.stop(1_000) });
}
