import { hash } from 'node:crypto';
import type { FastifyReply } from 'fastify';
import { fieldSources, stripeFieldsScript } from './card-fields-script';
import { html, scriptElement, styleElement, type Html } from './html';
import { pageScript } from './page-script';

const css = `
:root { color-scheme: light dark; --ink: #1d1d22; --soft: #63636e; --line: #e3e3e8; --card: #fff; --back: #f4f4f7; --brand: #c0263b; --good: #17794a; --wait: #8a5a00; }
@media (prefers-color-scheme: dark) { :root { --ink: #f2f2f5; --soft: #a5a5b0; --line: #34343c; --card: #1f1f25; --back: #141418; --brand: #ff6b7d; --good: #4cc98a; --wait: #e2b04a; } }
* { box-sizing: border-box; }
body { margin: 0; padding: 24px 16px 48px; background: var(--back); color: var(--ink); font: 16px/1.5 system-ui, sans-serif; }
main { max-width: 440px; margin: 0 auto; padding: 24px; background: var(--card); border: 1px solid var(--line); border-radius: 16px; }
h1 { margin: 0; font-size: 20px; }
.total { margin: 4px 0 16px; font-size: 32px; font-weight: 700; font-variant-numeric: tabular-nums; }
.total small { font-size: 16px; font-weight: 400; }
.state { display: inline-block; margin: 0 0 16px; padding: 2px 12px; border: 1px solid currentcolor; border-radius: 999px; font-size: 14px; font-weight: 600; color: var(--soft); }
.state.good { color: var(--good); } .state.wait { color: var(--wait); }
ul { list-style: none; margin: 0 0 16px; padding: 0; border-top: 1px solid var(--line); }
li, dl div { display: flex; justify-content: space-between; gap: 16px; padding: 10px 0; border-bottom: 1px solid var(--line); }
li span, dd { font-variant-numeric: tabular-nums; text-align: right; }
li span { white-space: nowrap; }
dl { margin: 0; } dt { color: var(--soft); } dd { margin: 0; overflow-wrap: anywhere; }
.soft { color: var(--soft); font-size: 14px; }
.qr { display: block; width: 240px; max-width: 100%; height: auto; margin: 16px auto; padding: 8px; background: #fff; border-radius: 8px; }
.code { display: block; width: 100%; min-height: 96px; margin: 8px 0 16px; padding: 12px; border: 1px solid var(--line); border-radius: 8px; background: var(--back); color: var(--ink); font: 13px/1.4 ui-monospace, monospace; overflow-wrap: anywhere; user-select: all; }
.code.line { min-height: 0; }
.button { display: block; width: 100%; margin: 8px 0 0; padding: 12px; border: 1px solid var(--brand); border-radius: 10px; background: transparent; color: var(--brand); font: inherit; font-weight: 600; text-align: center; text-decoration: none; cursor: pointer; }
.button.main { background: var(--brand); color: var(--card); }
.button.quiet { border-color: var(--line); color: var(--ink); }
nav { display: flex; gap: 8px; margin: 0 0 16px; }
nav a { flex: 1; padding: 10px 4px; border: 1px solid var(--line); border-radius: 10px; color: var(--ink); text-align: center; text-decoration: none; }
nav a[aria-current] { border-color: var(--brand); color: var(--brand); font-weight: 600; }
h2 { margin: 0 0 8px; font-size: 16px; }
.off { color: var(--good); }
label { display: block; margin: 0 0 12px; font-size: 14px; color: var(--soft); }
#card-fields { margin: 4px 0 12px; padding: 12px; border: 1px solid var(--soft); border-radius: 10px; background: #fff; }
.label { margin: 0; font-size: 14px; color: var(--soft); }
input, select { display: block; width: 100%; min-height: 44px; margin: 4px 0 0; padding: 8px 12px; border: 1px solid var(--soft); border-radius: 10px; background: var(--card); color: var(--ink); font: inherit; font-size: 16px; }
[aria-invalid] { border-color: var(--brand); border-width: 2px; }
:focus-visible { outline: 3px solid var(--brand); outline-offset: 2px; }
.pair { display: grid; grid-template-columns: 1fr 1fr; gap: 12px; align-items: end; }
.alert { margin: 0 0 16px; padding: 10px 12px; border: 1px solid var(--brand); border-radius: 10px; color: var(--brand); font-weight: 600; }
details { margin: 0 0 16px; } summary { padding: 8px 0; cursor: pointer; font-size: 14px; }
.test { max-width: 440px; margin: 0 auto 12px; text-align: center; color: var(--wait); font-size: 14px; font-weight: 600; }
`;

/** No frames, no external content; the style sheet by its hash. What some pages need more is in {@link policyOf}. */
const policy = [
  "default-src 'none'",
  `style-src 'sha256-${hash('sha256', css, 'base64')}'`,
  'img-src data:',
  "form-action 'self'",
  "base-uri 'none'",
  "frame-ancestors 'none'",
].join('; ');

const pageScriptSource = `'sha256-${hash('sha256', pageScript, 'base64')}'`;
const fieldsScriptSource = `'sha256-${hash('sha256', stripeFieldsScript, 'base64')}'`;

/** Opened for its own script, and for the card provider's fields on the pages that have them. */
function policyOf(hasScript: boolean, fieldsScriptUrl: string | undefined): string {
  const fields = fieldsScriptUrl === undefined ? undefined : fieldSources(fieldsScriptUrl);
  if (!hasScript && !fields) return policy;
  const scripts = [
    ...(hasScript ? [pageScriptSource] : []),
    ...(fields ? [fieldsScriptSource, ...fields.scripts] : []),
  ];
  const connections = [...(hasScript ? ["'self'"] : []), ...(fields?.connections ?? [])];
  const frames = fields ? `; frame-src ${fields.frames.join(' ')}` : '';
  return `${policy}; script-src ${scripts.join(' ')}; connect-src ${connections.join(' ')}${frames}`;
}

const headers = {
  'content-type': 'text/html; charset=utf-8',
  'x-content-type-options': 'nosniff',
  'referrer-policy': 'no-referrer',
  // A page shows the current state of a payment, to holders of the link only.
  'cache-control': 'no-store',
} as const;

/** How a page polls for the event it waits for. */
export interface PageWatch {
  /** The address that answers the current state. */
  readonly look: string;
  readonly state: string;
  /** Where to go when the state has changed. */
  readonly then: string;
}

export interface PageContent {
  readonly title: string;
  readonly isTest: boolean;
  readonly body: Html;
  /** The page has a form that submits itself. */
  readonly sendsItself?: boolean;
  readonly watch?: PageWatch | undefined;
  /** The page redirects here after a moment. */
  readonly goesTo?: string | undefined;
  /** The page sends its visitor elsewhere, without a word about the shop. */
  readonly leaves?: { readonly url: string; readonly afterSeconds: number } | undefined;
  /** The page has a card form with the provider's own fields: the address of their script. */
  readonly fieldsScriptUrl?: string | undefined;
}

/** In seconds: long enough to read that it was paid. */
const goesAfterSeconds = 3;
/** Without scripts, in seconds: long enough to copy a code. */
const looksAgainSeconds = 20;

/** Sends one whole page. */
export function sendPage(reply: FastifyReply, status: number, content: PageContent): FastifyReply {
  const { title, isTest, body, watch, goesTo, leaves, fieldsScriptUrl } = content;
  const hasScript = content.sendsItself === true || watch !== undefined;
  const page = html`<!doctype html>
    <html lang="pt-BR">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="robots" content="noindex" />
        ${goesTo === undefined ? undefined : refresh(goesAfterSeconds, goesTo)}
        ${leaves && refresh(leaves.afterSeconds, leaves.url)}
        ${watch && html`<noscript>${refresh(looksAgainSeconds, watch.then)}</noscript>`}
        <title>${title}</title>
        ${styleElement(css)}
      </head>
      <body>
        ${isTest ? html`<p class="test">Ambiente de teste: nenhum dinheiro é movimentado</p>` : undefined}
        <main ${watch && html`data-look="${watch.look}" data-state="${watch.state}" data-then="${watch.then}"`}>
          ${body}
          ${goesTo === undefined ? undefined : html`<p class="soft" role="status">Você volta para a loja em instantes.</p>`}
        </main>
        ${hasScript ? scriptElement(pageScript) : undefined}
        ${
          fieldsScriptUrl === undefined
            ? undefined
            : html`<script src="${fieldsScriptUrl}"></script>
                ${scriptElement(stripeFieldsScript)}`
        }
      </body>
    </html>`;
  const allowed = { 'content-security-policy': policyOf(hasScript, fieldsScriptUrl) };
  return reply.code(status).headers(headers).headers(allowed).send(page.text);
}

function refresh(seconds: number, url: string): Html {
  return html`<meta http-equiv="refresh" content="${seconds}; url=${url}" />`;
}

/** A page with one message. */
export function sendNotice(reply: FastifyReply, status: number, title: string, sentence: string): FastifyReply {
  const body = html`<h1>${title}</h1>
    <p class="soft">${sentence}</p>`;
  return sendPage(reply, status, { title, isTest: false, body });
}

/** The page of an unknown address. */
export function sendNotFound(reply: FastifyReply): FastifyReply {
  return sendNotice(reply, 404, 'Não encontramos esta página', 'Confira se o endereço está completo.');
}
