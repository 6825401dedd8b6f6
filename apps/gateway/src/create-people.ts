import { everyTenant } from '@pitanga/core';
import { configError, type Metrics } from '@pitanga/runtime';
import { createLinkTokens } from './account-messages/link-tokens';
import { signInLocks } from './attempts/sign-in-locks';
import type { GatewayConfig } from './config';
import type { Deps } from './deps';
import { toRelyingParty } from './factors/passkey-ceremonies';
import { createSessionCookies } from './http/dashboard/session-cookies';
import { createMembers } from './managing-members/member-service';
import { sessionLifetimes } from './sessions/session';
import { createDeps } from './use-case-deps';
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
    relyingParty: toRelyingParty(publicUrl),
  };
  const cookies = createSessionCookies(publicUrl, lifetimes.absoluteMs / 1000);
  return { people, cookies, members: createMembers(people) };
}
