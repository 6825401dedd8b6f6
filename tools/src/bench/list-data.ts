import { Client } from 'pg';

/** Charges of one environment of the store, evenly spread over the past. */
export interface ListOf {
  readonly devMode: boolean;
  readonly count: number;
  /** From the newest to the oldest. */
  readonly days: number;
}

/** So many charges of every list are pending, and as many are boletos; all others are paid or expired Pix. */
export const rareCount = 20;

const msPerDay = 86_400_000;

/** The creation of the list's n-th newest charge, whose external id is `order-n`. */
export function createdAt({ count, days }: ListOf, number: number, now: Date): Date {
  return new Date(now.getTime() - (number * days * msPerDay) / count);
}

const digits = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';

/** As ids begin: nine digits in base 62, so that they sort by creation. */
const idTimeSql = Array.from(
  { length: 9 },
  (_, index) => `substr('${digits}', (ms / ${String(62 ** (8 - index))} % 62)::int + 1, 1)`,
).join(' || ');

const isRareSql = (remainder: number): string => `n % ($4::int / ${String(rareCount)}) = ${String(remainder)}`;
const isPendingSql = isRareSql(7);
const isBoletoSql = isRareSql(11);

/** What differs from the template; whatever else a charge has is copied. */
const columns: Readonly<Record<string, string>> = {
  id: `case when ${isBoletoSql} then 'char_' else 'pix_char_' end || ${idTimeSql} || suffix`,
  dev_mode: '$2::boolean',
  external_id: `'order-' || n`,
  method: `case when ${isBoletoSql} then 'BOLETO' else 'PIX' end`,
  status: `case when ${isPendingSql} then 'PENDING' when n % 5 = 0 then 'EXPIRED' else 'PAID' end`,
  // Nothing for the expiry job to do.
  expires_at: `created + interval '2 years'`,
  paid_at: 'created',
  txid: `'bench' || $2::boolean || n`,
  bar_code: `case when ${isBoletoSql} then repeat('0', 44) end`,
  digitable_line: `case when ${isBoletoSql} then repeat('0', 47) end`,
  due_date: `case when ${isBoletoSql} then created::date end`,
  created_at: 'created',
  updated_at: 'created',
};

/**
 * Writes lists into billing's database, past the API and its events: a million charges take about a minute, on two
 * connections. The template, any Pix charge, gives them their store and everything that makes their size; it is removed.
 */
export async function fillLists(databaseUrl: string, template: string, lists: readonly ListOf[], now: Date) {
  const [one, other] = [await connected(databaseUrl), await connected(databaseUrl)];
  try {
    const { rows } = await one.query<{ column_name: string }>(
      `select column_name from information_schema.columns where table_schema = 'public' and table_name = 'charges' and is_generated = 'NEVER'`,
    );
    const names = rows.map((row) => row.column_name);
    const values = names.map((name) => columns[name] ?? `template.${name}`);
    const sql = `insert into charges (${names.join(', ')}) select ${values.join(', ')}
      from charges template, generate_series($6::int, $7::int) n,
        lateral (select $3::timestamptz - n * $5::float8 * interval '1 millisecond' as created) time,
        lateral (select (extract(epoch from created) * 1000)::bigint as ms, substr(md5(n::text), 1, 15) as suffix) parts
      where template.id = $1 order by n desc`;
    for (const { devMode, count, days } of lists) {
      const half = Math.floor(count / 2);
      const values = [template, devMode, now, count, (days * msPerDay) / count];
      await Promise.all([one.query(sql, [...values, half + 1, count]), other.query(sql, [...values, 1, half])]);
    }
    await one.query('delete from charges where id = $1', [template]);
    await one.query('vacuum analyze charges');
  } finally {
    await Promise.all([one.end(), other.end()]);
  }
}

/** Forgets every charge, so that a list holds only what is written next, and what follows finds the table small. */
export async function forgetCharges(databaseUrl: string): Promise<void> {
  const client = await connected(databaseUrl);
  try {
    await client.query('truncate charges cascade');
    await client.query('analyze charges');
  } finally {
    await client.end();
  }
}

async function connected(connectionString: string): Promise<Client> {
  const client = new Client({ connectionString });
  await client.connect();
  return client;
}
