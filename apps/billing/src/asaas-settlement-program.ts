import { parseArgs } from 'node:util';
import { everyTenant, saoPauloDay, systemClock, toTenant, type Tenant } from '@pitanga/core';
import { buildDatabaseUrl, connect } from '@pitanga/database';
import { checkedRanges } from '@pitanga/provider-account';
import { createLog, createMetrics, sealerFromConfig } from '@pitanga/runtime';
import { asaasAccountNotFound } from './asaas-accounts/asaas-account-errors';
import { createAsaasAccounts } from './asaas-accounts/asaas-accounts';
import { listEntries, saveExplanation, type AsaasEntry } from './asaas-entries/asaas-entry-repository';
import { findRead } from './asaas-entries/asaas-read-repository';
import { findAttached } from './asaas-entries/key-payment-facts';
import { findBookedDays } from './asaas-entries/charge-facts-repository';
import { settleAsaas, type AsaasSettlement } from './asaas-entries/settlement';
import { createBillingBudgets } from './asaas/asaas-budgets';
import { createAsaasMetrics } from './asaas/asaas-metrics';
import type { BillingConfig } from './config';
import type { Deps } from './deps';
import { syncAsaasMoney } from './managing/sync-asaas-money';
import { formatSigned, writeSettlement } from './settlements/settlement-file';

const usage =
  'usage: asaas-settlement --store <store_…> --file <settlement.csv>\n' +
  '       asaas-settlement --store <store_…> --explain <ftn_…> --words <what it is>';

const wordsMax = 200;

interface Arguments {
  readonly store: string;
  readonly file: string | undefined;
  readonly explained: { readonly id: string; readonly words: string } | undefined;
}

/** The program: `node main.js asaas-settlement --store <store_…> --file <csv>`, or with `--explain` and `--words`. */
export async function runAsaasSettlementProgram(config: BillingConfig, args: readonly string[]): Promise<boolean> {
  const { store, file, explained } = readArguments(args);
  const db = connect({ url: buildDatabaseUrl(config), applicationName: 'asaas-settlement', poolMax: 1 });
  const log = createLog({ service: 'asaas-settlement', level: 'fatal' });
  const asaasMetrics = createAsaasMetrics(createMetrics());
  const asaasAccounts = createAsaasAccounts({
    db,
    clock: systemClock,
    log,
    sealer: sealerFromConfig(config),
    asaasMetrics,
    asaasBudgets: createBillingBudgets({ db, clock: systemClock, log, asaasMetrics }),
    providerRanges: checkedRanges(config.PROVIDER_ALLOWED_RANGES),
  });
  try {
    const deps = { db, clock: systemClock, asaasAccounts };
    const tenant = toTenant(store, false);
    if (explained) return await explainMovement(deps, tenant, explained, console.error);
    return await runAsaasSettlement(deps, tenant, file ?? '-', console.error);
  } finally {
    asaasAccounts.close();
    await db.destroy();
  }
}

function readArguments(args: readonly string[]): Arguments {
  const text = { type: 'string' } as const;
  const options = { store: text, file: text, explain: text, words: text };
  const { store, file, explain: id, words } = parseArgs({ args: [...args], options }).values;
  if (
    store === undefined ||
    (id === undefined) !== (words === undefined) ||
    (file === undefined) === (id === undefined)
  ) {
    throw new Error(usage);
  }
  if (words !== undefined && (words.trim() === '' || words.length > wordsMax)) {
    throw new Error(`--words should have 1 to ${String(wordsMax)} characters`);
  }
  return { store, file, explained: id === undefined || words === undefined ? undefined : { id, words } };
}

type SettlementDeps = Pick<Deps, 'db' | 'clock' | 'asaasAccounts'>;

/**
 * Reads a store's Asaas account to its newest movement, writes its settlement file (`-` is standard output) and prints on `print`
 * what is in no line of it: fees, and what nothing of ours explains. Returns whether the sum of all movements is what Asaas
 * states, to the centavo, and everything is explained.
 */
export async function runAsaasSettlement(
  deps: SettlementDeps,
  tenant: Tenant,
  file: string,
  print: (line: string) => void,
): Promise<boolean> {
  const adapter = await deps.asaasAccounts.of(tenant);
  if (!adapter) throw asaasAccountNotFound();
  while (!(await syncAsaasMoney(deps, everyTenant, tenant, adapter)));
  const listed = await listEntries(deps.db, tenant, adapter.account);
  const attached = await findAttached(
    deps.db,
    tenant,
    listed.flatMap(({ explainedBy }) => explainedBy ?? []),
  );
  const entries = listed.map((entry) => {
    const since = attached.get(entry.explainedBy ?? '');
    return since ? { ...entry, explainedAs: since.as, explainedBy: since.by } : entry;
  });
  const by = entries.flatMap(({ explainedBy }) => explainedBy ?? []);
  const settlement = settleAsaas(entries, await findBookedDays(deps.db, tenant, by));
  writeSettlement(file, settlement.lines);
  const differenceCents = (await findRead(deps.db, tenant))?.differenceCents ?? 0;
  for (const line of report(entries, settlement, differenceCents)) print(line);
  return differenceCents === 0 && settlement.foreign.every(({ explainedAs }) => explainedAs !== undefined);
}

function report(
  entries: readonly AsaasEntry[],
  { lines, feesCents, foreign }: AsaasSettlement,
  differenceCents: number,
): readonly string[] {
  const left = entries.at(-1)?.balanceCents ?? 0;
  const sums = [
    `account ASAAS: ${String(lines.length)} lines; Asaas's fees ${formatSigned(feesCents)}, left at Asaas ${formatSigned(left)}`,
  ];
  if (differenceCents !== 0) {
    sums.push(`different  Asaas states ${formatSigned(differenceCents)} more than its movements add up to`);
  }
  const others = foreign.map(({ id, type, amountCents, day, explainedAs, explainedBy }) => {
    const words = explainedAs === undefined ? '' : ` ${explainedBy ?? ''}`;
    return `${explainedAs === undefined ? 'foreign   ' : 'explained '} ${type} ${id} ${String(amountCents)} ${day}${words}`;
  });
  return [...sums, ...others];
}

/** An operator says what a movement is that nothing of ours explains; false for one that is explained or unknown. */
export async function explainMovement(
  { db, asaasAccounts, clock }: SettlementDeps,
  tenant: Tenant,
  { id, words }: { readonly id: string; readonly words: string },
  print: (line: string) => void,
): Promise<boolean> {
  const adapter = await asaasAccounts.of(tenant);
  if (!adapter) throw asaasAccountNotFound();
  const by = `${saoPauloDay(clock.real())} ${words.trim()}`;
  const isSaved = await saveExplanation(db, tenant, adapter.account, id, { as: 'OPERATOR', by });
  print(isSaved ? `${id} is explained.` : `${id} is no movement of this account that nothing explains.`);
  return isSaved;
}
