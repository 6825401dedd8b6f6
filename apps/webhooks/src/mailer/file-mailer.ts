import { mkdir, rename, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { createTransport } from 'nodemailer';
import type { Mailer } from './mailer';
import { toMessage, type MailFrom } from './message';

/**
 * Writes mails into a folder instead of sending them: `<name>.eml`, and `<name>.json` with its parts for the page that
 * shows them. A repeat replaces its files.
 */
export function createFileMailer(directory: string, from: MailFrom): Mailer {
  const transport = createTransport({ streamTransport: true, buffer: true, newline: 'windows' });
  return {
    send: async (mail) => {
      const { message } = await transport.sendMail(toMessage(from, mail));
      await mkdir(directory, { recursive: true, mode: 0o700 });
      const name = /^<([0-9A-Za-z_]+)@/.exec(mail.messageId)?.[1];
      if (name === undefined) throw new Error('A Message-ID does not begin with an id');
      const { to, subject, text, html, date } = mail;
      await writeWhole(join(directory, `${name}.eml`), message as Buffer);
      // Last, because the page lists these.
      await writeWhole(join(directory, `${name}.json`), JSON.stringify({ to, subject, text, html, date }));
      return { kind: 'accepted', code: 250 };
    },
    close: () => undefined,
  };
}

/** Under another name until it is whole. */
async function writeWhole(path: string, content: Buffer | string): Promise<void> {
  await writeFile(`${path}.part`, content, { mode: 0o600 });
  await rename(`${path}.part`, path);
}
