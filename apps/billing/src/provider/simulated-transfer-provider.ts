import { simulatedRefund } from './simulated-refund';
import type { TransferProvider } from './transfer-provider';

/** Dev mode: a boleto's refund goes to a Pix key the way every simulated refund goes. */
export const simulatedTransferProvider: TransferProvider = {
  name: 'simulated',
  sendTransfer: (order) => Promise.resolve(simulatedRefund(order)),
  readTransfer: (order) => Promise.resolve(simulatedRefund(order)),
};
