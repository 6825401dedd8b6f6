import { createPrivateKey } from 'node:crypto';
import { configError } from '@pitanga/runtime';
import { Type, type Static, type TObject } from 'typebox';
import { createFileMailer } from './file-mailer';
import type { Mailer } from './mailer';
import type { MailFrom } from './message';
import { createSmtpMailer } from './smtp-mailer';

/** Spread into the configuration of webhooks. */
export const mailConfig = {
  SMTP_URL: Type.Optional(
    Type.String({
      pattern: '^smtps?://\\S+$',
      description:
        'mail server: smtp://user:password@host:587 (STARTTLS is required, except on this machine) or smtps://…:465 (SMTP_URL_FILE names a file); absent: no mail is sent',
    }),
  ),
  MAIL_FROM: Type.Optional(
    Type.String({
      pattern: '^[^\\s@<>"]+@[^\\s@<>"]+\\.[^\\s@<>"]+$',
      maxLength: 254,
      description: 'address that mail comes from; needed to send any',
    }),
  ),
  MAIL_FROM_NAME: Type.String({
    default: 'Pitanga',
    minLength: 1,
    maxLength: 60,
    description: 'name of the installation, beside MAIL_FROM in mail to people with an account',
  }),
  MAIL_DIRECTORY: Type.Optional(
    Type.String({ minLength: 1, description: 'folder that mail is written into instead of being sent' }),
  ),
  MAIL_IN_DEV_MODE: Type.Boolean({
    default: false,
    description: 'also mail the buyers of dev environments, with every kind of mail',
  }),
  SMTP_CONNECTIONS_MAX: Type.Integer({
    default: 5,
    minimum: 1,
    maximum: 50,
    description: 'connections of one process to the mail server',
  }),
  SMTP_TIMEOUT_MS: Type.Integer({
    default: 20_000,
    minimum: 100,
    maximum: 60_000,
    description: 'how long each step of sending a mail may wait for the mail server, in milliseconds',
  }),
  DKIM_DOMAIN: Type.Optional(
    Type.String({
      pattern: '^[a-z0-9.-]+$',
      description: 'domain that signs mail; with the two below or none of them',
    }),
  ),
  DKIM_SELECTOR: Type.Optional(
    Type.String({ pattern: '^[a-z0-9._-]+$', description: 'name of the key in the DNS of that domain' }),
  ),
  DKIM_PRIVATE_KEY: Type.Optional(
    Type.String({ minLength: 1, description: 'PEM private key that signs mail (DKIM_PRIVATE_KEY_FILE names a file)' }),
  ),
};

export type MailConfig = Static<TObject<typeof mailConfig>>;

/**
 * What hands mail over; undefined when no mail is to be sent.
 * @throws ConfigError for settings that contradict each other
 */
export function mailerFromConfig(config: MailConfig): { readonly mailer: Mailer; readonly from: MailFrom } | undefined {
  const { SMTP_URL: url, MAIL_DIRECTORY: directory, MAIL_FROM: address, MAIL_FROM_NAME: name } = config;
  if (url === undefined && directory === undefined) return undefined;
  if (url !== undefined && directory !== undefined)
    throw configError(['SMTP_URL and MAIL_DIRECTORY exclude each other']);
  if (address === undefined) throw configError(['MAIL_FROM is needed to send mail']);
  const from = { address: address.toLowerCase(), name };
  if (directory !== undefined) return { mailer: createFileMailer(directory, from), from };
  if (url === undefined || !URL.canParse(url)) throw configError(['SMTP_URL is not an address']);
  const mailer = createSmtpMailer({
    url,
    from,
    connectionsMax: config.SMTP_CONNECTIONS_MAX,
    timeoutMs: config.SMTP_TIMEOUT_MS,
    dkim: readDkim(config),
  });
  return { mailer, from };
}

function readDkim({ DKIM_DOMAIN: domain, DKIM_SELECTOR: selector, DKIM_PRIVATE_KEY: privateKey }: MailConfig) {
  if (domain === undefined && selector === undefined && privateKey === undefined) return undefined;
  if (domain === undefined || selector === undefined || privateKey === undefined) {
    throw configError(['DKIM_DOMAIN, DKIM_SELECTOR and DKIM_PRIVATE_KEY belong together']);
  }
  try {
    createPrivateKey(privateKey);
  } catch {
    throw configError(['DKIM_PRIVATE_KEY is not a private key in PEM']);
  }
  return { domain, selector, privateKey };
}
