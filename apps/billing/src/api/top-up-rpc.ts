import {
  CreateTopUpResponse,
  fromWire,
  pageFromWire,
  pageToWire,
  SimulateTopUpPaymentResponse,
  type Charge as ChargeMessage,
  type ChargeServiceDefinition,
} from '@pitanga/contracts';
import { cents, type Tenant } from '@pitanga/core';
import { writeOncePrepared } from '@pitanga/database';
import type { RpcHandlers } from '@pitanga/rpc';
import { chargeStatuses, type Charge } from '../charges/charge';
import { listChargesFrom } from '../charges/charge-queries';
import { writeCharge, writeChargeAlone } from '../charging/create-charge';
import { getTopUp, prepareTopUp } from '../charging/top-up';
import type { Deps, Tools } from '../deps';
import { chargeToWire } from '../messages/charge-wire';
import { simulateTopUpPayment } from '../simulating/simulate-charge';
import { simulateOnce } from '../simulating/simulate-once';

export function topUpHandlers(
  deps: Deps,
): Pick<RpcHandlers<ChargeServiceDefinition>, 'createTopUp' | 'getTopUp' | 'listTopUps' | 'simulateTopUpPayment'> {
  const { clock, db } = deps;
  return {
    createTopUp: ({ amountCents, expiresInSeconds }, call) =>
      writeOncePrepared(deps, call, CreateTopUpResponse, {
        prepare: () => prepareTopUp(deps, call.tenant, { amountCents: cents(amountCents), expiresInSeconds }),
        work: async (tx, prepared) => answer(tx, call.tenant, await writeCharge(tx, call.tenant, prepared)),
        alone: async (prepared) => {
          const charge = await writeChargeAlone(deps, call.tenant, prepared);
          return charge && answer(deps, call.tenant, charge);
        },
      }),

    getTopUp: async ({ id }, { tenant }) => answer(deps, tenant, await getTopUp(deps, tenant, id)),

    listTopUps: async (request, { tenant }) => {
      const status = request.status && fromWire('CHARGE_STATUS', chargeStatuses, request.status);
      const now = clock.now(tenant);
      const charges = await listChargesFrom(db, tenant, 'TOP_UP', pageFromWire(request.page), { status }, now);
      return { charges: charges.items.map((charge) => chargeToWire(charge, deps, now)), page: pageToWire(charges) };
    },

    simulateTopUpPayment: ({ id, amountCents, late }, call) =>
      simulateOnce(deps, call, SimulateTopUpPaymentResponse, async (tx) => {
        const payment = { amountCents: amountCents === undefined ? undefined : cents(amountCents), late };
        return answer(tx, call.tenant, await simulateTopUpPayment(tx, call.tenant, id, payment));
      }),
  };
}

function answer(deps: Tools, tenant: Tenant, charge: Charge): { readonly charge: ChargeMessage } {
  return { charge: chargeToWire(charge, deps, deps.clock.now(tenant)) };
}
