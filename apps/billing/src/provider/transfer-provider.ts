import type { PixKeyType } from '@pitanga/core';
import type { RefundOrder, RefundReading } from './refund-reading';

/** A refund to a Pix key: a boleto cannot be returned (docs/behaviour/brazil.md#boleto-refund). */
export interface TransferOrder extends Omit<RefundOrder, 'target'> {
  readonly keyType: PixKeyType;
  /** In DICT form. */
  readonly key: string;
}

/** Sends refunds of boletos as Pix transfers. Calls with the same order may be retried. */
export interface TransferProvider {
  readonly name: string;
  sendTransfer(order: TransferOrder): Promise<RefundReading>;
  /** Undefined when the provider never got the order. */
  readTransfer(order: TransferOrder): Promise<RefundReading | undefined>;
}
