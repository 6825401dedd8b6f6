import { mkdir, readdir, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { createTransport } from 'nodemailer';
import type { Mailer } from './mailer';
import { toMessage, type MailFrom } from './message';

/**
 * Writes mails into a folder instead of sending them: `<name>.eml`, and `<name>.json` with its parts for the page that
 * shows them. A repeat replaces its files; the folder keeps the newest thousand mails.
 */
export function createFileMailer(directory: string, from: MailFrom): Mailer {
  let written = 0;
  const transport = createTransport({ streamTransport: true, buffer: true, newline: 'windows' });
  return {
    send: async (mail) => {
      const { message } = await transport.sendMail(toMessage(from, mail));
      await mkdir(directory, { recursive: true, mode: 0o700 });
      const name = /^<([0-9A-Za-z_]+)@/.exec(mail.messageId)?.[1];
      if (name === undefined) throw new Error('A Message-ID does not begin with an id');
      const { to, subject, text, html, date } = mail;
      const attachments = mail.attachments.map(({ filename, content }) => ({ filename, bytes: content.length }));
      await writeWhole(join(directory, `${name}.eml`), message as Buffer);
      // Last, because the page lists these.
      await writeWhole(join(directory, `${name}.json`), JSON.stringify({ to, subject, text, html, date, attachments }));
      written += 1;
      if (written % writesPerClearing === 0) await clearOld(directory);
      return { kind: 'accepted', code: 250 };
    },
    close: () => undefined,
  };
}

const filesMax = 2_000;
const writesPerClearing = 100;

/** Deletes the oldest files beyond the most that a folder keeps; names sort by time. */
async function clearOld(directory: string): Promise<void> {
  const names = (await readdir(directory)).sort();
  for (const name of names.slice(0, Math.max(0, names.length - filesMax)))
    await rm(join(directory, name), { force: true });
}

/** Under another name until it is whole. */
async function writeWhole(path: string, content: Buffer | string): Promise<void> {
  await writeFile(`${path}.part`, content, { mode: 0o600 });
  await rename(`${path}.part`, path);
}
