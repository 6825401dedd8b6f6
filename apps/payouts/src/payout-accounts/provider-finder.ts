import { isAsaasName } from '../asaas/asaas-account-check';
import { isBankName } from '../bank-accounts/bank-account';
import type { BankPayouts } from '../bank-accounts/bank-payouts';
import type { AsaasPayouts } from '../asaas-accounts/asaas-payouts';
import type { ProviderOf } from '../provider/payout-provider';
import { simulatedPayoutProvider } from '../provider/simulated-payout-provider';
import type { PayoutAccounts } from './payout-accounts';

/**
 * A store with an account of HTTP_PAYOUTS sends through it, one without through its bank, one without that through its account at
 * Asaas; what was sent is read where it was sent, whichever was connected since. Production is never simulated.
 */
export function createProviderFinder(http: PayoutAccounts, banks: BankPayouts, asaas: AsaasPayouts): ProviderOf {
  return async (tenant, sentThrough) => {
    if (tenant.devMode) return simulatedPayoutProvider;
    if (sentThrough === undefined) return (await http.of(tenant)) ?? (await banks.of(tenant)) ?? asaas.of(tenant);
    if (isBankName(sentThrough)) return banks.of(tenant);
    return isAsaasName(sentThrough) ? asaas.of(tenant) : http.of(tenant);
  };
}
