import { everyTenant } from '@pitanga/core';
import type { Pool } from '@pitanga/database';
import { periodic, type Lifecycle } from '@pitanga/runtime';
import { applyDueLimitChanges, type LimitTxDeps } from '../payout-limits/change-limits';
import { mailLimitChanges, type MailLimitChangesDeps } from '../payout-limits/mail-limit-changes';
import { tellUntoldLimits, type TellLimitsDeps } from '../payout-limits/tell-limits';

/** A change that is due comes into force at most `restMs` later. */
const limitsPace = { everyMs: 1_000, restMs: 4_000 };

type LimitJobDeps = Omit<TellLimitsDeps, 'clients'> &
  Omit<MailLimitChangesDeps, 'db' | 'clients'> & {
    readonly db: Pool;
    readonly tools: Pick<LimitTxDeps, 'clock' | 'ids' | 'sealer'>;
    readonly clients: TellLimitsDeps['clients'] & MailLimitChangesDeps['clients'];
  };

/** Puts changes of limits in force, tells the ledger and mails the owners. */
export function startLimitJobs(deps: LimitJobDeps, lifecycle: Lifecycle): void {
  const work = async (): Promise<void> => {
    await applyDueLimitChanges(deps, everyTenant);
    await tellUntoldLimits(deps, everyTenant);
    await mailLimitChanges(deps, everyTenant);
  };
  const job = periodic('payout limits', limitsPace, work, deps.log);
  lifecycle.defer('payout limits', () => job.stop());
}
