import { everyTenant } from '@pitanga/core';
import { purgeIdempotencyKeys } from '@pitanga/database';
import type { Lifecycle } from '@pitanga/runtime';
import { runJobs, type Job } from '@pitanga/service';
import { purgeHealth } from '../account-health/account-health-repository';
import { purgeAttempts } from '../attempts/attempt-repository';
import { purgeReplacements } from '../card-replacements/card-replacement-repository';
import { purgeCardTokens } from '../cards/card-repository';
import { measureVelocities } from '../charging/limit-attempts';
import { countBackFreed } from '../checking-out/reserve-coupons';
import type { Deps } from '../deps';
import { purgeHeldFiles } from '../disputes/dispute-file-repository';
import { deleteUnusedFiles } from '../managing/store-files';
import { advanceDueRefunds } from './advance-refunds';
import { checkCertificates } from './check-certificates';
import { createAsaasSyncDrain } from './drain-asaas-syncs';
import { createOrphanDrain, watchOrphans } from './drain-orphans';
import { createPixSyncDrain } from './drain-pix-syncs';
import { createStripeSyncDrain } from './drain-stripe-syncs';
import { dropBegunPayments } from './drop-begun-payments';
import { purgeSetAside } from '../charges/set-aside-repository';
import { purgeOrphans } from '../orphans/orphan-repository';
import { purgeAsaasEvents } from '../syncs/asaas-sync-repository';
import { purgeDisputeAsks } from '../syncs/dispute-ask-repository';
import { purgeStripeEvents } from '../syncs/stripe-sync-repository';
import { createHealthExchange } from './exchange-health';
import { expireOverdue } from './expire-overdue';
import { finishCardActions } from './finish-card-actions';
import { finishCardCharges } from './finish-card-charges';
import { openSimulatedDisputes } from './open-simulated-disputes';
import { readInboxes } from './read-inboxes';
import { readAsaasMoney } from './read-asaas-money';
import { runErasures } from './run-erasures';
import { advanceKeyReturns } from '../returning/return-key-payment';
import { sendDueAnswers } from './send-dispute-answers';
import { refuseAbandonedStarts } from './refuse-abandoned-starts';
import { watchDebits } from './watch-debits';

/** What people wait for. A commit with events ends a rest; what falls due in a quiet time is found a second later at most. */
const prompt = { everyMs: 250, restMs: 1_000 };
/** Not urgent: reads show an expiry at once, and its events may come this much later. */
const unhurried = { everyMs: 1_000, restMs: 4_000 };
/** Of dev mode, two seconds after a payment. */
const simulated = { everyMs: 250, restMs: 2_000 };
const purgeEveryMs = 3_600_000;

/** What is kept for a while, by the name of the job that deletes it. */
const purges = {
  'purge how accounts answered': purgeHealth,
  'purge orphans': purgeOrphans,
  'purge Asaas events': purgeAsaasEvents,
  'purge Stripe events': purgeStripeEvents,
  'purge Stripe dispute asks': purgeDisputeAsks,
  'purge page attempts': purgeAttempts,
  'purge card replacements': purgeReplacements,
  'purge what was set aside': purgeSetAside,
  'purge card tokens': purgeCardTokens,
  'purge files of disputes': purgeHeldFiles,
};

/** The periodic work of billing; each job is safe to run in every replica at once. */
export function startJobs(deps: Deps, lifecycle: Lifecycle): void {
  const { db, clock, log } = deps;
  const jobs: readonly Job[] = [
    { name: 'expire charges and checkouts', ...unhurried, work: () => expireOverdue(deps) },
    { name: 'count freed coupons back', ...unhurried, work: () => countBackFreed(deps, everyTenant) },
    { name: 'advance refunds', ...prompt, work: () => advanceDueRefunds(deps) },
    { name: 'finish card charges', everyMs: 5_000, work: () => finishCardCharges(deps) },
    { name: 'finish card actions', everyMs: 5_000, work: () => finishCardActions(deps) },
    { name: 'refuse abandoned starts', everyMs: 60_000, work: () => refuseAbandonedStarts(deps) },
    { name: 'open simulated disputes', ...simulated, work: () => openSimulatedDisputes(deps) },
    { name: 'read Pix charges', everyMs: 1_000, work: createPixSyncDrain(deps) },
    { name: 'read what banks received', everyMs: 5_000, work: () => readInboxes(deps) },
    { name: 'return Pix without a charge', everyMs: 1_000, work: () => advanceKeyReturns(deps, everyTenant) },
    { name: 'send dispute answers', everyMs: 5_000, work: () => sendDueAnswers(deps) },
    { name: 'share how accounts answer', everyMs: 1_000, restMs: 4_000, work: createHealthExchange(deps) },
    { name: 'look for orphans', everyMs: 5_000, work: createOrphanDrain(deps) },
    { name: 'measure orphans', everyMs: 30_000, work: () => watchOrphans(deps) },
    { name: 'read from Stripe', everyMs: 1_000, work: createStripeSyncDrain(deps) },
    { name: 'read from Asaas', everyMs: 1_000, work: createAsaasSyncDrain(deps) },
    { name: 'drop payments without a charge', everyMs: 10_000, work: () => dropBegunPayments(deps) },
    { name: 'read the money at Asaas', everyMs: 60_000, work: () => readAsaasMoney(deps) },
    { name: 'watch debits', everyMs: 300_000, work: () => watchDebits(deps) },
    { name: 'check certificates', everyMs: purgeEveryMs, work: () => checkCertificates(deps) },
    { name: 'measure card velocities', everyMs: 30_000, work: () => measureVelocities(deps, everyTenant) },
    { name: 'erase persons', ...unhurried, work: () => runErasures(deps, everyTenant) },
    { name: 'delete unused files', everyMs: purgeEveryMs, work: () => deleteUnusedFiles(deps, everyTenant) },
    { name: 'purge idempotency keys', everyMs: purgeEveryMs, work: () => purgeIdempotencyKeys(db, clock.real()) },
    ...Object.entries(purges).map(([name, purge]) => {
      return { name, everyMs: purgeEveryMs, work: () => purge(db, everyTenant, clock.real()) };
    }),
  ];
  runJobs({ db, log, lifecycle }, jobs);
}
