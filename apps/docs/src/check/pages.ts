import type { Page } from '../publish/pages';

/** Pages that only one language has, and pages whose headings differ in number or depth. */
export function untranslated(pages: readonly Page[]): readonly string[] {
  const slugs = [...new Set(pages.map(({ slug }) => slug))];
  return slugs.flatMap((slug) => {
    const [pt, en] = (['pt', 'en'] as const).map((language) =>
      pages.find((page) => page.slug === slug && page.language === language),
    );
    if (!pt || !en) return [`${slug}: not there in ${pt ? 'English' : 'Portuguese'}`];
    const [ofPt, ofEn] = [findHeadings(pt.body), findHeadings(en.body)].map((depths) => depths.join(' '));
    return ofPt === ofEn ? [] : [`${slug}: the depths of its headings are ${ofPt} in Portuguese, ${ofEn} in English`];
  });
}

function findHeadings(body: string): readonly number[] {
  return [...withoutCode(body).matchAll(/^(#{1,6}) |^<h([1-6])\b/gm)].map(
    ([, marks, level]) => marks?.length ?? Number(level),
  );
}

function withoutCode(body: string): string {
  return body.replaceAll(/^(```+)[^]*?^\1/gm, '');
}

/** Pages of the navigation that do not exist, and pages that it does not have. */
export function outsideNavigation(pages: readonly Page[], navigation: readonly string[]): readonly string[] {
  const written = new Set(pages.map(({ slug }) => slug));
  const listed = new Set(navigation);
  return [
    ...navigation.filter((slug) => !written.has(slug)).map((slug) => `${slug}: in the navigation, and not written`),
    ...[...written].filter((slug) => !listed.has(slug)).map((slug) => `${slug}: written, and not in the navigation`),
  ];
}

/** In code: what a program compares with, or an answer shows; the code of a coupon has one word. */
const codeInCode = /\bcode["']?\s*(?:===?|!==?|:)\s*["'`]([A-Z][A-Z0-9]*(?:_[A-Z0-9]+)+)["'`]/g;
/** In prose, as `CHARGE_PAID`; names of one word are of many kinds. */
const codeInProse = /`([A-Z][A-Z0-9]*(?:_[A-Z0-9]+)+)`/g;

/**
 * Names that look like error codes and are nothing that this platform knows.
 * @param errorCodes of the API
 * @param isOtherName of values and settings that are written the same way
 */
export function unknownCodes(
  pages: readonly Page[],
  {
    errorCodes,
    isOtherName,
  }: { readonly errorCodes: ReadonlySet<string>; readonly isOtherName: (name: string) => boolean },
): readonly string[] {
  return pages.flatMap(({ slug, language, body }) => {
    // Variables of the page's own code.
    const ownNames = new Set(
      (body.match(/^(```+)[^]*?^\1/gm) ?? []).flatMap((code) => code.match(/\b[A-Z][A-Z0-9_]+\b/g) ?? []),
    );
    const compared = [...body.matchAll(codeInCode)]
      .map(([, code = '']) => code)
      .filter((code) => !errorCodes.has(code));
    const named = [...withoutCode(body).matchAll(codeInProse)]
      .map(([, code = '']) => code)
      .filter((code) => !errorCodes.has(code) && !isOtherName(code) && !ownNames.has(code));
    return [...new Set([...compared, ...named])].map((code) => `${slug} (${language}): ${code} is no error code`);
  });
}
