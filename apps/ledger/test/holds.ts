import type { Tenant } from '@pitanga/core';
import type { Deps } from '../src/deps';
import type { EndHoldInput, ReserveInput, SettleInput } from '../src/holds/hold-rules';
import { createWriter } from '../src/writer/writer';

// Each call has its own writer, so concurrent calls are concurrent transactions, as with several replicas.

export function reserveHold(deps: Deps, tenant: Tenant, input: ReserveInput): Promise<void> {
  return createWriter(deps).reserve(tenant, input);
}

export function settleHold(deps: Deps, tenant: Tenant, input: SettleInput): Promise<void> {
  return createWriter(deps).settle(tenant, input);
}

export function releaseHold(deps: Deps, tenant: Tenant, input: EndHoldInput): Promise<void> {
  return createWriter(deps).release(tenant, input);
}
