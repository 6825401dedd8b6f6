import { periodic, type Lifecycle, type Log } from '@pitanga/runtime';
import { purgeMessages } from '../account-messages/message-repository';
import { purgeAttempts } from '../attempts/attempt-repository';
import type { Deps } from '../deps';
import { purgeUnconfirmedTotps } from '../factors/factor-repository';
import { purgeChallenges } from '../factors/passkey-repository';
import { purgeNotices } from '../audit/notice-repository';
import { purgeGrants } from '../oauth/purge-grants';
import { purgeSessions } from '../sessions/session-repository';
import { purgeNoticeMails } from '../store-notices/notice-mail-repository';
import { createDeps } from '../use-case-deps';

const purgeEveryMs = 3_600_000;

/** Deletes what people left behind and may not be kept: ended sessions, old messages and attempts, unconfirmed factors, and what was granted. */
export function purgePeople({ db, clock, ids, people: { all } }: Deps, log: Log, lifecycle: Lifecycle): void {
  const purge = periodic(
    'purge people',
    purgeEveryMs,
    async () => {
      const now = clock.real();
      await purgeSessions(db, all, now);
      await purgeMessages(db, all, now);
      await purgeNotices(db, all, now);
      await purgeNoticeMails(db, all, now);
      await purgeAttempts(db, all, now);
      await purgeChallenges(db, all, now);
      await purgeUnconfirmedTotps(db, all, now);
      await purgeGrants(createDeps(db, { clock, ids, all }));
    },
    log,
  );
  lifecycle.defer('purge people', () => purge.stop());
}
