import { parseArgs } from 'node:util';
import { toTenant } from '@pitanga/core';
import { connect } from '@pitanga/database';
import { readInput } from '@pitanga/runtime';
import { statementMethods } from '../statement/statement';
import {
  dayRange,
  reconcile,
  reconcileAccount,
  widen,
  type Reconciliation,
  type SettlementLine,
} from './reconciliation';
import { findBooked, hasBalances } from './reconciliation-queries';
import { parseSettlementCsv } from './settlement-file';

const usage =
  'usage: reconcile --file <settlement.csv>|- --store <store_…> --env dev|prod [--account ASAAS] [--methods CARD,BOLETO]';

/** About 100,000 lines: what fits into the memory of a pod beside the service. */
const inputBytesMax = 8 * 1024 * 1024;

/**
 * Compares the ledger with a provider's settlement file (`-` is standard input) and prints what is missing, extra or
 * different; returns whether they agree. Changes nothing. `--account` compares what that account of the store moved, as its
 * provider is named. `--methods` leaves out what the ledger has of other methods, which the file is not made of.
 * @throws Error for wrong arguments and for a malformed file
 */
export async function runReconcile(
  databaseUrl: string,
  args: readonly string[],
  print: (line: string) => void,
): Promise<boolean> {
  const { file, store, env, account, methods } = readArguments(args);
  const settled = parseSettlementCsv(await readInput(file, inputBytesMax));
  const range = dayRange(settled);
  if (range === undefined) throw new Error(`${file} has no lines: there is nothing to compare`);
  const db = connect({ url: databaseUrl, applicationName: 'reconcile', poolMax: 1 });
  try {
    const tenant = toTenant(store, env === 'dev');
    const booked = (await findBooked(db, tenant, widen(range))).filter(
      ({ method }) => method === undefined || methods.includes(method),
    );
    const result =
      account === undefined ? reconcile(settled, booked, range) : reconcileAccount(settled, booked, range, account);
    const about = account === undefined ? '' : `, account ${account}`;
    print(report(result, `${store} (${env})${about}, ${range.fromDay} to ${range.toDay}`));
    if (!(await hasBalances(db, tenant))) print(`the ledger knows nothing of ${store} (${env}): is that its id?`);
    const { missing, extra, different, unknown } = result;
    return missing.length + extra.length + different.length + (unknown?.missing.length ?? 0) === 0;
  } finally {
    await db.destroy();
  }
}

function readArguments(args: readonly string[]) {
  const text = { type: 'string' } as const;
  const options = { file: text, store: text, env: text, account: text, methods: text };
  const { file, store, env, account, methods: named } = parseArgs({ args: [...args], options }).values;
  if (file === undefined || store === undefined || (env !== 'dev' && env !== 'prod')) throw new Error(usage);
  const names = named?.split(',');
  const methods = statementMethods.filter((name) => names === undefined || names.includes(name));
  if (names !== undefined && methods.length !== names.length) throw new Error(usage);
  return { file, store, env, account, methods };
}

/** The sums, then a line for each difference. */
function report({ matched, missing, extra, different, unknown }: Reconciliation, about: string): string {
  const unknownCount = unknown ? unknown.found + unknown.missing.length : 0;
  return [
    about,
    `${String(matched)} agree, ${String(missing.length)} missing, ${String(extra.length)} extra, ${String(different.length)} different`,
    ...(unknown && unknownCount > 0
      ? [`account unknown: ${String(unknown.found)} in the file, ${String(unknown.missing.length)} not in it`]
      : []),
    ...missing.map((line) => `missing    ${lineText(line)}`),
    ...extra.map(
      (line) => `extra      ${lineText(line)}${line.account === undefined ? '' : `, booked at ${line.account}`}`,
    ),
    ...(unknown?.missing ?? []).map((line) => `unknown    ${lineText(line)}`),
    ...different.map(({ booked, settled }) => `different  ledger ${lineText(booked)}, file ${lineText(settled)}`),
  ].join('\n');
}

function lineText({ reference, method, type, amountCents, day }: SettlementLine): string {
  return [type, reference, method ?? '', String(amountCents), day].filter((part) => part !== '').join(' ');
}
