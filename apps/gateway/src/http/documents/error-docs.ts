import { Type } from 'typebox';
import type { Api } from '../edge/api';
import { errorCodeNames, errorCodes, type ErrorCode } from '../edge/errors/error-codes';
import { html, styleElement } from '../pages/html/html';
import { Named } from '../fields/schema-names';

/** The page that explains every code, each under an anchor of its name. */
export const errorDocsPath = '/docs/errors';

export const ErrorSentence = Type.String({ description: 'One sentence that says why.' });

/** What the error bodies of both versions have besides the sentence. */
export const errorFields = {
  code: Named(
    'ErrorCode',
    Type.Unsafe<ErrorCode>({
      type: 'string',
      enum: errorCodeNames,
      description: 'Stable: compare this, not `error`. Later releases may add codes.',
    }),
  ),
  docs: Type.Optional(Type.String({ description: 'With a dev key: the address of the page that explains the code.' })),
};

const style = styleElement(
  'body{font:16px/1.5 system-ui,sans-serif;max-width:48rem;margin:2rem auto;padding:0 1rem}' +
    'dt{margin-top:1rem}dt:target{background:#ffe9a8}code{font-size:1rem}',
);

/** Public, like the API documents. */
export function registerErrorDocs(app: Api): void {
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
  const policy = "default-src 'none'; style-src 'unsafe-inline'; base-uri 'none'; frame-ancestors 'none'";
  app.get(errorDocsPath, { config: { permission: 'public' } }, (_request, reply) =>
    reply.type('text/html; charset=utf-8').header('content-security-policy', policy).send(page.text),
  );
}
