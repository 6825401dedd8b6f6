import type { PixAccountDeps } from '../managing/pix-account-service';
import { resolveCertificateExpiries } from '../pix-accounts/pix-account-queries';

const warnBeforeMs = 14 * 86_400_000;

/** Measures how long the certificates of all accounts last; an ended one stops a store's payments. */
export async function checkCertificates(
  deps: Pick<PixAccountDeps, 'db' | 'clock' | 'log' | 'pixMetrics'>,
): Promise<void> {
  const now = deps.clock.real();
  const expiries = await resolveCertificateExpiries(deps.db);
  deps.pixMetrics.certificates(expiries, now);
  for (const { storeId, expiresAt } of expiries) {
    if (expiresAt.getTime() - now.getTime() < warnBeforeMs) {
      deps.log.warn({ storeId, expiresAt }, 'the certificate of a Pix account ends soon');
    }
  }
}
