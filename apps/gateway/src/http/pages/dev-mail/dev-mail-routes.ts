import type { FastifyReply } from 'fastify';
import { Type } from 'typebox';
import type { Api } from '../../edge/api';
import { hashSource } from '../html/card-fields-on-page';
import { html, styleElement, type Html } from '../html/html';
import { sendNotFound } from '../html/layout';
import { formatMoment } from '../words/formats';
import { listMailFiles, readMailFile, type MailFile } from './mail-files';

const css = `
:root { color-scheme: light dark; --ink: #1d1d22; --soft: #5c5c66; --line: #d9d9e0; --card: #fff; --back: #f4f4f7; --brand: #b01f34; }
@media (prefers-color-scheme: dark) { :root { --ink: #f2f2f5; --soft: #b4b4be; --line: #34343c; --card: #1f1f25; --back: #141418; --brand: #ff8593; } }
* { box-sizing: border-box; }
body { margin: 0; padding: 16px; background: var(--back); color: var(--ink); font: 16px/1.5 system-ui, sans-serif; }
main { max-width: 760px; margin: 0 auto; }
h1 { font-size: 20px; margin: 0 0 12px; overflow-wrap: anywhere; }
h2 { font-size: 16px; margin: 24px 0 8px; }
ul { list-style: none; margin: 0; padding: 0; }
li a { display: block; margin: 0 0 8px; padding: 12px 16px; background: var(--card); border: 1px solid var(--line); border-radius: 12px; color: inherit; text-decoration: none; overflow-wrap: anywhere; }
li strong { display: block; }
.soft { color: var(--soft); font-size: 14px; overflow-wrap: anywhere; }
a { color: var(--brand); }
iframe { display: block; width: 100%; height: 620px; border: 1px solid var(--line); border-radius: 12px; background: #fff; }
pre { margin: 0; padding: 16px; background: var(--card); border: 1px solid var(--line); border-radius: 12px; white-space: pre-wrap; overflow-wrap: anywhere; font: 14px/1.5 ui-monospace, monospace; }
:focus-visible { outline: 3px solid var(--brand); outline-offset: 2px; }
`;

const policy = [
  "default-src 'none'",
  `style-src ${hashSource(css)}`,
  "frame-src 'self'",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
].join('; ');

/** The mail itself: no script, nothing loaded, and links open beside it. */
const mailPolicy = [
  'sandbox allow-popups allow-popups-to-escape-sandbox',
  "default-src 'none'",
  "style-src 'unsafe-inline'",
  "frame-ancestors 'self'",
].join('; ');

const headers = {
  'x-content-type-options': 'nosniff',
  'referrer-policy': 'no-referrer',
  'cache-control': 'no-store',
} as const;

const params = Type.Object({ name: Type.String({ pattern: '^log_[0-9A-Za-z]{1,64}$' }) });

/** The mail that `npm start` wrote instead of sending it (docs/behaviour/mail.md#dev-mail). */
export function devMailRoutes(app: Api, directory: string): void {
  const hidden = { config: { permission: 'public' }, schema: { hide: true } } as const;
  const hiddenMail = { config: { permission: 'public' }, schema: { params, hide: true } } as const;

  app.get('/dev/mail', hidden, async (_request, reply) =>
    sendDevPage(reply, 'E-mails', listPage(await listMailFiles(directory))),
  );

  app.get('/dev/mail/:name', hiddenMail, async ({ params: { name } }, reply) => {
    const mail = await readMailFile(directory, name);
    return mail ? sendDevPage(reply, mail.subject, mailPage(mail)) : sendNotFound(reply);
  });

  app.get('/dev/mail/:name/html', hiddenMail, async ({ params: { name } }, reply) => {
    const mail = await readMailFile(directory, name);
    if (!mail) return sendNotFound(reply);
    const beside = mail.html.replace('<head>', '<head><base target="_blank">');
    const framed = { ...headers, 'content-type': 'text/html; charset=utf-8', 'content-security-policy': mailPolicy };
    return reply.headers(framed).send(beside);
  });
}

function listPage(mails: readonly MailFile[]): Html {
  return html`<h1>E-mails</h1>
    <p class="soft">Nada sai desta máquina: o que seria enviado fica aqui.</p>
    ${mails.length === 0 ? html`<p>Nenhum e-mail ainda.</p>` : undefined}
    <ul>
      ${mails.map(
        ({ name, subject, to, date }) =>
          html`<li>
            <a href="/dev/mail/${name}"
              ><strong>${subject}</strong><span class="soft">${to} · ${formatMoment(new Date(date), 'pt-BR')}</span></a
            >
          </li>`,
      )}
    </ul>`;
}

function mailPage({ name, subject, to, date, text, attachments = [] }: MailFile): Html {
  return html`<p><a href="/dev/mail">Todos os e-mails</a></p>
    <h1>${subject}</h1>
    <p class="soft">${to} · ${formatMoment(new Date(date), 'pt-BR')}</p>
    ${attachments.map(
      ({ filename, bytes }) => html`<p class="soft">Anexo: ${filename} (${String(Math.ceil(bytes / 1_024))} kB)</p>`,
    )}
    <iframe title="HTML" src="/dev/mail/${name}/html" sandbox="allow-popups allow-popups-to-escape-sandbox"></iframe>
    <h2>Texto</h2>
    <pre>${linked(text)}</pre>`;
}

/** The text with its addresses as links. */
function linked(text: string): readonly Html[] {
  return text
    .split(/(https?:\/\/[^\s<>"]+)/)
    .map((part, index) =>
      index % 2 === 1 ? html`<a href="${part}" target="_blank" rel="noreferrer">${part}</a>` : html`${part}`,
    );
}

function sendDevPage(reply: FastifyReply, title: string, body: Html): FastifyReply {
  const page = html`<!doctype html>
    <html lang="pt-BR">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="robots" content="noindex" />
        <title>${title}</title>
        ${styleElement(css)}
      </head>
      <body>
        <main>${body}</main>
      </body>
    </html>`;
  const own = { ...headers, 'content-type': 'text/html; charset=utf-8', 'content-security-policy': policy };
  return reply.headers(own).send(page.text);
}
