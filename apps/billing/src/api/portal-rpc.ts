import { CreatePortalResponse, type PortalServiceDefinition } from '@pitanga/contracts';
import { everyTenant, invalidArgument } from '@pitanga/core';
import { writeOnce } from '@pitanga/database';
import type { RpcHandlers } from '@pitanga/rpc';
import type { Deps } from '../deps';
import { createPortal, listPaidOfPortal, openPortal } from '../managing/portal-service';
import { chargeToWire } from '../messages/charge-wire';
import { refundRequestToWire } from '../messages/refund-request-wire';
import { mayBeAskedBack } from '../refunds/refund';

export function portalHandlers(deps: Deps): RpcHandlers<PortalServiceDefinition> {
  return {
    createPortal: ({ customerId, checkoutId, tokenHash }, call) =>
      writeOnce(deps, call, CreatePortalResponse, async (tx) => ({
        portal: await createPortal(tx, call.tenant, { customerId, checkoutId, tokenHash: checkedHash(tokenHash) }),
      })),

    resolvePortal: ({ tokenHash }) => openPortal(deps, everyTenant, checkedHash(tokenHash)),

    listPortalCharges: async ({ id }, { tenant }) => {
      const now = deps.clock.now(tenant);
      const { charges, requests } = await listPaidOfPortal(deps, tenant, id);
      return {
        charges: charges.map((charge) => chargeToWire(charge, { publicUrl: deps.publicUrl }, now)),
        refundRequests: [...requests.values()].map(refundRequestToWire),
        refundableIds: charges
          .filter((charge) => mayBeAskedBack(charge, now) && requests.get(charge.id)?.status !== 'OPEN')
          .map((charge) => charge.id),
      };
    },
  };
}

function checkedHash(tokenHash: string): string {
  if (!/^[0-9a-f]{64}$/.test(tokenHash)) throw invalidArgument("Property 'tokenHash' should be a SHA-256 in hex");
  return tokenHash;
}
