import { toWire, type CapabilityServiceDefinition, type MethodCapabilities } from '@pitanga/contracts';
import type { RpcHandlers } from '@pitanga/rpc';
import type { Deps } from '../deps';
import type { Providers } from '../provider/providers';
import { toAccepts } from '../returning/dispute-files';

export function capabilityHandlers(deps: Pick<Deps, 'findProviders'>): RpcHandlers<CapabilityServiceDefinition> {
  return {
    getCapabilities: async (_request, { tenant }) => ({
      methods: readCapabilities(await deps.findProviders(tenant)),
    }),
  };
}

/** What the ports of a store's providers declare: there is no other list of it. */
function readCapabilities({ pix, boleto, card, transfer, dispute }: Providers): MethodCapabilities[] {
  const readDisputes = (provider: string) => (dispute?.name === provider ? toAccepts(dispute.capabilities) : undefined);
  const common = { refunds: true, refundNeedsKey: false, installmentsMax: undefined };
  return [
    ...(pix ? [{ ...common, method: toWire('PAYMENT_METHOD', 'PIX'), name: pix.name }] : []),
    // It goes back by a transfer to a key, or not at all.
    ...(boleto
      ? [
          {
            ...common,
            method: toWire('PAYMENT_METHOD', 'BOLETO'),
            name: boleto.name,
            refunds: transfer !== undefined,
            refundNeedsKey: transfer !== undefined,
          },
        ]
      : []),
    ...(card
      ? [
          {
            ...common,
            method: toWire('PAYMENT_METHOD', 'CARD'),
            name: card.name,
            installmentsMax: card.installmentsMax,
          },
        ]
      : []),
  ].map(({ name, ...rest }) => ({ ...rest, provider: name, disputes: readDisputes(name) }));
}
