import type { Clock } from '@pitanga/core';
import { listRolePermissions, type Role } from '../src/access/role';
import { createSessionAdmission } from '../src/http/dashboard/admit-session';
import { createSessionCookies } from '../src/http/dashboard/session-cookies';
import type { Admission } from '../src/http/edge/admission/authenticate';
import type { Visitor } from '../src/sessions/session-ring';
import { aPrincipal, noLimits } from './test-api';

const publicUrl = 'https://pitanga.example';

/** Whether the session's second factor is of the last 15 minutes. */
export type Freshness = 'fresh' | 'stale';

/** The headers of a member's browser; see {@link admitMembers}. */
export function asMember(role: Role, environment: 'dev' | 'prod', freshness: Freshness): Record<string, string> {
  return {
    cookie: `__Host-pitanga=${role}.${freshness}`,
    origin: publicUrl,
    'x-pitanga-client': 'dashboard',
    'x-pitanga-store': 'store_1',
    'x-pitanga-environment': environment,
  };
}

/** The admission of the dashboard over sessions that say in their cookie what they are, without a database. */
export function admitMembers(clock: Clock): Admission {
  const visitor = (role: Role, freshness: Freshness): Visitor => {
    const now = clock.real();
    const actor = { kind: 'USER', id: 'user_1' } as const;
    const permissions = listRolePermissions(role);
    const principal = aPrincipal({ actor, permissions, compatibility: '2026-11-29' });
    const inEnvironment = (devMode: boolean) => ({ ...principal, tenant: { ...principal.tenant, devMode } });
    const secondFactorAt = new Date(now.getTime() - (freshness === 'fresh' ? 899_999 : 900_000));
    return {
      session: {
        id: 'sess_1',
        userId: 'user_1',
        level: 'FULL',
        secondFactorAt,
        userAgent: 'test',
        createdAt: now,
        lastSeenAt: now,
        endsAt: now,
      },
      store: { dev: inEnvironment(true), prod: inEnvironment(false), role },
    };
  };
  return createSessionAdmission({
    ring: {
      resolve: (token) => {
        const [role, freshness] = token.split('.') as [Role, Freshness];
        return Promise.resolve(visitor(role, freshness));
      },
    },
    cookies: createSessionCookies(publicUrl, 60),
    clock,
    rateLimiter: { count: () => Promise.reject(new Error('unlimited')) },
    limits: noLimits,
    rateLimitPerSession: 0,
    publicUrl,
  });
}
