import type { Api } from '../edge/api';
import { errorCodeNames, errorCodes, errorDocsPath } from '../edge/errors/error-codes';
import { html, styleElement } from '../pages/html/html';

const style = styleElement(
  'body{font:16px/1.5 system-ui,sans-serif;max-width:48rem;margin:2rem auto;padding:0 1rem}' +
    'dt{margin-top:1rem}dt:target{background:#ffe9a8}code{font-size:1rem}',
);

const policy = "default-src 'none'; style-src 'unsafe-inline'; base-uri 'none'; frame-ancestors 'none'";

/** Serves the page of error codes, public like the API documents. */
export function registerErrorPage(app: Api): void {
  const entries = errorCodeNames.map(
    (code) =>
      html`<dt id="${code}"><code>${code}</code></dt>
        <dd>${errorCodes[code]}</dd>`,
  );
  const page = html`<!doctype html>
    <html lang="en">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <title>Error codes: Pitanga API</title>
        ${style}
      </head>
      <body>
        <h1>Error codes</h1>
        <p>
          The <code>code</code> of an error is stable. Its sentence in <code>error</code> may change.
          <a href="/docs">API reference</a>
        </p>
        <dl>${entries}</dl>
      </body>
    </html>`;
  app.get(errorDocsPath, { config: { permission: 'public' } }, (_request, reply) =>
    reply.type('text/html; charset=utf-8').header('content-security-policy', policy).send(page.text),
  );
}
