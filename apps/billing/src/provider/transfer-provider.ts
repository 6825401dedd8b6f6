import type { AccountOwner, PixKeyType, PixTarget, Tenant } from '@pitanga/core';
import type { RefundOrder, RefundReading } from './refund-reading';

/** A refund to a Pix key: a boleto cannot be returned (docs/behaviour/brazil.md#boleto-refund). */
export interface TransferOrder extends Omit<RefundOrder, 'target'> {
  readonly keyType: PixKeyType;
  /** In DICT form. */
  readonly key: string;
}

/** The payer of a charge, as far as the store knows them. */
export interface KnownPayer {
  /** Normalised. */
  readonly taxId: string;
  readonly email: string | undefined;
  readonly cellphone: string | undefined;
}

/** The owner of a key, as a look-up names it. */
export interface KeyOwner {
  /** CPF or CNPJ, with `*` for what the look-up does not show. */
  readonly taxId: string;
  /** Where the look-up tells it. */
  readonly name?: string | undefined;
}

/** Sends refunds of boletos as Pix transfers. Calls with the same order may be retried. */
export interface TransferProvider {
  readonly name: string;
  /** Whose the account is; undefined for the simulator, and of an account without an owner. */
  readonly owner?: AccountOwner | undefined;
  /**
   * The owner of a key; undefined when there is no such key.
   * @param payer banks require the tax id of who is to be paid back, or of the account that pays
   */
  lookupKey(target: PixTarget, payer: KnownPayer): Promise<KeyOwner | undefined>;
  sendTransfer(order: TransferOrder): Promise<RefundReading>;
  /** Undefined when the provider never got the order. */
  readTransfer(order: TransferOrder): Promise<RefundReading | undefined>;
}

/** Finds what sends refunds to Pix keys in production: the account that sends the payouts of a store, or none. */
export type FindTransfer = (tenant: Tenant) => Promise<TransferProvider | undefined>;
