import type { Tenant } from '@pitanga/core';
import type { Db } from '@pitanga/database';
import { findAgreement } from '../agreements/agreement-repository';
import { findShownCard, type ShownCard } from '../cards/card-repository';

/** The card that a subscription is charged to next; undefined when it has ended, or is not paid by card. */
export async function findCardOnFile(db: Db, tenant: Tenant, subscriptionId: string): Promise<ShownCard | undefined> {
  const agreement = await findAgreement(db, tenant, subscriptionId);
  if (agreement?.cardId === undefined || agreement.status !== 'ACTIVE') return undefined;
  return findShownCard(db, tenant, agreement.cardId);
}
