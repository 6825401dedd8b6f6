import { everyTenant } from '@pitanga/core';
import { periodic, type Lifecycle, type Log } from '@pitanga/runtime';
import { giveNotices } from '../store-notices/give-notices';
import { lookAtCertificates, type CertificateDeps } from '../store-notices/look-at-certificates';
import { sendDigests, type DigestDeps } from '../store-notices/send-digests';
import { sendNoticeMails } from '../store-notices/send-notice-mails';

const mailPace = { everyMs: 1_000, restMs: 4_000 };
/** A store's accounts are asked for; a look at all stores begins every six hours. */
const certificatePace = { everyMs: 5_000, restMs: 60_000 };
const certificateRestMs = 6 * 3_600_000;

/** Mails members what happens in their stores, and looks for what happens by time alone. */
export function startNoticeJobs(
  deps: DigestDeps & CertificateDeps & { readonly log: Log },
  lifecycle: Lifecycle,
): void {
  const work = async (): Promise<number> =>
    (await giveNotices(deps, everyTenant)) +
    (await sendNoticeMails(deps, everyTenant)) +
    (await sendDigests(deps, everyTenant));
  const mail = periodic('mail to members', mailPace, work, deps.log);
  lifecycle.defer('mail to members', () => mail.stop());

  let after = '';
  let nextAtMs = 0;
  const look = async (): Promise<number> => {
    if (after === '' && deps.clock.real().getTime() < nextAtMs) return 0;
    const last = await lookAtCertificates(deps, everyTenant, after);
    if (last === undefined) nextAtMs = deps.clock.real().getTime() + certificateRestMs;
    after = last ?? '';
    return 1;
  };
  const certificates = periodic('look at certificates', certificatePace, look, deps.log);
  lifecycle.defer('look at certificates', () => certificates.stop());
}
