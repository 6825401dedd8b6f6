import { toWire, type PayoutAdapter, type PayoutCapabilityServiceDefinition } from '@pitanga/contracts';
import type { RpcHandlers } from '@pitanga/rpc';
import { asaasCapabilities } from '../asaas/asaas-payout-provider';
import { bankSenders } from '../bank-accounts/bank-senders';
import { httpPayoutsCapabilities } from '../http-payouts/http-payout-provider';
import type { PayoutCapabilities } from '../provider/payout-provider';

/** In the order of `createProviderFinder`. */
const adapters: readonly PayoutAdapter[] = [
  toAdapter('HTTP_PAYOUTS', undefined, httpPayoutsCapabilities),
  ...Object.entries(bankSenders).map(([bank, { capabilities }]) => toAdapter('BACEN_PIX', bank, capabilities)),
  toAdapter('ASAAS', undefined, asaasCapabilities),
];

export function payoutCapabilityHandlers(): RpcHandlers<PayoutCapabilityServiceDefinition> {
  return { getPayoutCapabilities: () => Promise.resolve({ adapters: [...adapters] }) };
}

function toAdapter(
  provider: string,
  bank: string | undefined,
  { ownerCheck, ...can }: PayoutCapabilities,
): PayoutAdapter {
  return { provider, bank, ownerCheck: toWire('OWNER_CHECK', ownerCheck), ...can };
}
