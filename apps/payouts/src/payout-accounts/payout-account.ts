import type { AccountOwner } from '@pitanga/core';
import type { HttpPayoutsConfig } from '../http-payouts/http-payouts-config';

/** The provider that sends a store's production payouts. */
export interface PayoutAccount {
  readonly settings: HttpPayoutsConfig;
  /** Last part of the address that the provider calls; the calls are also signed. */
  readonly segment: string;
  /** Undefined of an account that an earlier release set: it sends as one of the operator until the operator says its owner. */
  readonly owner?: AccountOwner | undefined;
  readonly updatedAt: Date;
}

/** 256 bits in base 62. */
const segmentLength = 43;

export function newSegment(ids: { token(length: number): string }): string {
  return ids.token(segmentLength);
}

/** The address that the provider is to call. */
export function callbackUrl({ settings, segment }: PayoutAccount, publicUrl: string): string {
  return `${settings.callbackBaseUrl ?? publicUrl}/callbacks/payouts/${segment}`;
}
