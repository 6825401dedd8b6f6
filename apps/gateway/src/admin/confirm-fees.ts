import { createInterface } from 'node:readline/promises';
import { SubscriptionServiceDefinition, type AmountRange, type SubscriptionAmount } from '@pitanga/contracts';
import { cents, formatBrl, toTenant, type Tenant } from '@pitanga/core';
import { createRpcClient, rpcTls, type CallContext } from '@pitanga/rpc';
import { addressConfig, loadConfig, rpcTlsConfig } from '@pitanga/runtime';
import { InvalidArgumentError } from 'commander';
import { Type } from 'typebox';
import type { StoreWriteDeps } from '../stores/change-store';
import { applyChange, type Store, type StoreChange } from '../stores/store';
import { smallestAmountsRequest } from '../stores/store-messages';
import { findStore } from '../stores/store-repository';
import type { AdminTool } from './admin-tool';

const subscriptionsConfig = Type.Object({ SUBSCRIPTIONS_ADDRESS: addressConfig('subscriptions'), ...rpcTlsConfig });

/** Subscriptions whose price other fees leave too little of, in one environment. */
interface Affected {
  readonly environment: string;
  readonly subscriptions: readonly SubscriptionAmount[];
  readonly total: number;
}

/**
 * Lists on standard error the subscriptions whose cycles new fees would leave too little of to be collected, and asks the
 * operator to confirm them, who may have done so by a flag.
 * @throws InvalidArgumentError for a no, and where there is no terminal to ask on
 */
export async function confirmFees(
  tool: AdminTool,
  deps: StoreWriteDeps,
  { id, yes = false }: { readonly id: string; readonly yes?: boolean },
  change: StoreChange,
): Promise<void> {
  if (!Object.values(change.fees ?? {}).some((fee) => fee !== undefined)) return;
  const store = await findStore(deps.db, { storeId: id });
  if (!store) return;
  const affected = await findAffected(tool, deps, store, applyChange(store, change));
  if (affected.length === 0) return;
  process.stderr.write(`${affected.map(shown).join('\n')}\n`);
  if (yes) return;
  if (!process.stdin.isTTY) throw new InvalidArgumentError('Give --yes to change the fees all the same');
  const terminal = createInterface({ input: process.stdin, output: process.stderr });
  const answer = await terminal.question('Change the fees all the same? (y/N) ');
  terminal.close();
  if (!/^y(es)?$/i.test(answer.trim())) throw new InvalidArgumentError('The fees stay as they are');
}

async function findAffected(
  tool: AdminTool,
  deps: StoreWriteDeps,
  before: Store,
  after: Store,
): Promise<readonly Affected[]> {
  const context = { requestId: deps.ids.next('request', deps.clock.real()) };
  const affected: Affected[] = [];
  for (const devMode of [false, true]) {
    const tenant = toTenant(before.id, devMode);
    const ranges = await findRanges(deps, tenant, before, after, context);
    if (ranges.length === 0) continue;
    const found = await listSubscriptions(tool, tenant, ranges, context);
    if (found.total > 0) affected.push({ environment: devMode ? 'dev' : 'prod', ...found });
  }
  return affected;
}

/** What the fees now leave enough of, and the new ones would not. */
async function findRanges(
  { settings }: StoreWriteDeps,
  tenant: Tenant,
  before: Store,
  after: Store,
  context: CallContext,
): Promise<readonly AmountRange[]> {
  const smallest = (store: Store) =>
    settings.billingSettings.getSmallestAmounts(smallestAmountsRequest(tenant, store), context);
  const [now, then] = [await smallest(before), await smallest(after)];
  const ranges: readonly AmountRange[] = [
    { method: 'PAYMENT_METHOD_PIX', fromCents: now.pixCents, belowCents: then.pixCents },
    { method: 'PAYMENT_METHOD_CARD', fromCents: now.cardCents, belowCents: then.cardCents },
  ];
  return ranges.filter(({ fromCents, belowCents }) => fromCents < belowCents);
}

async function listSubscriptions(
  tool: AdminTool,
  tenant: Tenant,
  ranges: readonly AmountRange[],
  context: CallContext,
): Promise<Omit<Affected, 'environment'>> {
  const config = loadConfig(subscriptionsConfig, tool.env);
  const { log } = tool;
  const options = { address: config.SUBSCRIPTIONS_ADDRESS, tls: rpcTls(config, log), log };
  const client = createRpcClient(SubscriptionServiceDefinition, options);
  try {
    return await client.listSubscriptionsByAmount({ tenant, ranges: [...ranges] }, context);
  } finally {
    client.close();
  }
}

function shown({ environment, subscriptions, total }: Affected): string {
  const lines = subscriptions.map(({ id, method, amountCents }) => {
    return `  ${id}  ${method.slice('PAYMENT_METHOD_'.length)}  ${formatBrl(cents(amountCents))}`;
  });
  const rest = total > subscriptions.length ? [`  and ${String(total - subscriptions.length)} more`] : [];
  const head = `${String(total)} subscriptions in ${environment} could not be collected alone: each waits for later cycles.`;
  return [head, ...lines, ...rest].join('\n');
}
