import { hash } from 'node:crypto';
import { fieldSources, stripeFieldsScript } from './card-fields-script';
import { pageStyle } from './page-style';

/** What a page needs beside its style sheet. */
export interface PageNeeds {
  /** Loads the module of the pages. */
  readonly hasModule: boolean;
  /** Shows pictures of the merchant, which may be anywhere. */
  readonly hasPictures: boolean;
  /** Style sheets of the page's own, beside the common one. */
  readonly styles: readonly string[];
  /** The script of the card provider's fields. */
  readonly fieldsScriptUrl: string | undefined;
}

const pageStyleSource = hashSource(pageStyle);
const fieldsScriptSource = hashSource(stripeFieldsScript);

/**
 * A page's Content-Security-Policy: no frames, nothing from elsewhere, style sheets and inline
 * scripts by their hash. Files of merchants on this host are no scripts: their types are checked. Opened for
 * the card provider's fields on the pages that have them.
 */
export function buildPolicy({ hasModule, hasPictures, styles, fieldsScriptUrl }: PageNeeds): string {
  const fields = fieldsScriptUrl === undefined ? undefined : fieldSources(fieldsScriptUrl);
  const scripts = [...(hasModule ? ["'self'"] : []), ...(fields ? [fieldsScriptSource, ...fields.scripts] : [])];
  const connections = [...(hasModule ? ["'self'"] : []), ...(fields?.connections ?? [])];
  return [
    "default-src 'none'",
    `style-src ${[pageStyleSource, ...styles.map(hashSource)].join(' ')}`,
    `img-src 'self' data:${hasPictures ? ' https:' : ''}`,
    "form-action 'self'",
    "base-uri 'none'",
    "frame-ancestors 'none'",
    ...(scripts.length > 0 ? [`script-src ${scripts.join(' ')}`, `connect-src ${connections.join(' ')}`] : []),
    ...(fields ? [`frame-src ${fields.frames.join(' ')}`] : []),
  ].join('; ');
}

function hashSource(text: string): string {
  return `'sha256-${hash('sha256', text, 'base64')}'`;
}
