import { html, type Html } from './html';
import type { Face } from './face';

/** What a chat or a social network shows of an address that is passed on (Open Graph). Never personal data. */
export interface Preview {
  readonly title: string;
  readonly description: string;
  readonly imageUrl: string;
}

/** Where our own picture is, for stores without the address of a logo. */
export const previewImagePath = '/og.png';

/** @param publicUrl base of the address of our own picture */
export function buildPreview({
  title,
  description,
  face,
  publicUrl,
}: {
  readonly title: string;
  readonly description: string;
  readonly face: Face | undefined;
  readonly publicUrl: string;
}): Preview {
  const logo = face?.logoUrl;
  // Who makes such a preview fetches an address: one that is the picture itself is none.
  const imageUrl = logo?.startsWith('https:') === true ? logo : `${publicUrl}${previewImagePath}`;
  return { title, description, imageUrl };
}

export function previewTags({ title, description, imageUrl }: Preview): Html {
  return html`<meta property="og:type" content="website" />
    <meta property="og:title" content="${title}" />
    <meta property="og:description" content="${description}" />
    <meta property="og:image" content="${imageUrl}" />
    <meta name="description" content="${description}" />`;
}
