/** For `npm run providers:check`: the suite that judges the adapters in the tests, and the adapters to judge. */
export { createAsaasPayoutProvider } from '../src/asaas/asaas-payout-provider';
export type { KnownOrder, OrderBook } from '../src/asaas/order-book';
export { parseWithdrawalAsk } from '../src/asaas/withdrawal-ask';
export { checkedBankSettings } from '../src/bank-accounts/bank-account';
export { createSendingClient } from '../src/bank-accounts/bank-payouts';
export { efiSender } from '../src/efi/efi-sender';
export { createPayoutMetrics } from '../src/metrics';
export type { PayoutOrder, PayoutProvider } from '../src/provider/payout-provider';
export { payoutProviderRules, type PayoutNeed, type PayoutProviderUnderTest } from './payout-provider.conformance';
