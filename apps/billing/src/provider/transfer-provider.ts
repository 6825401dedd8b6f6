import type { PixKeyType } from '@pitanga/core';
import type { RefundOrder, RefundReading } from './refund-reading';

/** A refund that goes to a Pix key: a boleto has no way back of its own (docs/behaviour/brazil.md#boleto-refund). */
export interface TransferOrder extends Omit<RefundOrder, 'target'> {
  readonly keyType: PixKeyType;
  /** In the form of the DICT. */
  readonly key: string;
}

/** Sends refunds of boletos as Pix transfers. Calls may be repeated with the same order. */
export interface TransferProvider {
  readonly name: string;
  sendTransfer(order: TransferOrder): Promise<RefundReading>;
  /** Undefined when the provider never got the order. */
  readTransfer(order: TransferOrder): Promise<RefundReading | undefined>;
}
