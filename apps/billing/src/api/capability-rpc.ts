import {
  toWire,
  type AdapterMethods,
  type CapabilityServiceDefinition,
  type MethodCapabilities,
} from '@pitanga/contracts';
import type { Tenant } from '@pitanga/core';
import type { RpcHandlers } from '@pitanga/rpc';
import type { Deps } from '../deps';
import type { PaymentMethod } from '../money/fees';
import { adapterMethods } from '../production-providers';
import type { CardProvider } from '../provider/card-provider';
import { findAdapter, type Adapters, type ProviderAccount, type Providers } from '../provider/providers';
import { refundRail } from '../refunds/refund';
import { toAccepts } from '../returning/dispute-files';
import { findRefundPort } from '../returning/refund-provider';
import { findRefundProviders } from '../returning/refund-providers';

type CapabilityDeps = Pick<Deps, 'clock' | 'findProviders' | 'findTransfer' | 'log'>;

export function capabilityHandlers(deps: CapabilityDeps): RpcHandlers<CapabilityServiceDefinition> {
  return {
    getCapabilities: async (_request, { tenant }) => {
      const providers = await findDeclaring(deps, tenant);
      return {
        methods: (['PIX', 'BOLETO', 'CARD'] as const).flatMap((method) =>
          findTakers(providers, method).flatMap((taker, index) => {
            const standing = { position: index + 1, ...readHealth(taker, method, deps.clock.real()) };
            return readCapabilities(providers, method, taker).map((port) => ({ ...port, ...standing }));
          }),
        ),
        adapters: Object.entries(adapterMethods).map(toAdapterMethods),
      };
    },
  };
}

/** While payouts does not answer, what it would send counts as not sent. */
async function findDeclaring(deps: CapabilityDeps, tenant: Tenant): Promise<Providers> {
  try {
    return await findRefundProviders(deps, tenant);
  } catch (err) {
    deps.log.warn({ err, storeId: tenant.storeId }, 'whether refunds to keys are sent was not found');
    return deps.findProviders(tenant);
  }
}

type Taker = Pick<Adapters, 'pix' | 'boleto' | 'card'> & Partial<Pick<ProviderAccount, 'health'>>;

type Standing = 'position' | 'isResting' | 'failedAt';

/** The accounts that take a method, in their order; in dev mode what simulates it. */
function findTakers(providers: Providers, method: PaymentMethod): readonly Taker[] {
  return providers.order?.[method] ?? [providers];
}

/** What the ports of one account declare: there is no other list of it. */
function readCapabilities(
  providers: Providers,
  method: PaymentMethod,
  { pix, boleto, card }: Taker,
): readonly Omit<MethodCapabilities, Standing>[] {
  const port = { PIX: pix, BOLETO: boleto, CARD: card }[method];
  if (!port) return [];
  const rail = refundRail(method);
  const refunds = findRefundPort(providers, { rail, provider: port.name }) !== undefined;
  const dispute = findAdapter(providers, 'dispute', port.name);
  return [
    {
      method: toWire('PAYMENT_METHOD', method),
      provider: port.name,
      refunds,
      // It goes back by a transfer to a key, or not at all.
      refundNeedsKey: refunds && rail === 'TRANSFER',
      ...(method === 'CARD' && card ? readCardCapabilities(card) : {}),
      disputes:
        dispute?.name === port.name && dispute.methods.includes(method) ? toAccepts(dispute.capabilities) : undefined,
    },
  ];
}

/** Nothing fails in a simulation. */
function readHealth(
  { health }: Taker,
  method: PaymentMethod,
  now: Date,
): Pick<MethodCapabilities, 'isResting' | 'failedAt'> {
  const seen = health?.(method);
  return { isResting: seen?.isResting(now) ?? false, failedAt: seen?.failedAt() };
}

function readCardCapabilities({ installmentsMax, canRenew, canVerify, fields }: CardProvider) {
  return { installmentsMax, renews: canRenew, verifies: canVerify, isTypedAtProvider: fields?.kind === 'HOSTED' };
}

function toAdapterMethods([provider, methods]: [string, readonly PaymentMethod[]]): AdapterMethods {
  return { provider, methods: methods.map((method) => toWire('PAYMENT_METHOD', method)) };
}
