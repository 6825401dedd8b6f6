import {
  toWire,
  type AdapterMethods,
  type CapabilityServiceDefinition,
  type MethodCapabilities,
} from '@pitanga/contracts';
import type { RpcHandlers } from '@pitanga/rpc';
import type { Deps } from '../deps';
import type { PaymentMethod } from '../money/fees';
import { adapterMethods } from '../production-providers';
import type { CardProvider } from '../provider/card-provider';
import type { Providers } from '../provider/providers';
import { refundRail } from '../refunds/refund';
import { toAccepts } from '../returning/dispute-files';
import { refundPort } from '../returning/refund-provider';

export function capabilityHandlers(deps: Pick<Deps, 'findProviders'>): RpcHandlers<CapabilityServiceDefinition> {
  return {
    getCapabilities: async (_request, { tenant }) => ({
      methods: readCapabilities(await deps.findProviders(tenant)),
      adapters: Object.entries(adapterMethods).map(toAdapterMethods),
    }),
  };
}

/** What the ports of a store's providers declare: there is no other list of it. */
function readCapabilities(providers: Providers): MethodCapabilities[] {
  const { pix, boleto, card, dispute } = providers;
  const taken: readonly (readonly [PaymentMethod, { readonly name: string } | undefined])[] = [
    ['PIX', pix],
    ['BOLETO', boleto],
    ['CARD', card],
  ];
  return taken.flatMap(([method, provider]) => {
    if (!provider) return [];
    const rail = refundRail(method);
    const refunds = refundPort(providers, rail) !== undefined;
    return {
      method: toWire('PAYMENT_METHOD', method),
      provider: provider.name,
      refunds,
      // It goes back by a transfer to a key, or not at all.
      refundNeedsKey: refunds && rail === 'TRANSFER',
      ...(method === 'CARD' && card ? readCardCapabilities(card) : {}),
      disputes: dispute?.name === provider.name ? toAccepts(dispute.capabilities) : undefined,
    };
  });
}

function readCardCapabilities({ installmentsMax, canRenew, canVerify, fields }: CardProvider) {
  return { installmentsMax, renews: canRenew, verifies: canVerify, isTypedAtProvider: fields?.kind === 'HOSTED' };
}

function toAdapterMethods([provider, methods]: [string, readonly PaymentMethod[]]): AdapterMethods {
  return { provider, methods: methods.map((method) => toWire('PAYMENT_METHOD', method)) };
}
