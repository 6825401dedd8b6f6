import { parseArgs } from 'node:util';
import { createIdSource, formatBrl, systemClock, toTenant } from '@pitanga/core';
import { connect, type Pool } from '@pitanga/database';
import { randomBytes } from '@pitanga/runtime';
import { assignToOperator } from './assign-owners';
import { findUnownedMoney, listUnownedStores, moneyRoutes, type MoneyRoute } from './unowned-money';

const usage = 'usage: owners [--store <store_…> [--operator PIX,BOLETO,CARD,PAYOUT|none]]';

/**
 * Prints what money of production stores was booked without an owner, by account and route. With `--operator` what came,
 * or left, by these routes of a store becomes the operator's; the rest stays the merchant's (docs/behaviour/money.md#owners).
 * @throws Error for wrong arguments
 */
export async function runOwners(
  databaseUrl: string,
  args: readonly string[],
  print: (line: string) => void,
): Promise<void> {
  const { store, routes } = readArguments(args);
  const db = connect({ url: databaseUrl, applicationName: 'owners', poolMax: 1 });
  try {
    if (store !== undefined && routes !== undefined) {
      await assign(db, store, routes, print);
      return;
    }
    const stores = store === undefined ? await listUnownedStores(db) : [store];
    if (stores.length === 0) print('All money of production stores has an owner.');
    for (const storeId of stores) {
      const money = await findUnownedMoney(db, toTenant(storeId, false));
      const parts = money.map(({ account, route, amountCents }) => `${account} by ${route} ${formatBrl(amountCents)}`);
      print(`${storeId}: ${parts.length === 0 ? 'nothing is left' : parts.join(', ')}`);
    }
  } finally {
    await db.destroy();
  }
}

async function assign(
  db: Pool,
  storeId: string,
  routes: readonly MoneyRoute[],
  print: (line: string) => void,
): Promise<void> {
  const tools = { clock: systemClock, ids: createIdSource(randomBytes) };
  const changes = await assignToOperator({ db, ...tools, tools }, toTenant(storeId, false), routes);
  if (changes.length === 0) print(`${storeId}: nothing changes`);
  for (const { account, changeCents } of changes) {
    print(`${storeId}: ${formatBrl(changeCents)} of ${account} became the operator's`);
  }
}

function readArguments(args: readonly string[]) {
  const text = { type: 'string' } as const;
  const { store, operator } = parseArgs({ args: [...args], options: { store: text, operator: text } }).values;
  if (operator === undefined) return { store, routes: undefined };
  const names = operator === 'none' ? [] : operator.split(',');
  const routes = moneyRoutes.filter((name) => names.includes(name));
  if (store === undefined || routes.length !== names.length) throw new Error(usage);
  return { store, routes };
}
