import { startMailbox, headersOf, partsOf, type Mailbox } from '../../test/mailbox';
import type { OutgoingMail } from './mailer';
import { createSmtpMailer, isThisMachine, toOutcome } from './smtp-mailer';

const from = { address: 'mail@pitanga.example', name: 'Pitanga' };
const mail: OutgoingMail = {
  messageId: '<log_1@pitanga.example>',
  to: 'ana@buyer.example',
  fromName: undefined,
  replyTo: undefined,
  subject: 'Olá, ação',
  text: 'Olá',
  html: '<p>Olá</p>',
  attachments: [],
  optOutUrl: undefined,
  language: 'pt-BR',
  date: new Date('2026-11-23T12:00:00.000Z'),
};
const mailerTo = (url: string, timeoutMs = 30_000) =>
  createSmtpMailer({ url, from, connectionsMax: 1, timeoutMs, dkim: undefined });

describe('an SMTP server', () => {
  let mailbox: Mailbox;
  beforeAll(async () => {
    mailbox = await startMailbox();
  });
  afterAll(() => mailbox.close());

  it('gets the text and the HTML, from the installation, over a connection that is used again', async () => {
    const mailer = mailerTo(mailbox.url);
    expect(await mailer.send(mail)).toEqual({ kind: 'accepted', code: 250 });
    expect(await mailer.send({ ...mail, fromName: 'Loja', replyTo: 'a@loja.example' })).toMatchObject({
      kind: 'accepted',
    });
    mailer.close();
    const [first, second] = mailbox.mails.map(({ raw }) => raw);
    expect(partsOf(first ?? '')).toEqual(
      new Map([
        ['text/plain', expect.stringMatching(/^Olá\s*$/)],
        ['text/html', expect.stringMatching(/^<p>Olá<\/p>\s*$/)],
      ]),
    );
    expect(headersOf(first ?? '').get('from')).toBe('Pitanga <mail@pitanga.example>');
    expect(headersOf(first ?? '').get('message-id')).toBe('<log_1@pitanga.example>');
    expect(headersOf(second ?? '').get('from')).toBe('Loja <mail@pitanga.example>');
    expect(headersOf(second ?? '').get('reply-to')).toBe('a@loja.example');
  });

  it('that is away is a connection that failed', async () => {
    const gone = await startMailbox();
    await gone.close();
    const mailer = mailerTo(gone.url);
    expect(await mailer.send(mail)).toEqual({ kind: 'failed', outcome: 'connect' });
    mailer.close();
  });

  it('that does not answer in time is a timeout', async () => {
    const hanging = await startMailbox({ onConnect: () => undefined });
    const mailer = mailerTo(hanging.url, 200);
    expect(await mailer.send(mail)).toEqual({ kind: 'failed', outcome: 'timeout' });
    mailer.close();
    await hanging.close();
  });

  it('with a certificate that nobody signed gets no mail', async () => {
    const tls = await startMailbox({ disabledCommands: [], authOptional: true });
    // STARTTLS is offered with the example certificate of smtp-server.
    const mailer = mailerTo(tls.url);
    expect(await mailer.send(mail)).toMatchObject({ kind: 'failed' });
    expect(tls.mails).toEqual([]);
    mailer.close();
    await tls.close();
  });
});

test.each([
  ['smtp://mail.example:25', false],
  ['smtp://127.0.0.1:25', true],
  ['smtp://127.evil.example:25', false],
  ['smtp://localhost:25', true],
  ['smtp://[::1]:25', true],
])('%s is this machine: %s', (url, expected) => {
  expect(isThisMachine(new URL(url).hostname)).toBe(expected);
});

describe('an answer of a mail server', () => {
  const refused = (command: string, responseCode: number, response: string) =>
    toOutcome({ code: 'EENVELOPE', command, responseCode, response });

  it('is about the mailbox only when it says that there is none', () => {
    expect(refused('RCPT TO', 550, '550 5.1.1 unknown')).toMatchObject({ isPermanent: true, isNoMailbox: true });
    expect(refused('RCPT TO', 550, '550 no such user')).toMatchObject({ isPermanent: true, isNoMailbox: true });
    expect(refused('RCPT TO', 550, '550-5.2.1 closed')).toMatchObject({ isNoMailbox: true });
    expect(refused('RCPT TO', 552, '552 5.2.2 full')).toMatchObject({ isPermanent: true, isNoMailbox: false });
    expect(refused('RCPT TO', 554, '554 5.7.1 relay denied')).toMatchObject({ isPermanent: true, isNoMailbox: false });
    expect(refused('DATA', 550, '550 5.1.1 odd')).toMatchObject({ isPermanent: true, isNoMailbox: false });
  });

  it('is retried when it is for now, or about this installation', () => {
    for (const [command, code] of [
      ['RCPT TO', 450],
      ['DATA', 451],
      ['AUTH PLAIN', 535],
      ['CONN', 554],
      ['MAIL FROM', 550],
    ] as const) {
      expect(refused(command, code, `${String(code)} no`)).toMatchObject({ kind: 'refused', isPermanent: false });
    }
  });
});
