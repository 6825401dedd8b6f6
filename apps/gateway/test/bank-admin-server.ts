import { BankPayoutsServiceDefinition, type ConfigureBankPayoutsRequest } from '@pitanga/contracts';
import { notFound } from '@pitanga/core';
import type { RpcServer } from '@pitanga/rpc';

/** Payouts without an account at a bank: keeps what was configured, and that it was removed. */
export function addBankPayouts(
  server: RpcServer,
  received: { push(request: ConfigureBankPayoutsRequest): unknown },
  removed: string[],
): void {
  server.add(BankPayoutsServiceDefinition, {
    configureBankPayouts: (request) => {
      received.push(request);
      return Promise.resolve({});
    },
    getBankPayouts: () => Promise.reject(notFound('none')),
    testBankPayouts: () => Promise.resolve({ problems: ['Efí refuses to show sent Pix'] }),
    removeBankPayouts: () => {
      removed.push('payouts');
      return Promise.resolve({});
    },
    receiveBankNotice: () => Promise.resolve({}),
  });
}
