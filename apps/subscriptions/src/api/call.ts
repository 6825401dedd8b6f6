import type { CallContext, RpcCall } from '@pitanga/rpc';

/** The calls that this one makes end with it. */
export function callContext({ requestId, deadline }: Pick<RpcCall, 'requestId' | 'deadline'>): CallContext {
  return { requestId, deadline };
}
