import { isAppError, normalizePixKey, type PixKeyType, type PixTarget } from '@pitanga/core';
import { simulatedRefund } from './simulated-refund';
import type { KeyOwner, KnownPayer, TransferProvider } from './transfer-provider';

/**
 * Dev mode: simulates the refunds of boletos. Its look-up knows the payer's own e-mail and phone, and of a key containing
 * `mismatch` that it is another's; of every other key it shows nothing of the owner.
 */
export const simulatedTransferProvider: TransferProvider = {
  name: 'simulated',
  lookupKey: (target, payer) => Promise.resolve(simulatedOwner(target, payer)),
  sendTransfer: (order) => Promise.resolve(simulatedRefund(order)),
  readTransfer: (order) => Promise.resolve(simulatedRefund(order)),
};

/** Not of the payer, masked as by a look-up. */
const anotherOwner = '***.999.999-**';
const hiddenOwner = '***.***.***-**';

function simulatedOwner({ type, key }: PixTarget, { taxId, email, cellphone }: KnownPayer): KeyOwner {
  if (key.toLowerCase().includes('mismatch')) return { taxId: anotherOwner };
  const isOwn = isSameKey('EMAIL', email) || isSameKey('PHONE', cellphone);
  return isOwn ? { taxId, name: 'Titular simulado' } : { taxId: hiddenOwner };

  function isSameKey(ownType: PixKeyType, text: string | undefined): boolean {
    if (text === undefined || type !== ownType) return false;
    try {
      return normalizePixKey(ownType, text) === key;
    } catch (error) {
      // The payer's data need not be a key.
      if (!isAppError(error)) throw error;
      return false;
    }
  }
}
