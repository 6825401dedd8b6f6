import type { Owned } from '@pitanga/core';
import { createBatchQueue, databaseFailure, transact } from '@pitanga/database';
import { confirmPayments, type Confirmation } from '../charging/confirm-payment';
import type { PaymentNotice } from '../charging/payment-notice';
import type { Deps } from '../deps';

/**
 * {@link confirmPayments} of the cycles of one call, of what comes within one turn of the event loop, and then of what
 * came while that was written. The function returned answers undefined when a fault undid all that were written together:
 * each is then to be confirmed in a transaction of its own.
 * @throws when the database failed; nothing is known of the payments then
 */
export function confirmTogether(
  deps: Deps,
  paymentsMax: number,
): (payment: Owned<PaymentNotice>) => Promise<Confirmation | undefined> {
  const queue = createBatchQueue<{ readonly payment: Owned<PaymentNotice>; confirmed: Confirmation | undefined }>({
    queuedMax: paymentsMax,
    batchMax: paymentsMax,
    writers: 1,
    size: () => 1,
    write: async (items) => {
      const confirmed = await confirmOrUndo(
        deps,
        items.map(({ payment }) => payment),
      );
      for (const [index, item] of items.entries()) item.confirmed = confirmed[index];
      return [];
    },
    // It throws only when the database failed; what was written then is a repeat when it is tried again.
    isPermanent: () => false,
    busy: () => new Error(`more than ${paymentsMax} payments at once`),
  });
  return async (payment) => {
    const item = { payment, confirmed: undefined };
    await queue.submit(item);
    return item.confirmed;
  };
}

async function confirmOrUndo(deps: Deps, payments: readonly Owned<PaymentNotice>[]): Promise<readonly Confirmation[]> {
  try {
    return await transact(deps, (tx) => confirmPayments(tx, payments));
  } catch (error) {
    if (databaseFailure(error) !== undefined) throw error;
    deps.log.error({ err: error, payments: payments.length }, 'cycles could not be confirmed together');
    return [];
  }
}
