import { parseArgs } from 'node:util';
import { saoPauloDay, systemClock, toTenant, type Cents, type Tenant } from '@pitanga/core';
import { connect, buildDatabaseUrl } from '@pitanga/database';
import { checkedRanges } from '@pitanga/provider-account';
import { createLog, createMetrics, sealerFromConfig } from '@pitanga/runtime';
import type { BillingConfig } from './config';
import type { Deps } from './deps';
import { readStripeMoney } from './managing/sync-stripe-money';
import { readStripeBalance } from './stripe/stripe-money';
import { createStripeMetrics } from './stripe/stripe-metrics';
import { createStripeAccounts } from './stripe-accounts/stripe-accounts';
import { stripeAccountNotFound } from './stripe-accounts/stripe-account-errors';
import { findLostDisputes, listStoredEntries } from './stripe-entries/stripe-entry-repository';
import { formatSigned as money, writeSettlement } from './settlements/settlement-file';
import { settle, type Settlement } from './stripe-entries/settlement';

const usage = 'usage: stripe-settlement --store <store_…> --file <settlement.csv>';

/** The program: `node main.js stripe-settlement --store <store_…> --file <csv>`. */
export async function runSettlementProgram(config: BillingConfig, args: readonly string[]): Promise<boolean> {
  const { store, file } = readArguments(args);
  const db = connect({ url: buildDatabaseUrl(config), applicationName: 'stripe-settlement', poolMax: 1 });
  const stripeAccounts = createStripeAccounts({
    db,
    clock: systemClock,
    log: createLog({ service: 'stripe-settlement', level: 'fatal' }),
    sealer: sealerFromConfig(config),
    stripeMetrics: createStripeMetrics(createMetrics()),
    providerRanges: checkedRanges(config.PROVIDER_ALLOWED_RANGES),
  });
  try {
    const deps = { db, clock: systemClock, stripeAccounts };
    return await runStripeSettlement(deps, toTenant(store, false), file, console.error);
  } finally {
    stripeAccounts.close();
    await db.destroy();
  }
}

function readArguments(args: readonly string[]): { readonly store: string; readonly file: string } {
  const options = { store: { type: 'string' }, file: { type: 'string' } } as const;
  const { store, file } = parseArgs({ args: [...args], options }).values;
  if (store === undefined || file === undefined) throw new Error(usage);
  return { store, file };
}

/**
 * Reads a store's Stripe account to its newest movement, writes its settlement file (`-` is standard output) and prints
 * on `print` what is in no line of it: fees, payouts, what is held, what others moved. Returns whether the sum of all
 * movements is what Stripe has, to the centavo.
 */
export async function runStripeSettlement(
  deps: Pick<Deps, 'db' | 'clock' | 'stripeAccounts'>,
  tenant: Tenant,
  file: string,
  print: (line: string) => void,
): Promise<boolean> {
  const adapter = await deps.stripeAccounts.of(tenant);
  if (!adapter) throw stripeAccountNotFound();
  const balanceCents = await readStripeBalance(adapter.client);
  while (!(await readStripeMoney(deps, tenant, adapter)));
  const entries = await listStoredEntries(deps.db, tenant);
  const settlement = settle(entries, await findLostDisputes(deps.db, tenant));
  writeSettlement(file, settlement.lines);
  for (const line of report(settlement, balanceCents)) print(line);
  return settlement.leftCents === balanceCents;
}

function report(settlement: Settlement, balanceCents: Cents): readonly string[] {
  const { lines, feesCents, paidOutCents, heldCents, leftCents, foreign } = settlement;
  const sums = [
    `account STRIPE: ${String(lines.length)} lines; Stripe's fees ${money(feesCents)}, paid out ${money(paidOutCents)}, ` +
      `held for open disputes ${money(heldCents)}, left at Stripe ${money(leftCents)}`,
  ];
  if (leftCents !== balanceCents) {
    sums.push(`different  Stripe says that ${money(balanceCents)} are left: a movement came meanwhile, or is missing`);
  }
  const others = foreign.map(({ id, type, amountCents, occurredAt }) => {
    return `foreign    ${type} ${id} ${String(amountCents)} ${saoPauloDay(occurredAt)}`;
  });
  return [...sums, ...others];
}
