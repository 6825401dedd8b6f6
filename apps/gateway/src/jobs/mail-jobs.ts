import { periodic, type Lifecycle } from '@pitanga/runtime';
import { mailMessages } from '../account-messages/mail-messages';
import type { Deps } from '../deps';
import { mailNotices } from '../security-notices/mail-notices';
import { findStore } from '../stores/store-repository';
import { tellMail } from '../stores/tell-mail';

const mailEveryMs = 1_000;
/** A store works meanwhile. */
const settingsPace = { everyMs: 1_000, restMs: 4_000 };
/** Where no mail is sent, the mail queue is asked no more often. */
const mailOffMs = 60_000;

/** Gives messages to people to the mail queue, and tells it what stores want. */
export function startMailJobs(deps: Deps, lifecycle: Lifecycle): void {
  const { db, clock, ids, log, sealer, people, clients, publicUrl } = deps;
  const findStoreName = async (storeId: string) => {
    const store = await findStore(db, { storeId });
    return store?.branding.displayName ?? store?.name;
  };
  const mailing = { db, clock, ids, all: people.all, sealer, mails: clients.mails, findStoreName };
  let offUntilMs = 0;
  const mail = periodic(
    'mail messages',
    mailEveryMs,
    async () => {
      if (clock.real().getTime() < offUntilMs) return;
      if (!(await mailMessages(mailing))) offUntilMs = clock.real().getTime() + mailOffMs;
    },
    log,
  );
  const findLanguage = async (storeId: string) => (await findStore(db, { storeId }))?.mail.language;
  // Apart from messages: a mail queue that is older does not know these.
  const notify = periodic(
    'mail about security',
    settingsPace,
    async () => {
      await mailNotices({ ...mailing, publicUrl, findLanguage });
      return 0;
    },
    log,
  );
  lifecycle.defer('mail about security', () => notify.stop());
  lifecycle.defer('mail messages', () => mail.stop());
  const requestId = () => ids.next('request', clock.real());
  const tell = periodic(
    'mail settings',
    settingsPace,
    () => tellMail({ db, mails: clients.mails, requestId }, people.all),
    log,
  );
  lifecycle.defer('mail settings', () => tell.stop());
}
