import type { Tenant } from '@pitanga/core';
import { idempotently, type ResponseCodec } from '@pitanga/database';
import type { RpcCall } from '@pitanga/rpc';
import type { Deps } from './deps';

/** Runs the write of a call at most once per Idempotency-Key; a repeat gets the stored answer, marked as one. */
export async function writeOnce<R>(
  deps: Deps,
  tenant: Tenant,
  call: RpcCall,
  codec: ResponseCodec<R>,
  work: (deps: Deps) => Promise<R>,
): Promise<R> {
  const { response, replayed } = await idempotently(deps.db, tenant, call.idempotency, codec, deps.clock.real(), (db) =>
    work({ ...deps, db }),
  );
  if (replayed) call.markReplayed();
  return response;
}
