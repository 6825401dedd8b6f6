import type { BankSender } from '../provider/bank-sender';
import { checkInterAccount } from './inter-account-check';
import { createInterPayoutProvider, interCapabilities } from './inter-payout-provider';
import { namedOrders } from './inter-values';

/** Banco Inter sends what leaves a store by the account that takes its Pix. */
export const interSender: BankSender = {
  capabilities: interCapabilities,
  create: createInterPayoutProvider,
  check: checkInterAccount,
  named: namedOrders,
  registerCallback: async (client, webhookUrl) => {
    const call = { operation: 'set_payout_webhook', method: 'PUT', isRepeatable: true } as const;
    await client.accepted({ ...call, path: '/banking/v2/webhooks/pix-pagamento', body: { webhookUrl } });
  },
};
