import type { Tenant } from '@pitanga/core';
import type { Db } from '@pitanga/database';
import type { Agreement } from './agreement';
import { rowToAgreement, type AgreementRow } from './agreement-repository';

export async function findAgreement(db: Db, tenant: Tenant, subscriptionId: string): Promise<Agreement | undefined> {
  return findOne(db, tenant, { subscription_id: subscriptionId });
}

/** The ACTIVE subscription of a customer from one checkout: there is one at most. */
export async function findActiveAgreement(
  db: Db,
  tenant: Tenant,
  checkoutId: string,
  customerId: string,
): Promise<Agreement | undefined> {
  return findOne(db, tenant, { checkout_id: checkoutId, customer_id: customerId, status: 'ACTIVE' });
}

async function findOne(
  db: Db,
  tenant: Tenant,
  keys: Readonly<Partial<Record<keyof AgreementRow, string>>>,
): Promise<Agreement | undefined> {
  const where = { store_id: tenant.storeId, dev_mode: tenant.devMode, ...keys };
  const row = (await db('agreements').where(where).first()) as AgreementRow | undefined;
  return row && rowToAgreement(row);
}
