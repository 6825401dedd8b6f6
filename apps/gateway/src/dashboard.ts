import { everyTenant } from '@pitanga/core';
import { periodic, configError, type Lifecycle, type Log, type Metrics } from '@pitanga/runtime';
import { createLinkTokens } from './account-messages/link-tokens';
import { purgeMessages } from './account-messages/message-repository';
import { purgeAttempts } from './attempts/attempt-repository';
import { signInLocks } from './attempts/sign-in-locks';
import type { GatewayConfig } from './config';
import type { Deps } from './deps';
import { purgeUnconfirmedTotps } from './factors/factor-repository';
import { relyingPartyOf } from './factors/passkey-ceremonies';
import { purgeChallenges } from './factors/passkey-repository';
import { registerVersion } from './http/api-version';
import { createSessionAdmission } from './http/dashboard/admit-session';
import { dashboardAuth, dashboardV2 } from './http/dashboard/dashboard-api';
import { dashboardFolder, registerDashboardFiles } from './http/dashboard/dashboard-files';
import { createSessionCookies } from './http/dashboard/session-cookies';
import type { RateLimiter } from './http/edge/admission/rate-limit';
import type { Api } from './http/edge/api';
import { createMembers } from './managing-members/member-service';
import { sessionLifetimes } from './sessions/session';
import { purgeSessions } from './sessions/session-repository';
import { createSessionRing } from './sessions/session-ring';
import { createDeps } from './store-deps';
import { createDeviceTokens } from './signing-in/device-tokens';
import { createPasswordHasher } from './users/password-hasher';

type Shared = Pick<Deps, 'db' | 'tools' | 'log' | 'sealer'>;

/** What signs people in, the cookies of their browsers, and the people of stores. */
export function createPeople(
  config: GatewayConfig,
  { db, tools, log, sealer }: Shared,
  metrics: Metrics,
): Pick<Deps, 'people' | 'cookies' | 'members'> {
  const { PAGE_KEY: key, PUBLIC_URL: publicUrl, LOG_ACCOUNT_LINKS: logsLinks, PITANGA_SIGNUP: signUp } = config;
  if (logsLinks && publicUrl.startsWith('https:')) {
    throw configError(['LOG_ACCOUNT_LINKS writes secrets to the log, and is for a PUBLIC_URL without https only']);
  }
  const lifetimes = sessionLifetimes(config);
  const linkTools = { all: everyTenant, log, sealer, publicUrl, logsLinks, linkTokens: createLinkTokens(key) };
  const people = {
    ...createDeps(db, { ...tools, ...linkTools, lifetimes, deviceTokens: createDeviceTokens(key) }),
    signUp,
    hasher: createPasswordHasher(config),
    locks: signInLocks(metrics),
    relyingParty: relyingPartyOf(publicUrl),
  };
  const cookies = createSessionCookies(publicUrl, lifetimes.absoluteMs / 1000);
  return { people, cookies, members: createMembers(people) };
}

/** Registers what the dashboard calls, signing in and the API behind a session, and its own files. */
export async function registerDashboard(
  app: Api,
  config: GatewayConfig,
  deps: Deps,
  rateLimiter: RateLimiter,
): Promise<void> {
  const { db, clock, log, limits, cookies, people, publicUrl } = deps;
  const ring = createSessionRing({ db, all: people.all, log, clock, lifetimes: people.lifetimes });
  const rateLimitPerSession = config.RATE_LIMIT_PER_SESSION;
  const admit = createSessionAdmission({ ring, cookies, clock, rateLimiter, limits, rateLimitPerSession, publicUrl });
  await registerVersion(app, dashboardAuth, deps, admit);
  await registerVersion(app, dashboardV2, deps, admit);
  await registerDashboardFiles(app, dashboardFolder);
}

const purgeEveryMs = 3_600_000;

/** Deletes what people left behind and may not be kept: ended sessions, old messages and attempts, unconfirmed factors. */
export function purgePeople({ db, clock, people: { all } }: Deps, log: Log, lifecycle: Lifecycle): void {
  const purge = periodic(
    'purge people',
    purgeEveryMs,
    async () => {
      const now = clock.real();
      await purgeSessions(db, all, now);
      await purgeMessages(db, all, now);
      await purgeAttempts(db, all, now);
      await purgeChallenges(db, all, now);
      await purgeUnconfirmedTotps(db, all, now);
    },
    log,
  );
  lifecycle.defer('purge people', () => purge.stop());
}
