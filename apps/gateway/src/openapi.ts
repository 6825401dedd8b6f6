import { createIdSource, systemClock } from '@pitanga/core';
import { createLog, createMetrics, randomBytes } from '@pitanga/runtime';
import type { Deps } from './deps';
import { registerVersion } from './http/api-version';
import { dashboardAuth } from './http/dashboard/dashboard-api';
import { documentVersion } from './http/documents/docs';
import type { Api } from './http/edge/api';
import { createServer } from './http/server';
import { v1, v2 } from './http/versions';

export interface OpenApiDocuments {
  readonly v1: string;
  readonly v2: string;
  /** Signing in and one's own account, which only the dashboard calls: never served. */
  readonly dashboard: string;
}

/** The documents as they are committed, made from the routes alone, without services, database or port. */
export async function openApiDocuments(): Promise<OpenApiDocuments> {
  const log = createLog({ service: 'openapi', level: 'silent' });
  const ids = createIdSource(randomBytes);
  const app = createServer({
    log,
    clock: systemClock,
    ids,
    metrics: createMetrics(),
    trustedProxyHops: 0,
    publicUrl: '',
  });
  // No handler runs here, so only the log and the link base are read.
  const deps = { log, publicUrl: '' } as Deps;
  const scopes: Api[] = [];
  for (const version of [v1, v2, { ...dashboardAuth, describe: describeAccount }]) {
    const describe = async (scope: Api): Promise<void> => {
      scopes.push(scope);
      await version.describe(scope);
    };
    await registerVersion(app, { ...version, describe }, deps, () => Promise.resolve());
  }
  await app.ready();
  const [v1Text, v2Text, dashboard] = scopes.map((scope) => `${JSON.stringify(scope.swagger(), null, 2)}\n`);
  await app.close();
  if (v1Text === undefined || v2Text === undefined || dashboard === undefined)
    throw new Error('a version did not describe itself');
  return { v1: v1Text, v2: v2Text, dashboard };
}

function describeAccount(scope: Api): Promise<void> {
  return documentVersion(scope, {
    title: 'Accounts of the dashboard',
    version: '1.0.0',
    description:
      'Signing in and one’s own account (docs/behaviour/people.md). For the dashboard alone: it changes without notice.',
    takesPublicKeys: false,
    isDeprecated: false,
    events: { data: {}, examples: {}, root: {} },
    failure: dashboardAuth.failure,
    tags: [],
  });
}
