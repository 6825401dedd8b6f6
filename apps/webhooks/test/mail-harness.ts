import { firstCompatibility } from '@pitanga/records';
import type { Clock, Tenant } from '@pitanga/core';
import type { MailSettings } from '../src/mails/mail-settings-repository';
import { configureMail } from '../src/managing/configure-mail';
import { startHarness, type Harness } from './harness';
import { startMailbox, type Mailbox } from './mailbox';

/** A harness whose mail goes to a real SMTP server. */
export interface MailHarness extends Harness {
  readonly mailbox: Mailbox;
  /** Every kind of mail for a store, unless `more` says otherwise. */
  configure(tenant: Tenant, more?: Partial<MailSettings>): Promise<void>;
}

export async function startMailHarness(
  clock: Clock,
  settings: Readonly<Record<string, string>> = {},
): Promise<MailHarness> {
  const mailbox = await startMailbox();
  const harness = await startHarness(clock, {
    SMTP_URL: mailbox.url,
    MAIL_FROM: 'mail@pitanga.example',
    MAIL_IN_DEV_MODE: 'true',
    PUBLIC_URL: 'https://pay.example',
    ...settings,
  });
  return {
    ...harness,
    mailbox,
    configure: (tenant, more) =>
      configureMail(harness.deps, {
        storeId: tenant.storeId,
        senderName: 'Loja da Ana',
        replyTo: 'ajuda@loja.example',
        kinds: ['RECEIPT', 'BOLETO', 'REFUND', 'RENEWAL_UPCOMING', 'RENEWAL_FAILED'],
        language: 'pt-BR',
        isClosed: false,
        compatibility: firstCompatibility,
        version: 1,
        ...more,
      }),
    stop: async () => {
      await harness.stop();
      await mailbox.close();
    },
  };
}
