import type { AccountOwner, Cents } from '@pitanga/core';
import type { SavedCard } from '../cards/card';
import type { Charge } from '../charges/charge';
import type { PaymentMethod } from '../money/fees';
import type { NextCode } from './replace-code';

/** A verified payment, as a provider or the simulator reports it. */
export interface PaymentNotice {
  readonly chargeId: string;
  /** The charge, if the caller has read it. */
  readonly known?: Charge | undefined;
  /** The saved card of the charge, if the caller has read it. */
  readonly card?: SavedCard | undefined;
  /** A boleto may be paid by its Pix code. */
  readonly rail: PaymentMethod;
  readonly amountCents: Cents;
  /** Identifies the payment: a repeat with the same reference is the same payment. */
  readonly reference: string;
  /** When the provider received it; absent means now. It decides whether the payment is in time. */
  readonly paidAt?: Date | undefined;
  /** Whose account it came in by: who attests it; absent for the simulator. */
  readonly owner?: AccountOwner | undefined;
  readonly payer: { readonly name: string | undefined; readonly taxId: string | undefined } | undefined;
  /** The code that takes the place of the paid one if the payer is refused; absent where it stays payable. */
  readonly nextCode?: NextCode | undefined;
  /** Joins the charge's metadata. */
  readonly metadataJson?: string | undefined;
  /** Refuses a late payment (simulations) instead of recording and returning it. */
  readonly refusedWhenLate?: boolean | undefined;
}
