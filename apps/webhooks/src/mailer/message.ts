import type { SendMailOptions } from 'nodemailer';
import { cut } from '../mails/one-line';
import type { OutgoingMail } from './mailer';

/** Who sends for the installation. */
export interface MailFrom {
  readonly address: string;
  readonly name: string;
}

/** A mail in nodemailer's terms. Names and addresses go in as values, never as text that would be parsed. */
export function toMessage(from: MailFrom, mail: OutgoingMail): SendMailOptions {
  const { to, replyTo, subject, text, html, messageId, date, attachments, optOutUrl } = mail;
  return {
    from: { name: displayName(mail.fromName ?? from.name), address: from.address },
    to: { name: '', address: to },
    ...(replyTo !== undefined && { replyTo: { name: '', address: replyTo } }),
    envelope: { from: from.address, to: [to] },
    subject,
    text,
    html,
    messageId,
    date,
    attachments: attachments.map((attachment) => ({ ...attachment, contentDisposition: 'attachment' as const })),
    // A mail never reads a file or an address of ours.
    disableFileAccess: true,
    disableUrlAccess: true,
    headers: {
      'Auto-Submitted': 'auto-generated',
      'X-Auto-Response-Suppress': 'All',
      'Content-Language': mail.language,
      ...(optOutUrl !== undefined && {
        'List-Unsubscribe': { prepared: true, value: `<${optOutUrl}>` },
        'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click',
      }),
    },
  };
}

const nameLengthMax = 60;

/** A merchant's name beside our address: without what could look like another address. */
function displayName(name: string): string {
  const clean = name
    .replace(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}<>"@\\]+/gu, ' ')
    .replace(/\s+/g, ' ')
    .trim();
  return cut(clean, nameLengthMax);
}
