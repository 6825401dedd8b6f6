import type { Clock, CrossTenant, IdSource } from '@pitanga/core';
import { toTenant } from '@pitanga/core';
import type { Db } from '@pitanga/database';
import type { Clients } from '../clients';
import { daysLeft } from '../providers/provider';
import type { Providers } from '../providers/providers';
import { listActiveStores } from '../stores/store-repository';

export interface CertificateDeps {
  readonly db: Db;
  readonly clock: Clock;
  readonly ids: IdSource;
  readonly providers: Pick<Providers, 'list'>;
  readonly clients: { readonly notices: Pick<Clients['notices'], 'keepNotice'> };
}

const storesAtOnce = 20;
/** A store is notified of a certificate this many days before its end, and once it has ended. */
const days = [30, 7, 1] as const;

/**
 * Keeps notices of certificates that end, of the next stores by id; returns the id after which the others come, or undefined after the
 * last store. Each certificate has one notice for each of its steps, whatever runs again.
 */
export async function lookAtCertificates(
  deps: CertificateDeps,
  all: CrossTenant,
  after: string,
): Promise<string | undefined> {
  const storeIds = await listActiveStores(deps.db, all, after, storesAtOnce);
  for (const storeId of storeIds) await lookAtStore(deps, storeId);
  return storeIds.length < storesAtOnce ? undefined : storeIds.at(-1);
}

async function lookAtStore({ clock, ids, providers, clients }: CertificateDeps, storeId: string): Promise<void> {
  const tenant = toTenant(storeId, false);
  const now = clock.real();
  const context = { requestId: ids.next('request', now) };
  for (const { provider, account } of (await providers.list({ tenant, context })).providers) {
    const endsAt = account?.certificateExpiresAt;
    const step = endsAt && certificateStep(endsAt, now);
    if (step === undefined) continue;
    const notice = {
      id: `certificate:${provider}:${endsAt?.toISOString() ?? ''}:${String(step)}`,
      kind: 'NOTICE_KIND_CERTIFICATE' as const,
      recordId: provider,
      dueAt: endsAt,
      isTransfer: false,
      createdAt: now,
      position: 0,
    };
    await clients.notices.keepNotice({ tenant, notice }, context);
  }
}

/** The step that a certificate has reached: at most 30, 7 or 1 days are left, or 0: it has ended; undefined: more. */
export function certificateStep(endsAt: Date, now: Date): number | undefined {
  if (endsAt <= now) return 0;
  return days.findLast((step) => daysLeft(endsAt, now) < step);
}
