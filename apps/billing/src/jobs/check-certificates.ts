import { everyTenant } from '@pitanga/core';
import type { Deps } from '../deps';
import { listCertificateExpiries } from '../pix-accounts/pix-account-repository';

const warnBeforeMs = 14 * 86_400_000;

/** Measures how long the certificates of all accounts last: an expired one stops the payments of its store. */
export async function checkCertificates(deps: Pick<Deps, 'db' | 'clock' | 'log' | 'pixMetrics'>): Promise<void> {
  const now = deps.clock.real();
  const expiries = await listCertificateExpiries(deps.db, everyTenant);
  deps.pixMetrics.certificates(expiries, now);
  for (const { storeId, expiresAt } of expiries) {
    if (expiresAt.getTime() - now.getTime() < warnBeforeMs) {
      deps.log.warn({ storeId, expiresAt }, 'the certificate of a Pix account ends soon');
    }
  }
}
