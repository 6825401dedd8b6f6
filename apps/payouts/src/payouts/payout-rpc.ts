import {
  fromWire,
  pageFromWire,
  pageToWire,
  tenantFromWire,
  toWire,
  type Payout as PayoutMessage,
  type PayoutServiceDefinition,
} from '@pitanga/contracts';
import type { Tenant } from '@pitanga/core';
import type { RpcHandlers } from '@pitanga/rpc';
import type { Deps } from '../deps';
import { payoutKinds, payoutStatuses, type Payout } from './payout';
import { listPayouts } from './payout-queries';

export function payoutHandlers(deps: Deps): RpcHandlers<PayoutServiceDefinition> {
  return {
    listPayouts: async (request) => {
      const tenant = tenantFromWire(request.tenant);
      const page = await listPayouts(deps.db, tenant, pageFromWire(request.page), {
        kind: fromWire('PAYOUT_KIND', payoutKinds, request.kind),
        id: request.id,
        externalId: request.externalId,
        status: request.status && fromWire('PAYOUT_STATUS', payoutStatuses, request.status),
      });
      return { payouts: page.items.map((payout) => payoutToProto(tenant, payout)), page: pageToWire(page) };
    },
  };
}

function payoutToProto(tenant: Tenant, payout: Payout): PayoutMessage {
  return {
    ...payout,
    devMode: tenant.devMode,
    kind: toWire('PAYOUT_KIND', payout.kind),
    status: toWire('PAYOUT_STATUS', payout.status),
  };
}
