import { hash } from 'node:crypto';
import type { Tenant } from '@pitanga/core';
import { createSigner } from '../../../signer';

/** Whose page it is, and of what. */
export interface PortalSubject {
  readonly customerId: string;
  readonly checkoutId: string;
}

/**
 * The secret in the address of a customer portal: a keyed hash of whose it is, so that a repeat answers the same address
 * although it is kept nowhere. Billing has the hash of it.
 */
export interface PortalTokens {
  /** 32 characters, 192 bits. */
  of(tenant: Tenant, subject: PortalSubject): string;
}

const tokenLength = 32;

/** @param key 32 bytes in base64 */
export function createPortalTokens(key: string): PortalTokens {
  const { sign } = createSigner(key, tokenLength);
  return {
    of: ({ storeId, devMode }, { customerId, checkoutId }) =>
      sign('customer portal', [storeId, devMode ? 'dev' : 'prod', customerId, checkoutId].join('\n')),
  };
}

/** In hex. */
export function hashPortalToken(token: string): string {
  return hash('sha256', token);
}
