import type { GatewayConfig } from '../../config';
import type { Deps } from '../../deps';
import { registerVersion } from '../api-version';
import { createSessionAdmission } from './admit-session';
import { dashboardAuth, dashboardV2 } from './dashboard-api';
import { dashboardFolder, registerDashboardFiles } from './dashboard-files';
import type { RateLimiter } from '../edge/admission/rate-limit';
import type { Api } from '../edge/api';
import { createSessionRing } from '../../sessions/session-ring';

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
  await registerDashboardFiles(app, dashboardFolder, publicUrl);
}
