import { join } from 'node:path';
import { LedgerServiceDefinition } from '@pitanga/contracts';
import { everyTenant } from '@pitanga/core';
import { migrationSet, platformInvariants } from '@pitanga/database';
import {
  startService,
  type Composition,
  type ServiceOverrides,
  type ServiceParts,
  type StartedService,
} from '@pitanga/service';
import { ledgerHandlers } from './api/ledger-rpc';
import { deleteSandboxJournals } from './balances/sandbox-repository';
import type { LedgerConfig } from './config';
import { applyEvents, consumedTypes } from './consumers/apply-events';
import { hasBooked } from './consumers/booked-events';
import type { Deps, Tools } from './deps';
import { personSections } from './erasures/person-sections';
import { invariants } from './invariants/invariant-queries';
import { clockedParts } from './jobs/clocked-parts';
import { startJobs } from './jobs/start-jobs';
import { createEntryPartitions } from './journals/entry-partition-repository';
import { createWriter } from './writer/writer';

export { ledgerConfig, type LedgerConfig } from './config';
/** For the access rules of Kafka. */
export { consumedTypes } from './consumers/apply-events';
export { createWriter, type Writer } from './writer/writer';
/** For the settlement file of the simulator. */
export { settlementCsv } from './reconciliation/settlement-file';
export type { SettlementLine } from './reconciliation/reconciliation';

export const ledgerMigrations = migrationSet(join(__dirname, '../migrations'));

export const ledgerInvariants = [...invariants, ...platformInvariants];

/** Starts the ledger: posts payments, settlements and disputes, serves balances and statements, keeps holds. */
export function createLedger(config: LedgerConfig, overrides: ServiceOverrides = {}): Promise<StartedService<Deps>> {
  return startService({
    name: 'ledger',
    config,
    overrides,
    migrations: ledgerMigrations,
    invariants: ledgerInvariants,
    compose: (parts) => compose(config, parts),
  });
}

async function compose(config: LedgerConfig, parts: ServiceParts): Promise<Composition<Deps>> {
  const { db, jobsDb, clock, ids, log, metrics, lifecycle } = parts;
  const tools = { clock, ids } satisfies Tools;
  const deps = { ...tools, db, tools };
  const jobDeps = { ...deps, db: jobsDb };
  // The service may have been stopped for longer than its partitions reach ahead.
  await createEntryPartitions(db, everyTenant, clock.real());
  // On the pool of requests also for events: holds wait for it, and it writes three batches at once at most.
  const writer = createWriter(deps, metrics);
  lifecycle.defer('writer', () => writer.stop());
  const advanceTerms = { rateBasisPoints: config.ADVANCE_RATE_BASIS_POINTS };
  return {
    deps,
    addServices: (rpc) => {
      rpc.add(LedgerServiceDefinition, ledgerHandlers(deps, writer, advanceTerms));
    },
    clockedWork: clockedParts(deps),
    personSections,
    deleteSandboxRows: deleteSandboxJournals,
    relay: { lingerMs: 250 },
    consumer: {
      types: consumedTypes,
      handle: (events) => applyEvents(jobDeps, writer, events),
      // Without one of its events a balance would be wrong, and nothing would show it.
      onPermanent: 'stop',
      streamMs: 80,
    },
    isApplied: (tenant, events) => hasBooked(deps, tenant, events),
    startJobs: () => {
      startJobs(jobDeps, log, lifecycle);
    },
    stopGraceMs: 5_000,
  };
}
