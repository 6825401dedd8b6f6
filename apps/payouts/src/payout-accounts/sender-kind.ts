import { isAsaasName } from '../asaas/asaas-account-check';
import { isBankName } from '../bank-accounts/bank-account';
import { simulatedPayoutProvider } from '../provider/simulated-payout-provider';

/**
 * The store's account, as its providers are named to people, by the name that is stored with what was sent through it. Undefined
 * of what was not sent, and of the simulator.
 */
export function findSenderKind(name: string | undefined): 'ASAAS' | 'BACEN_PIX' | 'HTTP_PAYOUTS' | undefined {
  if (name === undefined || name === simulatedPayoutProvider.name) return undefined;
  if (isAsaasName(name)) return 'ASAAS';
  // All others are named by an https address.
  return isBankName(name) ? 'BACEN_PIX' : 'HTTP_PAYOUTS';
}
