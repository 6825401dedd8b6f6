import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { buildSync } from 'esbuild';
import type { Client } from '../api';
import { blocksOf } from '../guides/blocks';
import { readPage } from '../guides/pages';

const root = join(__dirname, '..', '..', '..', '..');
const examples = join(root, 'examples', 'card-fields');

/** The example in React, as a merchant's bundler makes it, mounted at `/react`; the token is sent as the plain one does. */
function reactScript(): string {
  const entry = `
    import { createElement } from 'react';
    import { createRoot } from 'react-dom/client';
    import { CardForm } from ${JSON.stringify(join(examples, 'card-form.tsx'))};
    const onToken = async (token) => {
      const answer = await fetch('/pay', { method: 'POST', body: JSON.stringify({ token: token.id }) });
      document.querySelector('#status').textContent = (await answer.json()).status;
    };
    const { publicKey } = document.body.dataset;
    createRoot(document.querySelector('#root')).render(createElement(CardForm, { publicKey, language: 'pt-BR', onToken }));
  `;
  const { outputFiles } = buildSync({
    stdin: { contents: entry, resolveDir: __dirname },
    bundle: true,
    write: false,
    format: 'iife',
    jsx: 'automatic',
    define: { 'process.env.NODE_ENV': '"production"' },
    logLevel: 'error',
  });
  return outputFiles[0]?.text ?? '';
}

/** The page of the guide to cards. */
function guidePage(): string {
  const guide = readPage('guides/card', 'pt');
  const page = blocksOf(guide?.markdown ?? '').find((block) => block.kind === 'file' && block.title === 'card.html');
  if (page === undefined) throw new Error('the guide to cards has no card.html');
  return page.code;
}

/** The site of a merchant: another origin than the platform's, with the guide's page and the merchant's own server. */
export interface MerchantSite {
  readonly origin: string;
  /** Bodies and addresses of every request that the site got. */
  readonly seen: string[];
  stop(): Promise<void>;
}

/** @param spy a script that runs before all others of the page */
export async function startMerchantSite(
  api: Client,
  { baseUrl, publicKey, spy }: { readonly baseUrl: string; readonly publicKey: string; readonly spy: string },
): Promise<MerchantSite> {
  const page = guidePage()
    .replace('__URL__', baseUrl)
    .replace('__PUBLIC_KEY__', publicKey)
    .replace('<head>', `<head><script>${spy}</script>`);
  const reactPage = `<!doctype html><html lang="pt-BR"><head><title>Loja</title><script src="${baseUrl}/js/v1/pitanga.js"></script></head>
    <body data-public-key="${publicKey}"><main id="root"></main><p id="status"></p><script src="/react.js"></script></body></html>`;
  const seen: string[] = [];
  const answer = async (method: string, path: string, body: string): Promise<object> => {
    if (method !== 'POST')
      return (await api.get(`/v2/transparents/check?id=${path.replace('/charges/', '')}`)).json.data;
    const { token } = JSON.parse(body) as { readonly token: string };
    return (await api.post('/v2/transparents/create', { method: 'CARD', data: { amount: 5_000, token } })).json.data;
  };
  const server = createServer((request, response) => {
    const { method = '', url = '' } = request;
    let body = '';
    request.on('data', (part: Buffer) => (body += part.toString()));
    request.on('end', () => {
      seen.push(`${method} ${url} ${body}`);
      if (url === '/react.js') return response.setHeader('content-type', 'text/javascript').end(reactScript());
      if (url === '/react') return response.setHeader('content-type', 'text/html; charset=utf-8').end(reactPage);
      if (url !== '/pay' && !url.startsWith('/charges/'))
        return response.setHeader('content-type', 'text/html; charset=utf-8').end(page);
      return void answer(method, url, body).then(
        (found) => response.setHeader('content-type', 'application/json').end(JSON.stringify(found)),
        (error: unknown) => response.writeHead(500).end(String(error)),
      );
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  return {
    // Another site too, not only another port.
    origin: `http://localhost:${String(port)}`,
    seen,
    stop: async () => {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

/** Writes down all that a page can hear, see, send or read, into `window.heard`. */
export const spyScript = `
  window.heard = [];
  const hear = (kind, what) => {
    let text;
    try { text = typeof what === 'string' ? what : JSON.stringify(what); } catch { text = String(what); }
    window.heard.push({ kind, text: String(text) });
  };
  const typing = ['keydown', 'keypress', 'keyup', 'beforeinput', 'input', 'change', 'paste', 'copy', 'compositionend', 'textInput', 'selectionchange'];
  for (const name of typing) {
    const listener = (event) => hear('typing', { name, key: event.key, data: event.data, value: event.target?.value });
    window.addEventListener(name, listener, true);
    document.addEventListener(name, listener, true);
  }
  window.addEventListener('message', ({ data, origin }) => hear('message', { data, origin }), true);
  const port = MessagePort.prototype;
  const { set } = Object.getOwnPropertyDescriptor(port, 'onmessage');
  Object.defineProperty(port, 'onmessage', {
    configurable: true,
    set(listener) { set.call(this, (event) => { hear('port', event.data); listener(event); }); },
  });
  const send = port.postMessage;
  port.postMessage = function (...all) { hear('said', all[0]); return send.apply(this, all); };
  const ask = window.fetch;
  window.fetch = (...all) => { hear('fetch', all); return ask(...all); };
  const open = XMLHttpRequest.prototype.open;
  XMLHttpRequest.prototype.open = function (...all) { hear('fetch', all); return open.apply(this, all); };
  new PerformanceObserver((list) => { for (const entry of list.getEntries()) hear('performance', entry.toJSON()); })
    .observe({ entryTypes: PerformanceObserver.supportedEntryTypes });
  new MutationObserver(() => hear('page', document.documentElement.outerHTML))
    .observe(document, { subtree: true, childList: true, attributes: true, characterData: true });
  window.reachIn = () => [...document.querySelectorAll('iframe')].map((frame) => {
    const reads = [() => frame.contentDocument.body.innerHTML, () => frame.contentWindow.document.title, () => frame.contentWindow.location.href, () => frame.contentWindow[0].name, () => frame.contentWindow.fields];
    return reads.map((read) => { try { return String(read()); } catch (error) { return error.name; } });
  }).flat();
`;
