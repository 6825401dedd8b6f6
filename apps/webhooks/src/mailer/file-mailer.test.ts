import { mkdtemp, readdir, readFile, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createFileMailer } from './file-mailer';

test('a mail that is not sent is a whole message and its parts, for this user alone; a repeat replaces it', async () => {
  const directory = join(await mkdtemp(join(tmpdir(), 'pitanga-mail-')), 'mail');
  const mailer = createFileMailer(directory, { address: 'mail@pitanga.example', name: 'Pitanga' });
  const mail = {
    messageId: '<log_1@pitanga.example>',
    to: 'ana@buyer.example',
    fromName: 'Loja',
    replyTo: undefined,
    subject: 'Recibo',
    text: 'Olá',
    html: '<p>Olá</p>',
    attachments: [{ filename: 'boleto.pdf', contentType: 'application/pdf', content: Buffer.from('%PDF-1.7') }],
    optOutUrl: 'https://pay.example/mail/t/opt-out',
    language: 'pt-BR',
    date: new Date('2026-11-23T12:00:00.000Z'),
  };
  expect(await mailer.send(mail)).toEqual({ kind: 'accepted', code: 250 });
  expect(await mailer.send({ ...mail, subject: 'Recibo 2' })).toEqual({ kind: 'accepted', code: 250 });
  expect((await readdir(directory)).sort()).toEqual(['log_1.eml', 'log_1.json']);
  const eml = await readFile(join(directory, 'log_1.eml'), 'utf8');
  expect(eml).toContain('Content-Disposition: attachment; filename=boleto.pdf');
  expect(eml).toContain('List-Unsubscribe: <https://pay.example/mail/t/opt-out>\r\n');
  expect(JSON.parse(await readFile(join(directory, 'log_1.json'), 'utf8'))).toMatchObject({
    to: 'ana@buyer.example',
    subject: 'Recibo 2',
    text: 'Olá',
    attachments: [{ filename: 'boleto.pdf', bytes: 8 }],
  });
  expect((await stat(join(directory, 'log_1.eml'))).mode & 0o077).toBe(0);
  await expect(mailer.send({ ...mail, messageId: '<../../x@pitanga.example>' })).rejects.toThrow();
  await rm(directory, { recursive: true });
});
