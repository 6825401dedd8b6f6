import { toBase62, type Tenant } from '@pitanga/core';
import type { Sealer } from '@pitanga/runtime';

/** What names a person: a customer's id, or a tax id. */
export type PersonKey = { readonly customerId: string } | { readonly taxId: string };

/** What still needs data of an erased person: an active subscription its card, a refund on its way its Pix key. */
export type ErasureWait = 'SUBSCRIPTION' | 'REFUND' | 'OPEN_CHARGE';

/** The data of a person that is to be erased. */
export interface Erasure {
  /** Id of the customer, or the reference of a payer. */
  readonly id: string;
  /** Store time. */
  readonly requestedAt: Date;
}

const payerRefPrefix = 'payer_';

export function isPayerRef(id: string): boolean {
  return id.startsWith(payerRefPrefix);
}

/**
 * Stands for a tax id in one store and environment. Made with the service's key: without it one cannot try all tax ids,
 * and the references of two stores do not show that they have a payer in common.
 */
export function derivePayerRef(sealer: Sealer, { storeId, devMode }: Tenant, taxId: string): string {
  const keyed = sealer.fingerprint(['payer', storeId, devMode ? 'dev' : 'prod', taxId].join(' '));
  const pieces = [0, 6, 12].map((offset) => toBase62(keyed.readUIntBE(offset, 6), 8));
  return payerRefPrefix + pieces.join('');
}
