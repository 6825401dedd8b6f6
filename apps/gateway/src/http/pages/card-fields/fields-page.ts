import { efiScript, hashSource, stripeScript, type ProviderScript } from '../html/card-fields-on-page';
import { providerScriptElement } from '../html/layout';
import { ownFieldsScript } from '../assets/own-fields-script';
import { stripeFrameScript } from '../assets/stripe-frame-script';
import { html, scriptElement, styleElement, type Html } from '../html/html';
import { cardFieldsWords } from './fields-words';

/** What the frame shows: our own fields, also where Efí takes the card from them, Stripe's, or why there are none. */
export type FieldsContent =
  | { readonly kind: 'OWN'; readonly key: string }
  | { readonly kind: 'STRIPE'; readonly key: string; readonly publishableKey: string; readonly scriptUrl: string }
  | {
      readonly kind: 'EFI';
      readonly key: string;
      readonly payeeCode: string;
      readonly isSandbox: boolean;
      readonly scriptUrl: string;
    }
  | { readonly kind: 'NONE'; readonly problem: 'invalid_key' | 'not_configured' | 'typed_at_provider' | 'unavailable' };

/** A page and its Content-Security-Policy. */
export interface FramePage {
  readonly text: string;
  readonly policy: string;
}

const style = `
:root { --colorText: #1d1d22; --colorLabel: #4d4d57; --colorPlaceholder: #6b6b76; --colorBackground: #fff; --colorBorder: #8a8a94; --colorFocus: #1a56c4; --colorError: #b3261e; --fontFamily: system-ui, sans-serif; --fontSize: 16px; --borderRadius: 10px; --fieldHeight: 44px; }
:root[data-theme=dark] { --colorText: #f2f2f5; --colorLabel: #c3c3cc; --colorPlaceholder: #a5a5b0; --colorBackground: #1f1f25; --colorBorder: #7a7a86; --colorFocus: #8ab4ff; --colorError: #ff8a80; }
* { box-sizing: border-box; }
html { background: transparent; }
body { margin: 0; padding: 4px; color: var(--colorText); font: var(--fontSize)/1.4 var(--fontFamily); }
[hidden] { display: none !important; }
label { display: block; margin: 0 0 4px; color: var(--colorLabel); font-size: 14px; }
.box { position: relative; }
input, #stripe { display: block; width: 100%; min-height: var(--fieldHeight); padding: 8px 12px; border: 1px solid var(--colorBorder); border-radius: var(--borderRadius); background: var(--colorBackground); color: var(--colorText); font: inherit; }
#stripe { padding: 12px; }
input::placeholder { color: var(--colorPlaceholder); opacity: 1; }
input:focus-visible { outline: 2px solid var(--colorFocus); outline-offset: 1px; }
input[aria-invalid] { border-color: var(--colorError); }
#brand { position: absolute; right: 12px; top: 0; line-height: var(--fieldHeight); color: var(--colorPlaceholder); font-size: 13px; pointer-events: none; }
.pair { display: grid; grid-template-columns: 1fr 1fr; gap: 12px; margin-top: 12px; align-items: start; }
.problem { margin: 4px 0 0; color: var(--colorError); font-size: 14px; }
`;

/** Hashed once, not for each page. */
const styleSource = hashSource(style);
const stripeFrame = { script: stripeFrameScript, scriptSource: hashSource(stripeFrameScript) };
const ownFields = { script: ownFieldsScript, scriptSource: hashSource(ownFieldsScript) };

/** The page that the merchant's page frames; every page may, so it has nothing but the fields. */
export function fieldsPage(content: FieldsContent): FramePage {
  const { script, scriptSource } = content.kind === 'STRIPE' ? stripeFrame : ownFields;
  const provider = findProviderScript(content);
  const page = html`<!doctype html>
    <html lang="pt-BR">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="robots" content="noindex" />
        <title>${cardFieldsWords['pt-BR'].title}</title>
        ${styleElement(style)}
      </head>
      <body ${renderAttributes(content)}>
        ${content.kind === 'OWN' || content.kind === 'EFI' ? ownInputs : undefined}
        ${content.kind === 'STRIPE' ? html`<div id="stripe" hidden></div>` : undefined}
        <p class="problem" id="problem" role="alert" hidden></p>
        ${provider && providerScriptElement(provider)} ${scriptElement(script)}
      </body>
    </html>`;
  return { text: page.text, policy: buildPolicy(provider, scriptSource) };
}

function findProviderScript(content: FieldsContent): ProviderScript | undefined {
  if (content.kind === 'STRIPE') return stripeScript(content.scriptUrl);
  return content.kind === 'EFI' ? efiScript(content) : undefined;
}

function renderAttributes(content: FieldsContent): Html {
  if (content.kind === 'NONE') return html`data-problem="${content.problem}"`;
  if (content.kind === 'EFI') {
    const sandbox = content.isSandbox ? html`data-sandbox` : undefined;
    return html`data-key="${content.key}" data-efi="${content.payeeCode}" ${sandbox}`;
  }
  return content.kind === 'OWN'
    ? html`data-key="${content.key}"`
    : html`data-key="${content.key}" data-stripe="${content.publishableKey}"`;
}

/** The script writes the labels, in the language of the merchant's page. */
const ownInputs = html`<form id="fields" novalidate hidden>
  ${input('number', { autocomplete: 'cc-number', maxLength: 23, after: html`<span id="brand" role="status"></span>` })}
  <div class="pair">
    ${input('expiry', { autocomplete: 'cc-exp', maxLength: 7 })}
    ${input('cvv', { autocomplete: 'cc-csc', maxLength: 4 })}
  </div>
</form>`;

function input(
  name: string,
  { autocomplete, maxLength, after }: { autocomplete: string; maxLength: number; after?: Html },
): Html {
  return html`<div>
    <label for="${name}" id="${name}-label"></label>
    <div class="box">
      <input
        id="${name}"
        name="${name}"
        autocomplete="${autocomplete}"
        inputmode="numeric"
        maxlength="${maxLength}"
        spellcheck="false"
        aria-required="true"
        aria-describedby="${name}-problem"
      />${after}
    </div>
    <p class="problem" id="${name}-problem" role="alert" hidden></p>
  </div>`;
}

/** Framed by any page, and by that right alone more open than other pages: it calls nothing but our own card tokens. */
function buildPolicy(provider: ProviderScript | undefined, scriptSource: string): string {
  const { scripts = [], connections = [], frames = [], pictures = [] } = provider?.sources ?? {};
  return [
    "default-src 'none'",
    `style-src ${styleSource}`,
    ['script-src', scriptSource, ...scripts].join(' '),
    ["connect-src 'self'", ...connections].join(' '),
    ...(frames.length > 0 ? [`frame-src ${frames.join(' ')}`] : []),
    ...(pictures.length > 0 ? [`img-src ${pictures.join(' ')}`] : []),
    "form-action 'none'",
    "base-uri 'none'",
    'frame-ancestors *',
  ].join('; ');
}
