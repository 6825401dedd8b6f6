import { Client as PgClient } from 'pg';
import type { World } from '../faults/world';
import type { Providers } from '../load/providers';

/** What an account made without an answer, and what a payer could still pay there although another made the charge. */
export async function payableOrphans({ platform }: World, accounts: Providers['accounts']): Promise<string[]> {
  const db = new PgClient(platform.wiring.databaseUrls.billing);
  await db.connect();
  try {
    const { rows } = await db.query<Orphan>('select provider, reference from charge_orphans');
    return rows
      .filter((orphan) => isPayable(accounts, orphan))
      .map(({ provider, reference }) => `${reference} can be paid at ${provider}, too`);
  } finally {
    await db.end();
  }
}

interface Orphan {
  readonly provider: string;
  readonly reference: string;
}

function isPayable({ first, second }: Providers['accounts'], { provider, reference }: Orphan): boolean {
  if (provider === 'asaas') {
    return second.findPayments(reference).some(({ deleted, status }) => !deleted && status === 'PENDING');
  }
  if (!first.books.charges().includes(reference)) return false;
  return (first.books.getCharge('cob', reference) as { readonly status?: string }).status === 'ATIVA';
}
