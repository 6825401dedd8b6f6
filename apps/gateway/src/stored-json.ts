import type { Tenant } from '@pitanga/core';
import type { KeyedCall, ResponseCodec } from '@pitanga/database';
import type { CallContext } from '@pitanga/rpc';

/** Responses of the gateway's own writes, as JSON. Fields whose name ends in `At` are dates. */
export function storedJson<R>(): ResponseCodec<R> {
  const revive = (name: string, value: unknown): unknown =>
    name.endsWith('At') && typeof value === 'string' ? new Date(value) : value;
  return {
    encode: (response) => ({ finish: () => Buffer.from(JSON.stringify(response)) }),
    decode: (bytes) => JSON.parse(Buffer.from(bytes).toString(), revive) as R,
  };
}

/** The call of a write of the gateway itself. */
export function keyedCall(tenant: Tenant, context: CallContext): KeyedCall {
  return { tenant, idempotency: context.idempotency, markReplayed: () => (context.replayed = true) };
}
