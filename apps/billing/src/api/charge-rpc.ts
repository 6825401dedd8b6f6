import {
  CreateBoletoChargeResponse,
  CreateCardChargeResponse,
  CreatePixChargeResponse,
  fromWire,
  pageFromWire,
  pageToWire,
  toWire,
  SimulateChargePaymentResponse,
  SimulateDisputeResponse,
  type Charge as ChargeMessage,
  type ChargeServiceDefinition,
} from '@pitanga/contracts';
import { cents, everyTenant, type Tenant } from '@pitanga/core';
import { resumeOnce, sealedResponse, writeOncePrepared } from '@pitanga/database';
import type { RpcHandlers } from '@pitanga/rpc';
import { isCardToken } from '../cards/card';
import { chargeStatuses, type Charge } from '../charges/charge';
import { listChargesFrom } from '../charges/charge-queries';
import { resumeCardAction } from '../subscribing/card-actions';
import { getTransparentCharge, resolveChargeForReceipt } from '../charging/charge-service';
import { simulateChargePayment } from '../simulating/simulate-charge';
import { checkChargeSplits } from '../charging/check-splits';
import {
  beginCardCharge,
  beginCardChargeAlone,
  prepareBoletoCharge,
  preparePixCharge,
  writeCharge,
  writeChargeAlone,
  type BegunCardCharge,
} from '../charging/create-charge';
import { countCardCharge } from '../charging/limit-attempts';
import { cardProviderFor } from '../charging/provider-for';
import { resolveBoletoPdf } from '../charging/render-boleto';
import { finishCardCharge, sendCardCharge } from '../charging/send-card-charge';
import type { Deps, Tools } from '../deps';
import { findSetup } from '../managing/store-setup';
import { chargeFileLinks } from '../managing/file-service';
import { chargeToWire } from '../messages/charge-wire';
import { itemsToWire } from '../messages/checkout-wire';
import { paymentMethods } from '../money/fees';
import { simulateDispute } from '../returning/simulated-dispute';
import { boletoInputFromWire, cardInputFromWire, pixInputFromWire } from './charge-input';
import { storeChargeHandlers } from './store-charge-rpc';
import { topUpHandlers } from './top-up-rpc';
import { simulateOnce, tellAppended } from '../simulating/simulate-once';

const disputeOutcomes = ['OPENED', 'WON', 'LOST'] as const;

export function chargeHandlers(deps: Deps): RpcHandlers<ChargeServiceDefinition> {
  return { ...writeHandlers(deps), ...readHandlers(deps), ...storeChargeHandlers(deps), ...topUpHandlers(deps) };
}

function writeHandlers(
  deps: Deps,
): Pick<
  RpcHandlers<ChargeServiceDefinition>,
  'createPixCharge' | 'createBoletoCharge' | 'createCardCharge' | 'simulateChargePayment' | 'simulateDispute'
> {
  return {
    createPixCharge: (request, call) =>
      writeOncePrepared(deps, call, CreatePixChargeResponse, {
        prepare: () => preparePixCharge(deps, call.tenant, pixInputFromWire(request)),
        work: async (tx, prepared) => answer(tx, call.tenant, await writeCharge(tx, call.tenant, prepared)),
        alone: async (prepared) => {
          const charge = await writeChargeAlone(deps, call.tenant, prepared);
          return charge && answer(deps, call.tenant, charge);
        },
      }),

    createBoletoCharge: (request, call) =>
      writeOncePrepared(deps, call, CreateBoletoChargeResponse, {
        prepare: () => prepareBoletoCharge(deps, call.tenant, boletoInputFromWire(request)),
        work: async (tx, prepared) => answer(tx, call.tenant, await writeCharge(tx, call.tenant, prepared)),
        alone: async (prepared) => {
          const charge = await writeChargeAlone(deps, call.tenant, prepared);
          return charge && answer(deps, call.tenant, charge);
        },
      }),

    createCardCharge: createCardCharge(deps),

    simulateChargePayment: (request, call) => {
      const { tenant, idempotency } = call;
      const codec = sealedResponse(deps.sealer, tenant, idempotency, SimulateChargePaymentResponse);
      return simulateOnce(deps, call, codec, async (tx) => {
        const { id, payer, metadataJson, late } = request;
        const amountCents = request.amountCents === undefined ? undefined : cents(request.amountCents);
        const rail = request.method && fromWire('PAYMENT_METHOD', paymentMethods, request.method);
        const payment = { payer, metadataJson, amountCents, late, rail };
        return answer(tx, tenant, await simulateChargePayment(tx, tenant, id, payment));
      });
    },

    simulateDispute: async (request, call) => {
      const { tenant, idempotency } = call;
      const outcome = fromWire('DISPUTE_OUTCOME', disputeOutcomes, request.outcome);
      const codec = sealedResponse(deps.sealer, tenant, idempotency, SimulateDisputeResponse);
      return simulateOnce(deps, call, codec, async (tx) =>
        answer(tx, tenant, await simulateDispute(tx, tenant, { chargeId: request.id, outcome })),
      );
    },
  };
}

function createCardCharge(deps: Deps): RpcHandlers<ChargeServiceDefinition>['createCardCharge'] {
  return async (request, call) => {
    const { tenant, idempotency } = call;
    const setup = await findSetup(deps, tenant);
    cardProviderFor(setup, tenant);
    // Sealed, because the response holds a token that charges the card again.
    let begun: BegunCardCharge | undefined;
    const input = cardInputFromWire(request);
    await checkChargeSplits(deps, tenant, setup, input, 'CARD', input.installmentCount);
    const codec = sealedResponse(deps.sealer, tenant, idempotency, CreateCardChargeResponse);
    const write = () =>
      resumeOnce(deps, call, codec, {
        begin: async (tx) => (begun = await beginCardCharge(tx, tenant, setup, input)).charge.id,
        beginAlone: async () => (begun = await beginCardChargeAlone(deps, tenant, setup, input))?.charge.id,
        finish: async (id) => {
          // Another request that continues this one finds it in the database.
          const charge = begun
            ? await sendCardCharge(deps, tenant, begun.charge, { card: begun.card })
            : await finishCardCharge(deps, tenant, id);
          // Saved cards were approved before; card testing uses new ones.
          if (isCardToken(request.token)) await countCardCharge(deps, tenant, id, charge.failure !== undefined);
          return { ...answer(deps, tenant, charge), appended: [] };
        },
      });
    return tenant.devMode ? tellAppended(write) : write();
  };
}

function readHandlers(
  deps: Deps,
): Pick<
  RpcHandlers<ChargeServiceDefinition>,
  'getCharge' | 'listCharges' | 'resolveBoletoPdf' | 'resolveCharge' | 'resumeCardPayment'
> {
  const { clock, db } = deps;
  return {
    getCharge: async ({ id }, { tenant }) => answer(deps, tenant, await getTransparentCharge(deps, tenant, id)),

    listCharges: async (request, { tenant }) => {
      const { id, externalId } = request;
      const status = request.status && fromWire('CHARGE_STATUS', chargeStatuses, request.status);
      const method = request.method && fromWire('PAYMENT_METHOD', paymentMethods, request.method);
      const now = clock.now(tenant);
      const filter = { id, externalId, status, method };
      const charges = await listChargesFrom(db, tenant, 'TRANSPARENT', pageFromWire(request.page), filter, now);
      return {
        charges: charges.items.map((charge) => chargeToWire(charge, deps, now)),
        page: pageToWire(charges),
      };
    },

    resumeCardPayment: async ({ id, abandon }) => {
      const { tenant, charge, replacement, ...state } = await resumeCardAction(deps, everyTenant, id, abandon);
      const { publicUrl } = deps;
      return {
        ...state,
        tenant,
        charge: charge && chargeToWire(charge, { publicUrl }, clock.now(tenant)),
        replacement: replacement && toWire('CARD_REPLACEMENT_STATUS', replacement),
      };
    },

    resolveBoletoPdf: async ({ id, key }) => resolveBoletoPdf(deps, everyTenant, id, key),

    resolveCharge: async ({ id }) => {
      const { tenant, charge, merchantName, items, refunds } = await resolveChargeForReceipt(deps, everyTenant, id);
      return {
        tenant,
        // The address of the page is enough to see the receipt, and must not be enough to charge the card.
        charge: chargeToWire(charge, { publicUrl: deps.publicUrl }, clock.now(tenant)),
        merchantName,
        files: await chargeFileLinks(deps, tenant, charge, items),
        items: itemsToWire(items),
        refunds: [...refunds],
      };
    },
  };
}

function answer(deps: Tools, tenant: Tenant, charge: Charge): { readonly charge: ChargeMessage } {
  return { charge: chargeToWire(charge, deps, deps.clock.now(tenant)) };
}
