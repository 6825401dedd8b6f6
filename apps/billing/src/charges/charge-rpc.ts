import {
  CreatePixChargeResponse,
  fromWire,
  pageFromWire,
  pageToWire,
  SimulateChargePaymentResponse,
  tenantFromWire,
  type ChargeServiceDefinition,
  type CreatePixChargeRequest,
} from '@pitanga/contracts';
import { cents } from '@pitanga/core';
import { idempotently } from '@pitanga/database';
import type { RpcHandlers } from '@pitanga/rpc';
import { customerInputFromWire } from '../customers/customer-rpc';
import type { Deps } from '../deps';
import { chargeStatuses } from './charge';
import { listTransparentCharges } from './charge-queries';
import {
  createPixCharge,
  getTransparentCharge,
  resolveChargeForReceipt,
  simulateChargePayment,
  type PixChargeInput,
} from './charge-service';
import { chargeToWire } from './charge-wire';
import { paymentMethods } from './fees';

export function chargeHandlers(deps: Deps): RpcHandlers<ChargeServiceDefinition> {
  const { clock, publicUrl } = deps;
  return {
    createPixCharge: async (request, call) => {
      const tenant = tenantFromWire(request.tenant);
      const { response, replayed } = await idempotently(
        deps.db,
        tenant,
        call.idempotency,
        CreatePixChargeResponse,
        clock.real(),
        async (db) => {
          const charge = await createPixCharge({ ...deps, db }, tenant, inputFromWire(request));
          return { charge: chargeToWire(charge, publicUrl, clock.now(tenant)) };
        },
      );
      if (replayed) call.markReplayed();
      return response;
    },

    getCharge: async (request) => {
      const tenant = tenantFromWire(request.tenant);
      const charge = await getTransparentCharge(deps, tenant, request.id);
      return { charge: chargeToWire(charge, publicUrl, clock.now(tenant)) };
    },

    listCharges: async (request) => {
      const tenant = tenantFromWire(request.tenant);
      const { id, externalId } = request;
      const status = request.status && fromWire('CHARGE_STATUS', chargeStatuses, request.status);
      const method = request.method && fromWire('PAYMENT_METHOD', paymentMethods, request.method);
      const now = clock.now(tenant);
      const filter = { id, externalId, status, method };
      const charges = await listTransparentCharges(deps.db, tenant, pageFromWire(request.page), filter, now);
      return {
        charges: charges.items.map((charge) => chargeToWire(charge, publicUrl, now)),
        page: pageToWire(charges),
      };
    },

    simulateChargePayment: async (request, call) => {
      const tenant = tenantFromWire(request.tenant);
      const { response, replayed } = await idempotently(
        deps.db,
        tenant,
        call.idempotency,
        SimulateChargePaymentResponse,
        clock.real(),
        async (db) => {
          const { id, payer, metadataJson } = request;
          const charge = await simulateChargePayment({ ...deps, db }, tenant, { id, payer, metadataJson });
          return { charge: chargeToWire(charge, publicUrl, clock.now(tenant)) };
        },
      );
      if (replayed) call.markReplayed();
      return response;
    },

    resolveCharge: async (request) => {
      const { tenant, charge, merchantName } = await resolveChargeForReceipt(deps, request.id);
      return { tenant, charge: chargeToWire(charge, publicUrl, clock.now(tenant)), merchantName };
    },
  };
}

function inputFromWire(request: CreatePixChargeRequest): PixChargeInput {
  return {
    amountCents: cents(request.amountCents),
    description: request.description,
    expiresInSeconds: request.expiresInSeconds,
    externalId: request.externalId,
    customer: request.customer && customerInputFromWire(request.customer),
    customerId: request.customerId,
    metadataJson: request.metadataJson || '{}',
    ensureSameTaxId: request.ensureSameTaxId,
  };
}
