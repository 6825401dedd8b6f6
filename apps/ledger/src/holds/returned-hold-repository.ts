import type { AccountOwner, Cents, Tenant } from '@pitanga/core';
import { cents, optional, table, text, timestamp, type Row, type Tx } from '@pitanga/database';
import { payoutPurposes, type Hold, type HoldPurpose, type HoldState } from './hold';

/** The hold of a payout, of which some may have come back. */
export interface ReturnableHold extends Pick<
  Hold,
  'id' | 'state' | 'purpose' | 'amountCents' | 'owner' | 'subAccountId' | 'statementEntryId'
> {
  readonly returnedCents: Cents;
}

const returnable = table('holds', {
  id: text('id'),
  state: text<HoldState>('state'),
  purpose: text<HoldPurpose>('purpose'),
  amountCents: cents('amount_cents'),
  returnedCents: cents('returned_cents'),
  owner: optional(text<AccountOwner>('owner')),
  subAccountId: optional(text('sub_account_id')),
  statementEntryId: text('statement_entry_id'),
});
const returned = table(returnable.name, { returnedCents: cents('returned_cents'), updatedAt: timestamp('updated_at') });

/** Locks the hold of a payout; undefined for any other hold. */
export async function lockReturnable(tx: Tx, tenant: Tenant, id: string): Promise<ReturnableHold | undefined> {
  const row: Row | undefined = await returnable
    .of(tx, tenant)
    .where({ id })
    .whereIn('purpose', payoutPurposes)
    .forUpdate()
    .first(returnable.columns);
  return row && returnable.fromRow(row);
}

/** Saves how much of a locked hold has come back. */
export async function saveReturned(
  tx: Tx,
  tenant: Tenant,
  id: string,
  returnedCents: Cents,
  updatedAt: Date,
): Promise<void> {
  await returnable.of(tx, tenant).where({ id }).update(returned.toRow({ returnedCents, updatedAt }));
}
