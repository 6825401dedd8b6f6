import { ResealServiceDefinition } from '@pitanga/contracts';
import { failedPrecondition } from '@pitanga/core';
import { resealBatch } from '@pitanga/database';
import { createRpcClient, rpcTls } from '@pitanga/rpc';
import {
  addressConfig,
  dataKeyConfig,
  deriveFingerprintKey,
  loadConfig,
  rpcTlsConfig,
  sealerFromConfig,
  sealingConfig,
} from '@pitanga/runtime';
import type { Command } from 'commander';
import { Type } from 'typebox';
import { installation } from '../audit/audit-log';
import { sealedColumns } from '../sealed-columns';
import { operatorCause, print, printTable, recordAct, withStoreDeps, type AdminTool } from './admin-tool';

const config = Type.Object({
  BILLING_ADDRESS: addressConfig('billing'),
  PAYOUTS_ADDRESS: addressConfig('payouts'),
  WEBHOOKS_ADDRESS: addressConfig('webhooks'),
  ...sealingConfig,
  ...rpcTlsConfig,
});

/** A batch is 500 rows; a database under load may take long over them. */
const batchDeadlineMs = 60_000;

interface Batch {
  readonly next: string;
  readonly seen: number;
  readonly resealed: number;
  readonly unreadable: number;
}

type ResealOne = (after: string) => Promise<Batch>;

/** `admin reseal` and `admin fingerprint-key`: for the change of the data key. */
export function registerReseal(program: Command, tool: AdminTool): void {
  program
    .command('reseal')
    .description(
      'seal everything again with the current DATA_KEY, while everything runs; may be cut short and repeated',
    )
    .action(() => resealAll(tool));
  program
    .command('fingerprint-key')
    .description('print the FINGERPRINT_KEY that belongs to the DATA_KEY of this environment')
    .action(() => {
      const { DATA_KEY } = loadConfig(Type.Object({ DATA_KEY: dataKeyConfig }), tool.env);
      print(deriveFingerprintKey(DATA_KEY));
    });
}

async function resealAll(tool: AdminTool): Promise<void> {
  const settings = loadConfig(config, tool.env);
  const { BILLING_ADDRESS: billing, PAYOUTS_ADDRESS: payouts, WEBHOOKS_ADDRESS: webhooks } = settings;
  const tls = rpcTls(settings, tool.log);
  const sealer = sealerFromConfig(settings);
  if (sealer.format === 1) throw failedPrecondition('SEALED_FORMAT is 1: set it to 2 first', 'SEALED_FORMAT_OLD');
  const lines: Record<string, string>[] = [];
  let unreadable = 0;
  const note = async (service: string, reseal: ResealOne): Promise<void> => {
    const sums = await resealBatches(reseal);
    unreadable += sums.unreadable;
    lines.push({ service, ...Object.fromEntries(Object.entries(sums).map(([name, count]) => [name, String(count)])) });
  };
  await withStoreDeps(tool, async (deps) => {
    const { db, clock, ids } = deps;
    const cause = operatorCause(tool, deps);
    await note('gateway', async (after) => {
      const batch = await resealBatch(db, sealer, sealedColumns, after === '' ? undefined : after);
      return { ...batch, next: batch.next ?? '' };
    });
    for (const [service, address] of Object.entries({ billing, payouts, webhooks })) {
      const client = createRpcClient(ResealServiceDefinition, {
        address,
        tls,
        deadlineMs: batchDeadlineMs,
        retryable: ['resealBatch'],
      });
      const requestId = ids.next('request', clock.real());
      await note(service, (after) => client.resealBatch({ after }, { requestId })).finally(() => {
        client.close();
      });
    }
    const target = { type: 'installation', id: 'data-key' };
    await recordAct(deps, installation, cause, 'installation.resealed', target, { unreadable });
  });
  printTable(lines);
  if (unreadable > 0) {
    throw failedPrecondition('No key opens the unreadable values: a key is missing, or rows were copied', 'UNREADABLE');
  }
}

async function resealBatches(reseal: ResealOne): Promise<Omit<Batch, 'next'>> {
  const sums = { seen: 0, resealed: 0, unreadable: 0 };
  let after = '';
  do {
    const batch = await reseal(after);
    sums.seen += batch.seen;
    sums.resealed += batch.resealed;
    sums.unreadable += batch.unreadable;
    after = batch.next;
  } while (after !== '');
  return sums;
}
