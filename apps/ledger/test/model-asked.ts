import type { Cents, Tenant } from '@pitanga/core';
import type { AdvanceInput, AdvanceTerms } from '../src/booking/make-advance';
import type { TransferInput } from '../src/booking/make-transfer';
import type { PaidCharge } from '../src/charges/capture';
import type { ReserveInput } from '../src/holds/hold-rules';
import type { Entry } from '../src/journals/journal';
import type { ChargePartTaking } from '../src/pending-parts/pending-part';

/** A journal as the database has it. */
export interface Booked {
  readonly id: string;
  readonly kind: string;
  readonly referenceId: string;
  readonly entries: readonly Entry[];
  /** Of an advance: from which parts. */
  readonly takings: readonly ChargePartTaking[];
}

/** Everything that the calls of a history may have requested. */
export interface Asked {
  readonly tenant: Tenant;
  readonly charges: ReadonlyMap<string, PaidCharge>;
  /** By hold; more than one where a repeat had another amount. */
  readonly reserves: ReadonlyMap<string, readonly ReserveInput[]>;
  readonly disputes: ReadonlyMap<string, { readonly chargeId: string; readonly amountCents: Cents }>;
  readonly overpayments: ReadonlyMap<string, Cents>;
  readonly topUps: ReadonlyMap<string, PaidCharge>;
  readonly advances: ReadonlyMap<string, AdvanceInput & AdvanceTerms & { readonly now: Date }>;
  /** Between the store and its sub-accounts, by id. */
  readonly transfers: ReadonlyMap<string, TransferInput>;
}

export function known<T>(values: ReadonlyMap<string, T>, id: string): T {
  const value = values.get(id);
  if (value === undefined) throw new Error(`the model does not know ${id}`);
  return value;
}
