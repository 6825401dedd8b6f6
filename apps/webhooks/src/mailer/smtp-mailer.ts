import { createTransport } from 'nodemailer';
import type { MailOutcome, Mailer } from './mailer';
import { toMessage, type MailFrom } from './message';

export interface SmtpSettings {
  /** `smtp://user:password@host:port` or `smtps://…`. */
  readonly url: string;
  readonly from: MailFrom;
  readonly connectionsMax: number;
  /** Of each step: connecting, the greeting, and silence of the server. */
  readonly timeoutMs: number;
  readonly dkim: { readonly domain: string; readonly selector: string; readonly privateKey: string } | undefined;
}

/** After so many mails a connection is opened anew. */
const mailsPerConnection = 100;
/** Far more than any of our templates; a mail that is larger is a defect. */
const mailBytesMax = 256 * 1024;

/** Sends by SMTP over a pool of connections. Only with TLS, except to this machine itself. */
export function createSmtpMailer({ url, from, connectionsMax, timeoutMs, dkim }: SmtpSettings): Mailer {
  const { protocol, hostname, port, username, password } = new URL(url);
  const isSecure = protocol === 'smtps:';
  const transport = createTransport({
    pool: true,
    host: hostname.replace(/^\[|\]$/g, ''),
    port: port === '' ? (isSecure ? 465 : 587) : Number(port),
    secure: isSecure,
    requireTLS: !isSecure && !isThisMachine(hostname),
    tls: { minVersion: 'TLSv1.2' },
    ...(username !== '' && { auth: { user: decodeURIComponent(username), pass: decodeURIComponent(password) } }),
    maxConnections: connectionsMax,
    maxMessages: mailsPerConnection,
    connectionTimeout: timeoutMs,
    greetingTimeout: timeoutMs,
    socketTimeout: timeoutMs,
    dnsTimeout: timeoutMs,
    ...(dkim && { dkim: { domainName: dkim.domain, keySelector: dkim.selector, privateKey: dkim.privateKey } }),
  });
  return {
    send: async (mail) => {
      if (mail.html.length + mail.text.length > mailBytesMax) throw new Error('A mail is larger than it may be');
      try {
        const { response } = await transport.sendMail(toMessage(from, mail));
        return { kind: 'accepted', code: readCode(response) ?? 250 };
      } catch (error) {
        return toOutcome(error as SmtpError);
      }
    },
    close: () => {
      transport.close();
    },
  };
}

export function isThisMachine(hostname: string): boolean {
  return hostname === 'localhost' || hostname === '[::1]' || /^127(\.\d{1,3}){3}$/.test(hostname);
}

interface SmtpError {
  readonly code?: string;
  readonly command?: string;
  readonly responseCode?: number;
  readonly response?: string;
}

function readCode(response: string): number | undefined {
  const code = /^\d{3}/.exec(response)?.[0];
  return code === undefined ? undefined : Number(code);
}

/** Of nodemailer's own failures; everything else is the connection. */
const failures: Readonly<Record<string, Extract<MailOutcome, { kind: 'failed' }>['outcome']>> = {
  ETIMEDOUT: 'timeout',
  EDNS: 'dns',
  ENOTFOUND: 'dns',
  EAI_AGAIN: 'dns',
  ETLS: 'tls',
  EREQUIRETLS: 'tls',
  EPROTOCOL: 'protocol',
};

/**
 * What an error of nodemailer came to. Only an answer to the mail itself (its recipient, its text) is final: one to the
 * greeting, to the sign-in or to the sender's address is about this installation, and its repair lets the mail go.
 */
export function toOutcome({ code, command, responseCode, response }: SmtpError): MailOutcome {
  if (responseCode === undefined || responseCode < 400) {
    return { kind: 'failed', outcome: failures[code ?? ''] ?? 'connect' };
  }
  const isOfMail = command === 'RCPT TO' || command === 'DATA';
  const isPermanent = isOfMail && responseCode >= 500;
  return {
    kind: 'refused',
    code: responseCode,
    isPermanent,
    isNoMailbox: isPermanent && command === 'RCPT TO' && isAboutMailbox(responseCode, response ?? ''),
  };
}

/** RFC 3463: 5.1.x is the address, 5.2.1 a mailbox that is closed; 5.2.2 (full) and 5.7.x (policy) say nothing of it. */
function isAboutMailbox(code: number, response: string): boolean {
  const enhanced = /^\d{3}[ -](5\.\d{1,3}\.\d{1,3})\b/.exec(response)?.[1];
  if (enhanced !== undefined) return enhanced.startsWith('5.1.') || enhanced === '5.2.1';
  return code === 550 || code === 551 || code === 553;
}
