import type { Attempt } from './crash';
import type { Merchant } from './merchant';

/** The operator sends a Pix back that no charge asked for. */
export function returnOfKeyPayment(
  merchant: Merchant,
  id: string,
): Pick<Attempt, 'send' | 'ours' | 'identify' | 'events'> {
  const path = `/v2/key-payments/get?id=${id}`;
  let isAsked = false;
  return {
    send: async () => {
      if (!isAsked) await merchant.command('key-payments', 'return', '--store', merchant.storeId, '--id', id);
      isAsked = true;
      return merchant.api.get(path);
    },
    ours: async () => {
      const { status } = await merchant.get(path);
      return status === 'RETURNED' ? status : undefined;
    },
    identify: ({ json }) => json.data.id,
    events: () => Promise.resolve({ recordId: id, types: ['pix_key.received', 'pix_key.refunded'] }),
  };
}
