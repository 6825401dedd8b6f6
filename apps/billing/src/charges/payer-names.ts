import type { Tenant } from '@pitanga/core';
import { optional, table, text, type Db } from '@pitanga/database';
import type { Charge } from './charge';

/** Who paid, as their bank or card says it; before that who is to pay. Undefined where nothing says it, or it was erased. */
export function payerName(
  { payer, boleto }: Pick<Charge, 'payer' | 'boleto'>,
  customerName: string | undefined,
): string | undefined {
  return payer?.name ?? customerName ?? boleto?.payerName;
}

const named = table('charges', { id: text('id'), name: optional(text('name')) });

const namesSql = `
  select c.id, coalesce(c.payer_name, k.name, c.boleto_payer_name) as name from charges c
  left join customers k on k.store_id = :storeId and k.dev_mode = :devMode and k.id = c.customer_id
  where c.store_id = :storeId and c.dev_mode = :devMode and c.id = any(:ids)`;

/** The same of charges by their ids. */
export async function findPayerNames(
  db: Db,
  { storeId, devMode }: Tenant,
  ids: readonly string[],
): Promise<ReadonlyMap<string, string | undefined>> {
  if (ids.length === 0) return new Map();
  const { rows } = await db.raw<{ rows: Record<string, unknown>[] }>(namesSql, { storeId, devMode, ids: [...ids] });
  return new Map(rows.map((row) => named.fromRow(row)).map(({ id, name }) => [id, name]));
}
