import type { Tenant } from '@pitanga/core';
import type { Clock } from '@pitanga/core';
import { createSmtpMailer, type SmtpSettings } from '../src/mailer/smtp-mailer';
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

export async function startMailHarness(clock: Clock, more: Partial<SmtpSettings> = {}): Promise<MailHarness> {
  const mailbox = await startMailbox();
  const from = { address: 'mail@pitanga.example', name: 'Pitanga' };
  const mailer = createSmtpMailer({
    url: mailbox.url,
    from,
    connectionsMax: 5,
    timeoutMs: 30_000,
    dkim: undefined,
    ...more,
  });
  const mail = { mailer, domain: 'pitanga.example', publicUrl: 'https://pay.example', isInDevMode: true };
  const harness = await startHarness(clock, mail);
  return {
    ...harness,
    mailbox,
    configure: (tenant, settings) =>
      configureMail(harness.deps, {
        storeId: tenant.storeId,
        senderName: 'Loja da Ana',
        replyTo: 'ajuda@loja.example',
        kinds: ['RECEIPT', 'BOLETO', 'REFUND', 'RENEWAL_UPCOMING', 'RENEWAL_FAILED'],
        language: 'pt-BR',
        isClosed: false,
        version: 1,
        ...settings,
      }),
    close: async () => {
      await harness.close();
      mailer.close();
      await mailbox.close();
    },
  };
}
