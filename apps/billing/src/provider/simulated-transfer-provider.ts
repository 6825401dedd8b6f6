import { simulatedRefund } from './simulated-refund';
import type { TransferProvider } from './transfer-provider';

/** Dev mode: simulates the refunds of boletos. */
export const simulatedTransferProvider: TransferProvider = {
  name: 'simulated',
  sendTransfer: (order) => Promise.resolve(simulatedRefund(order)),
  readTransfer: (order) => Promise.resolve(simulatedRefund(order)),
};
