import type { AccountOwner } from '@pitanga/core';
import type { AsaasPayoutSettings } from '../asaas/asaas-settings';

/** The Asaas account that sends a store's production payouts. */
export interface AsaasAccount {
  /** Stored with what is sent through it; no secret. */
  readonly name: string;
  readonly settings: AsaasPayoutSettings;
  /** Last part of the address at which Asaas asks. */
  readonly segment: string;
  readonly owner: AccountOwner;
  /** When Asaas first asked whether money may leave; undefined: it never did. */
  readonly askedAt: Date | undefined;
  /** Since when it sends nothing, because money left that Asaas had not asked about. */
  readonly stoppedAt: Date | undefined;
  readonly updatedAt: Date;
}

/** The address that is to be set in Asaas's interface. */
export function validationUrl({ segment }: Pick<AsaasAccount, 'segment'>, publicUrl: string): string {
  return `${publicUrl}/callbacks/asaas-withdrawals/${segment}`;
}
