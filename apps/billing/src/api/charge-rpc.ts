import {
  CreateBoletoChargeResponse,
  CreateCardChargeResponse,
  CreatePixChargeResponse,
  fromWire,
  pageFromWire,
  pageToWire,
  SimulateChargePaymentResponse,
  SimulateDisputeResponse,
  tenantFromWire,
  type ChargeServiceDefinition,
} from '@pitanga/contracts';
import { cents, everyTenant } from '@pitanga/core';
import { idempotently, idempotentlyPrepared, resumably, sealedResponse } from '@pitanga/database';
import type { RpcHandlers } from '@pitanga/rpc';
import { isCardToken } from '../cards/card';
import { chargeStatuses } from '../charges/charge';
import { listTransparentCharges } from '../charges/charge-queries';
import { getTransparentCharge, resolveChargeForReceipt, simulateChargePayment } from '../collecting/charge-service';
import { beginCardCharge, prepareBoletoCharge, preparePixCharge, writeCharge } from '../collecting/create-charge';
import { countCardCharge } from '../collecting/limit-attempts';
import { cardProviderFor } from '../collecting/provider-for';
import { resolveBoletoPdf } from '../collecting/render-boleto';
import { finishCardCharge } from '../collecting/send-card-charge';
import type { Deps } from '../deps';
import { chargeFileLinks } from '../managing/file-service';
import { chargeToWire } from '../messages/charge-wire';
import { paymentMethods } from '../money/fees';
import { simulateDispute } from '../returning/simulated-dispute';
import { boletoInputFromWire, cardInputFromWire, pixInputFromWire } from './charge-input';

const disputeOutcomes = ['OPENED', 'WON', 'LOST'] as const;

export function chargeHandlers(deps: Deps): RpcHandlers<ChargeServiceDefinition> {
  const { clock, db } = deps;
  return {
    createPixCharge: async (request, call) => {
      const tenant = tenantFromWire(request.tenant);
      const codec = CreatePixChargeResponse;
      const { response, replayed } = await idempotentlyPrepared(db, tenant, call.idempotency, codec, clock.real(), {
        prepare: () => preparePixCharge(deps, tenant, pixInputFromWire(request)),
        work: async (tx, prepared) => {
          const charge = await writeCharge({ ...deps, db: tx }, tenant, prepared);
          return { charge: chargeToWire(charge, deps, clock.now(tenant)) };
        },
      });
      if (replayed) call.markReplayed();
      return response;
    },

    createBoletoCharge: async (request, call) => {
      const tenant = tenantFromWire(request.tenant);
      const codec = CreateBoletoChargeResponse;
      const { response, replayed } = await idempotentlyPrepared(db, tenant, call.idempotency, codec, clock.real(), {
        prepare: () => prepareBoletoCharge(deps, tenant, boletoInputFromWire(request)),
        work: async (tx, prepared) => {
          const charge = await writeCharge({ ...deps, db: tx }, tenant, prepared);
          return { charge: chargeToWire(charge, deps, clock.now(tenant)) };
        },
      });
      if (replayed) call.markReplayed();
      return response;
    },

    createCardCharge: async (request, call) => {
      const tenant = tenantFromWire(request.tenant);
      // The answer holds a token that charges the card again.
      const codec = sealedResponse(deps.sealer, tenant, call.idempotency, CreateCardChargeResponse);
      // Finding a store's providers may read the database, for which the transaction of the intent must not wait.
      await cardProviderFor(deps, tenant);
      const { response, replayed } = await resumably(db, tenant, call.idempotency, codec, clock.real(), {
        begin: (tx) => beginCardCharge({ ...deps, db: tx }, tenant, cardInputFromWire(request)),
        finish: async (id) => {
          const charge = await finishCardCharge(deps, tenant, id);
          // A saved card was approved before; whoever tests cards brings new ones.
          if (isCardToken(request.token)) await countCardCharge(deps, tenant, id, charge.failure !== undefined);
          return { charge: chargeToWire(charge, deps, clock.now(tenant)) };
        },
      });
      if (replayed) call.markReplayed();
      return response;
    },

    getCharge: async (request) => {
      const tenant = tenantFromWire(request.tenant);
      const charge = await getTransparentCharge(deps, tenant, request.id);
      return { charge: chargeToWire(charge, deps, clock.now(tenant)) };
    },

    listCharges: async (request) => {
      const tenant = tenantFromWire(request.tenant);
      const { id, externalId } = request;
      const status = request.status && fromWire('CHARGE_STATUS', chargeStatuses, request.status);
      const method = request.method && fromWire('PAYMENT_METHOD', paymentMethods, request.method);
      const now = clock.now(tenant);
      const filter = { id, externalId, status, method };
      const charges = await listTransparentCharges(db, tenant, pageFromWire(request.page), filter, now);
      return {
        charges: charges.items.map((charge) => chargeToWire(charge, deps, now)),
        page: pageToWire(charges),
      };
    },

    simulateChargePayment: async (request, call) => {
      const tenant = tenantFromWire(request.tenant);
      const codec = sealedResponse(deps.sealer, tenant, call.idempotency, SimulateChargePaymentResponse);
      const { response, replayed } = await idempotently(
        db,
        tenant,
        call.idempotency,
        codec,
        clock.real(),
        async (tx) => {
          const { id, payer, metadataJson, late } = request;
          const amountCents = request.amountCents === undefined ? undefined : cents(request.amountCents);
          const rail = request.method && fromWire('PAYMENT_METHOD', paymentMethods, request.method);
          const payment = { payer, metadataJson, amountCents, late, rail };
          const charge = await simulateChargePayment({ ...deps, db: tx }, tenant, id, payment);
          return { charge: chargeToWire(charge, deps, clock.now(tenant)) };
        },
      );
      if (replayed) call.markReplayed();
      return response;
    },

    simulateDispute: async (request, call) => {
      const tenant = tenantFromWire(request.tenant);
      const codec = sealedResponse(deps.sealer, tenant, call.idempotency, SimulateDisputeResponse);
      const outcome = fromWire('DISPUTE_OUTCOME', disputeOutcomes, request.outcome);
      const { response, replayed } = await idempotently(
        db,
        tenant,
        call.idempotency,
        codec,
        clock.real(),
        async (tx) => {
          const charge = await simulateDispute({ ...deps, db: tx }, tenant, { chargeId: request.id, outcome });
          return { charge: chargeToWire(charge, deps, clock.now(tenant)) };
        },
      );
      if (replayed) call.markReplayed();
      return response;
    },

    resolveBoletoPdf: async (request) => ({ pdf: await resolveBoletoPdf(deps, everyTenant, request.id) }),

    resolveCharge: async (request) => {
      const { tenant, charge, merchantName } = await resolveChargeForReceipt(deps, everyTenant, request.id);
      const files = await chargeFileLinks(deps, tenant, charge);
      // Whoever has the page's address may see the receipt, and may not charge the card.
      const { publicUrl } = deps;
      return { tenant, charge: chargeToWire(charge, { publicUrl }, clock.now(tenant)), merchantName, files };
    },
  };
}
