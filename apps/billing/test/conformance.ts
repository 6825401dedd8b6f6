/** For `npm run providers:check`: the suites that judge the adapters in the tests, and the adapters to judge. */
export { createAsaasAdapter, type AsaasAdapter } from '../src/asaas/asaas-adapter';
export { createAsaasMetrics } from '../src/asaas/asaas-metrics';
export { readAsaasAccountId } from '../src/asaas/asaas-owner';
export { createPixMetrics } from '../src/bacen-pix/pix-metrics';
export { checkedAccount } from '../src/pix-accounts/pix-account';
export { createPixAdapter, type BankAdapter } from '../src/pix-accounts/pix-accounts';
export type { BoletoProvider } from '../src/provider/boleto-provider';
export type { CardAction, CardProvider } from '../src/provider/card-provider';
export type { PixProvider } from '../src/provider/pix-provider';
export { boletoProviderRules } from './boleto-provider.conformance';
export { disputeProviderRules } from './dispute-provider.conformance';
export { anOrder as aCardOrder, cardProviderRules } from './card-provider.conformance';
export { beginRun, madeReferences, newReference, type MadeReference } from './conformance-run';
export { pixProviderRules } from './pix-provider.conformance';
