import { hashSource, type FieldsOnPage } from './card-fields-on-page';
import { pageStyle } from './page-style';

/** What a page needs beside its style sheet. */
export interface PageNeeds {
  /** Loads the module of the pages. */
  readonly hasModule: boolean;
  /** Shows pictures of the merchant, which may be anywhere. */
  readonly hasPictures: boolean;
  /** Style sheets of the page's own, beside the common one. */
  readonly styles: readonly string[];
  /** The card provider's fields. */
  readonly fields: FieldsOnPage | undefined;
}

const pageStyleSource = hashSource(pageStyle);

/**
 * A page's Content-Security-Policy: no frames, nothing from elsewhere, style sheets and inline
 * scripts by their hash. Files of merchants on this host are no scripts: their types are checked. Opened for
 * the card provider's fields on the pages that have them.
 */
export function buildPolicy({ hasModule, hasPictures, styles, fields }: PageNeeds): string {
  const scripts = [
    ...(hasModule ? ["'self'"] : []),
    ...(fields ? [fields.scriptSource, ...fields.sources.scripts] : []),
  ];
  const connections = [...(hasModule ? ["'self'"] : []), ...(fields?.sources.connections ?? [])];
  const { frames = [], pictures: ofFields = [] } = fields?.sources ?? {};
  const pictures = ["'self'", 'data:', ...(hasPictures ? ['https:'] : []), ...ofFields];
  return [
    "default-src 'none'",
    `style-src ${[pageStyleSource, ...styles.map(hashSource)].join(' ')}`,
    ['img-src', ...pictures].join(' '),
    "form-action 'self'",
    "base-uri 'none'",
    "frame-ancestors 'none'",
    ...(scripts.length > 0 ? [`script-src ${scripts.join(' ')}`, `connect-src ${connections.join(' ')}`] : []),
    ...(frames.length > 0 ? [`frame-src ${frames.join(' ')}`] : []),
  ].join('; ');
}
