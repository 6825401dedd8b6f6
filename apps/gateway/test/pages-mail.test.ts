import { mkdtemp, rm, utimes, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { notFound } from '@pitanga/core';
import { startBeforeAll, testClock } from '@pitanga/testing';
import { devMail } from '../src/http/pages/dev-mail/dev-mail';
import { caller, cardLinks, wholeApi, type WholeApi } from './whole-api';

const { tenant } = caller;
const now = testClock().real();
const token = 'T'.repeat(43);
const link = {
  tenant,
  kind: 'MAIL_KIND_RECEIPT',
  senderName: 'Loja <b>',
  subscriptionId: undefined,
  createdAt: now,
  language: 'MAIL_LANGUAGE_PT_BR',
};

describe('a link of a mail', () => {
  const api = startBeforeAll(wholeApi);

  const inject = (method: 'GET' | 'POST', url: string, contentType?: string, payload?: string) =>
    api.app.inject({
      method,
      url,
      ...(contentType !== undefined && { headers: { 'content-type': contentType } }),
      ...(payload !== undefined && { payload }),
    });

  it('to the way out changes nothing when it is opened, as mail filters do', async () => {
    api.answering({ 'mails.getMailLink': link });
    const page = await inject('GET', `/mail/${token}/opt-out`);
    expect([page.statusCode, page.payload.includes('comprovantes de Loja &lt;b&gt;')]).toEqual([200, true]);
    expect(page.payload).toContain('method="post"');
    expect(api.calls.map(({ name }) => name)).toEqual(['mails.getMailLink']);
    expect((await inject('GET', `/mail/${token}/opt-out?lang=en`)).payload).toContain('receipts from Loja');
  });

  it.each([
    ['application/x-www-form-urlencoded', 'List-Unsubscribe=One-Click'],
    [
      'multipart/form-data; boundary=x',
      '--x\r\ncontent-disposition: form-data; name="List-Unsubscribe"\r\n\r\nOne-Click\r\n--x--\r\n',
    ],
  ])('to the way out ends the kind by one click, which is not led elsewhere (%s)', async (contentType, payload) => {
    api.answering({ 'mails.getMailLink': link, 'mails.optOutOfMail': {} });
    const page = await inject('POST', `/mail/${token}/opt-out`, contentType, payload);
    expect([page.statusCode, page.payload.includes('Pronto')]).toEqual([200, true]);
    expect(api.calls.at(-1)).toEqual({ name: 'mails.optOutOfMail', request: { token } });
  });

  it('to the way out ends the kind by its button, and leads to a page that says so', async () => {
    api.answering({ 'mails.getMailLink': link, 'mails.optOutOfMail': {} });
    const { headers } = await inject('POST', `/mail/${token}/opt-out`);
    expect(api.calls.at(-1)).toEqual({ name: 'mails.optOutOfMail', request: { token } });
    expect((await inject('GET', String(headers.location))).payload).toContain('Pronto');
    expect(api.calls.at(-1)?.name).toBe('mails.getMailLink');
  });

  it('that nobody wrote is not found, like one of another shape', async () => {
    api.answering({
      'mails.getMailLink': () => {
        throw notFound('Mail link not found');
      },
    });
    expect((await inject('GET', `/mail/${token}/opt-out`)).statusCode).toBe(404);
    expect((await inject('POST', `/mail/${token}/opt-out`)).statusCode).toBe(404);
    expect((await inject('GET', '/mail/short/opt-out')).statusCode).toBe(404);
  });

  it.each([
    ['card', 'cardAddress'],
    ['subscription', 'manageAddress'],
  ] as const)('of a renewal leads to its page (%s) for 30 days, and no other mail does', async (page, addressOf) => {
    const failed = { ...link, kind: 'MAIL_KIND_RENEWAL_FAILED', subscriptionId: 'subs_1' };
    const open = async (answer: object) => {
      api.answering({ 'mails.getMailLink': answer });
      const { statusCode, headers } = await inject('GET', `/mail/${token}/${page}`);
      return [statusCode, headers.location];
    };
    const days = (count: number) => new Date(now.getTime() - count * 86_400_000);
    expect(await open(failed)).toEqual([
      303,
      expect.stringContaining(cardLinks[addressOf]({ tenant, subscriptionId: 'subs_1' }, now)),
    ]);
    expect(await open({ ...failed, createdAt: days(29) })).toMatchObject([303, expect.any(String)]);
    expect(await open({ ...failed, createdAt: days(31) })).toEqual([404, undefined]);
    expect(await open(link)).toEqual([404, undefined]);
  });
});

describe('/dev/mail', () => {
  let directory: string;
  let api: WholeApi;
  beforeAll(async () => {
    directory = await mkdtemp(join(tmpdir(), 'pitanga-mail-'));
    const mail = {
      to: 'ana@buyer.example',
      subject: 'Recibo <1>',
      text: 'Veja https://pay.example/receipts/1?a=1&b=2 aqui',
      html: '<!doctype html><html><head><title>x</title></head><body><script>alert(1)</script></body></html>',
      attachments: [{ filename: 'boleto-<1>.pdf', bytes: 12_000 }],
      date: '2026-11-23T12:00:00.000Z',
    };
    await writeFile(join(directory, 'log_1.json'), JSON.stringify(mail));
    // Of a store whose test clock was ahead, by its name.
    await writeFile(join(directory, 'log_9999.json'), JSON.stringify({ ...mail, subject: 'Do futuro' }));
    await utimes(join(directory, 'log_1.json'), now, now);
    await utimes(join(directory, 'log_9999.json'), now, now);
    await writeFile(join(directory, 'log_2.json'), JSON.stringify({ ...mail, subject: 'Mais novo' }));
    await writeFile(join(directory, 'log_2.json.part'), '{');
    await writeFile(join(directory, 'secret.json'), '{"subject":"not a mail"}');
    api = await wholeApi({ devMailDirectory: directory });
  });
  afterAll(async () => {
    await api.app.close();
    await rm(directory, { recursive: true });
  });

  it('lists what was not sent, the last written first, and shows one with its links', async () => {
    const { text } = await api.get('/dev/mail');
    expect(text.indexOf('Mais novo')).toBeLessThan(text.indexOf('Recibo &lt;1&gt;'));
    expect(text.indexOf('Mais novo')).toBeLessThan(text.indexOf('Do futuro'));
    expect(text).not.toContain('not a mail');
    const one = await api.get('/dev/mail/log_1');
    expect(one.text).toContain('Anexo: boleto-&lt;1&gt;.pdf (12 kB)');
    expect(one.text).toContain('href="https://pay.example/receipts/1?a=1&amp;b=2"');
    expect(one.text).toContain('sandbox="allow-popups allow-popups-to-escape-sandbox"');
  });

  it('shows the HTML of a mail where no script runs and nothing is loaded', async () => {
    const { headers, text } = await api.get('/dev/mail/log_1/html');
    const policy = String(headers['content-security-policy']);
    expect(policy).toContain("default-src 'none'");
    expect(policy).not.toMatch(/script-src|allow-scripts|allow-same-origin/);
    expect(text).toContain('<base target="_blank">');
  });

  it.each(['/dev/mail/log_9', '/dev/mail/secret', '/dev/mail/..%2Fsecret', '/dev/mail/log_2.json.part'])(
    'does not know %s',
    async (url) => {
      expect((await api.get(url)).statusCode).toBe(404);
    },
  );

  it('does not exist where nobody started it so, nor on an address of others', async () => {
    const other = await wholeApi();
    expect((await other.get('/dev/mail')).statusCode).toBe(404);
    await other.app.close();
    const config = (url: string) => ({ DEV_MAIL_DIRECTORY: directory, PUBLIC_URL: url });
    expect(devMail(config('http://127.0.0.1:8080'))).toEqual({ devMailDirectory: directory });
    for (const url of ['https://pay.example', 'http://127.0.0.1.evil.example', 'http://0.0.0.0:8080']) {
      expect(() => devMail(config(url))).toThrow('machine only');
    }
  });
});
