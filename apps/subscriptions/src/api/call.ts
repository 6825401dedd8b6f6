import { inTransaction } from '@pitanga/database';
import type { CallContext, RpcCall } from '@pitanga/rpc';
import type { Deps, TxDeps } from '../deps';

/** The calls that this one makes end with it. */
export function callContext({ requestId, deadline }: Pick<RpcCall, 'requestId' | 'deadline'>): CallContext {
  return { requestId, deadline };
}

/** Runs a write in the transaction of its Idempotency-Key, or in one of its own. */
export function inTx<Rest extends readonly unknown[], R>(
  work: (deps: TxDeps, ...rest: Rest) => Promise<R>,
): (deps: Deps, ...rest: Rest) => Promise<R> {
  return (deps, ...rest) => inTransaction(deps.db, (db) => work({ ...deps, db }, ...rest));
}
