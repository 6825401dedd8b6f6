import { createIdSource, isAppError, systemClock, toTenant, type CrossTenant, type StoreScope } from '@pitanga/core';
import { assertSchemaCurrent, connect, buildDatabaseUrl } from '@pitanga/database';
import type { CallContext } from '@pitanga/rpc';
import { databaseConfig, isConfigError, loadConfig, randomBytes, type Log } from '@pitanga/runtime';
import { InvalidArgumentError } from 'commander';
import { Type } from 'typebox';
import type { AuditFact } from '../audit/audit-entry';
import { recordAudit } from '../audit/audit-log';
import type { Cause } from '../audit/cause';
import { createDeps, type UseCaseDeps } from '../use-case-deps';
import { gatewayMigrations } from '../migrations';
import { storeNotFound } from '../stores/store-errors';
import { findStore } from '../stores/store-repository';

/** What the commands share. */
export interface AdminTool {
  readonly env: NodeJS.ProcessEnv;
  /** Silent: commands print on standard output. */
  readonly log: Log;
  readonly all: CrossTenant;
  /**
   * The name of the account that runs the command, for the audit log.
   * @throws InvalidArgumentError where nothing says it
   */
  readonly operator: () => string;
}

/** Runs the work of a command on the gateway's database. */
export async function withStoreDeps(tool: AdminTool, work: (deps: UseCaseDeps) => Promise<void>): Promise<void> {
  const url = buildDatabaseUrl(loadConfig(Type.Object(databaseConfig), tool.env));
  const db = connect({ url, applicationName: 'gateway admin', poolMax: 2 });
  try {
    await assertSchemaCurrent(db, gatewayMigrations);
    await work(createDeps(db, { clock: systemClock, ids: createIdSource(randomBytes) }));
  } finally {
    await db.destroy();
  }
}

/** The cause of what a command changes. */
export function operatorCause(tool: AdminTool, { clock, ids }: Pick<UseCaseDeps, 'clock' | 'ids'>): Cause {
  return { actor: { kind: 'OPERATOR', id: tool.operator() }, requestId: ids.next('request', clock.real()) };
}

/** The request of a command, as the called service and the audit log name it. */
export type StoreCall = Required<Pick<CallContext, 'requestId'>>;

/**
 * Calls another service for a store, and closes the client. An `act` is noted in the store's audit log once the service
 * has answered; work that notes its own takes the dependencies.
 * @throws AppError NOT_FOUND for an unknown store.
 */
export async function callForStore<Client extends { close(): void }>(
  tool: AdminTool,
  storeId: string,
  client: Client,
  work: (client: Client, context: StoreCall, deps: UseCaseDeps) => Promise<void>,
  act?: string,
  after?: AuditFact['after'],
): Promise<void> {
  try {
    await withStoreDeps(tool, async (deps) => {
      if (!(await findStore(deps.db, toTenant(storeId, false)))) throw storeNotFound();
      // Before the call: without a name it is not made.
      const cause = act === undefined ? undefined : operatorCause(tool, deps);
      const requestId = cause?.requestId ?? deps.ids.next('request', deps.clock.real());
      await work(client, { requestId }, deps);
      if (cause && act !== undefined) {
        await recordAct(deps, { storeId }, cause, act, { type: 'store', id: storeId }, after);
      }
    });
  } finally {
    client.close();
  }
}

/** Adds an act of an operator to an audit log. */
export async function recordAct(
  deps: UseCaseDeps,
  scope: StoreScope,
  cause: Cause,
  action: string,
  target: AuditFact['target'],
  after?: AuditFact['after'],
): Promise<void> {
  await recordAudit(deps, scope, { ...cause, action, target, after });
}

export function print(text: string): void {
  process.stdout.write(`${text}\n`);
}

export function printTable(lines: readonly Record<string, string>[]): void {
  const names = Object.keys(lines[0] ?? {});
  const rows = [names, ...lines.map((line) => names.map((name) => line[name] ?? ''))];
  const widths = names.map((_name, column) => Math.max(...rows.map((row) => row[column]?.length ?? 0)));
  for (const row of rows) {
    const cells = row.map((cell, column) => cell.padEnd(widths[column] ?? 0));
    print(cells.join('  ').trimEnd());
  }
}

/** Prints what a test found; with anything found the command ends with 1. */
export function printProblems(problems: readonly string[], allIsWell: string): void {
  print(problems.length === 0 ? allIsWell : problems.join('\n'));
  if (problems.length > 0) process.exitCode = 1;
}

/** One sentence for an error that an operator can repair, else the stack. */
export function errorText(error: unknown): string {
  const isExpected = isAppError(error) || isConfigError(error) || error instanceof InvalidArgumentError;
  if (isExpected) return error.message;
  if (error instanceof Error && 'code' in error) return `The database cannot be asked: ${error.message}`;
  return error instanceof Error ? String(error.stack) : String(error);
}
