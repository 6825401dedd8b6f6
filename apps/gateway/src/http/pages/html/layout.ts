import type { FastifyReply } from 'fastify';
import type { Face } from './face';
import { brandStyle } from './brand-colors';
import { faceHeader, pageFooter } from './face-parts';
import { chooseLanguage, type InLanguages, type Language } from '../words/language';
import { notFoundNotice, type Notice } from '../words/notices';
import type { FieldsOnPage, ProviderScript } from './card-fields-on-page';
import { pageModuleAsset } from '../assets/assets';
import { html, scriptElement, styleElement, type Html } from './html';
import { buildPolicy } from './page-policy';
import { pageStyle, sampleStyle } from './page-style';
import { previewTags, type Preview } from './preview';

const headers = {
  'content-type': 'text/html; charset=utf-8',
  'x-content-type-options': 'nosniff',
  'referrer-policy': 'no-referrer',
  // A page shows the current state of a payment, to holders of the link only.
  'cache-control': 'no-store',
} as const;

/** How a page waits for an event. */
export interface PageWatch {
  /** The address that answers the current state. */
  readonly look: string;
  /** The address of the stream that tells it. */
  readonly events: string;
  readonly state: string;
  /** Where to go when the state has changed. */
  readonly then: string;
}

export interface PageContent {
  readonly title: string;
  readonly isTest: boolean;
  /** Whose page it is; undefined for a page of no merchant. */
  readonly face?: Face | undefined;
  readonly body: Html;
  /** What is bought stands beside what its payer does, where there is room: the body's `.bill` and `.do`. */
  readonly isWide?: boolean;
  /** A style sheet of this page, beside the common one. */
  readonly style?: string | undefined;
  /** What is shown of the page's address where it is passed on. */
  readonly preview?: Preview | undefined;
  /** Shows pictures of the merchant beside the logo. */
  readonly hasPictures?: boolean;
  readonly watch?: PageWatch | undefined;
  /** The page redirects here after a moment. */
  readonly goesTo?: string | undefined;
  /** The page sends its visitor elsewhere, without a word about the shop. */
  readonly leaves?: { readonly url: string; readonly afterSeconds: number } | undefined;
  /** The page has a card form with the provider's own fields. */
  readonly fields?: FieldsOnPage | undefined;
  /** Shown to the merchant, not to a payer: it loads no script and goes nowhere. */
  readonly isSample?: boolean;
}

/** In seconds: long enough to read that it was paid. */
const goesAfterSeconds = 3;
/** Without scripts, in seconds: long enough to copy a code. */
const looksAgainSeconds = 20;

interface LayoutWords {
  readonly test: string;
  readonly back: string;
  /** On a button that was pressed. */
  readonly busy: string;
}

const layoutWords: InLanguages<LayoutWords> = {
  'pt-BR': {
    test: 'Ambiente de teste: nenhum dinheiro é movimentado',
    back: 'Você volta para a loja em instantes.',
    busy: 'Aguarde…',
  },
  en: {
    test: 'Test environment: no money is moved',
    back: 'You will return to the store in a moment.',
    busy: 'Please wait…',
  },
};

/** Sends one whole page, in the language of its request. */
export function sendPage(reply: FastifyReply, status: number, content: PageContent): FastifyReply {
  const language = chooseLanguage(reply.request);
  const { face, fields } = content;
  const styles = listStyles(content);
  const hasPictures = content.hasPictures === true || face?.logoUrl !== undefined;
  const page = pageDocument(content, language, otherLanguageAddress(reply, content, language));
  const policy = buildPolicy({ hasModule: hasModule(content), hasPictures, styles, fields });
  if (fields?.paymentOrigin !== undefined)
    void reply.header('permissions-policy', `payment=(self "${fields.paymentOrigin}")`);
  return reply.code(status).headers(headers).header('content-security-policy', policy).send(page.text);
}

/** The style sheets beside the common one. */
function listStyles({ style, face }: PageContent): readonly string[] {
  return [style, face?.color === undefined ? undefined : brandStyle(face.color)].filter((one) => one !== undefined);
}

/** One whole page as text. */
export function pageDocument(content: PageContent, language: Language, otherAddress: string | undefined): Html {
  const { face, isTest, fields } = content;
  return html`<!doctype html>
    <html lang="${language}">
      ${pageHead(content, listStyles(content))}
      <body>
        ${isTest ? html`<aside class="test">${layoutWords[language].test}</aside>` : undefined}
        ${pageMain(content, language)} ${pageFooter(face, language, otherAddress)}
        ${fields && html`${providerScriptElement(fields)} ${scriptElement(fields.script)}`}
      </body>
    </html>`;
}

/** A script of a provider; one whose hash is known is run only if it is that very file. */
export function providerScriptElement({ scriptUrl, integrity }: ProviderScript): Html {
  if (integrity === undefined) return html`<script src="${scriptUrl}"></script>`;
  return html`<script src="${scriptUrl}" integrity="${integrity}" crossorigin="anonymous"></script>`;
}

/** Whether the page has what the module serves: notices and receipts have nothing for it. */
function hasModule({ body, watch, isSample }: PageContent): boolean {
  if (isSample === true) return false;
  return watch !== undefined || /<form|data-copied/.test(body.text);
}

function pageHead(content: PageContent, styles: readonly string[]): Html {
  const { title, goesTo, leaves, watch, preview } = content;
  return html`<head>
    <meta charset="utf-8" />
    <meta name="viewport" content="width=device-width, initial-scale=1" />
    <meta name="robots" content="noindex" />
    <link rel="icon" href="/favicon.ico" sizes="48x48" />
    ${goesTo === undefined ? undefined : refresh(goesAfterSeconds, goesTo)}
    ${leaves && refresh(leaves.afterSeconds, leaves.url)}
    ${watch && html`<noscript>${refresh(looksAgainSeconds, watch.then)}</noscript>`} ${preview && previewTags(preview)}
    <title>${title}</title>
    ${styleElement(content.isSample === true ? sampleStyle : pageStyle)} ${styles.map(styleElement)}
    ${hasModule(content) ? html`<script type="module" src="${pageModuleAsset.path}"></script>` : undefined}
  </head>`;
}

function pageMain(content: PageContent, language: Language): Html {
  const { face, body, goesTo, watch, isWide } = content;
  const busy = hasModule(content) ? html`data-busy="${layoutWords[language].busy}"` : undefined;
  return html`<main ${isWide === true ? html`class="wide"` : undefined} ${busy} ${watch && watchAttributes(watch)}>
    ${face && faceHeader(face)} ${body}
    ${goesTo === undefined ? undefined : html`<p class="soft" role="status">${layoutWords[language].back}</p>`}
  </main>`;
}

function watchAttributes({ look, events, state, then }: PageWatch): Html {
  return html`data-look="${look}" data-events="${events}" data-state="${state}" data-then="${then}"`;
}

/**
 * The same address in the other language. Undefined for the answer to a form, which has no address of its own, and for
 * pages of no merchant, whose address may carry what a provider added to it.
 */
function otherLanguageAddress(
  { request }: FastifyReply,
  { face }: PageContent,
  language: Language,
): string | undefined {
  if (request.method !== 'GET' || !face) return undefined;
  const { pathname, searchParams } = new URL(request.url, 'http://page.invalid');
  // What the address says of the moment, the page has said.
  searchParams.delete('done');
  searchParams.set('lang', language === 'en' ? 'pt-BR' : 'en');
  return `${pathname}?${searchParams.toString()}`;
}

function refresh(seconds: number, url: string): Html {
  return html`<meta http-equiv="refresh" content="${seconds}; url=${url}" />`;
}

/** A page with one message. */
export function sendNotice(reply: FastifyReply, status: number, notice: InLanguages<Notice>): FastifyReply {
  const { title, sentence } = notice[chooseLanguage(reply.request)];
  const body = html`<h1>${title}</h1>
    <p class="soft">${sentence}</p>`;
  return sendPage(reply, status, { title, isTest: false, body });
}

/** The page of an unknown address. */
export function sendNotFound(reply: FastifyReply): FastifyReply {
  return sendNotice(reply, 404, notFoundNotice);
}
