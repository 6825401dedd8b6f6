/**
 * The script of code blocks, for which a block that scrolls is a group and no region: regions are landmarks, of which a
 * page has few, each with a name.
 * @throws Error for one that does not say so: another version of Expressive Code
 */
export function groupsForCode(script: string): string {
  const region = /(["'`])region\1/;
  if (!region.test(script)) throw new Error('The script of code blocks makes no regions.');
  return script.replace(region, '"group"');
}

/**
 * A page whose code is reached by the keyboard before its script takes that away from blocks which do not scroll, and whose
 * search is named by what its button says: the style sheet draws the keys of the shortcut, which are no part of the name.
 */
export function readByEverybody(html: string): string {
  return html
    .replaceAll('<pre data-language=', '<pre tabindex="0" role="group" data-language=')
    .replace(/(<kbd[^>]*>)Ctrl(<\/kbd>\s*<kbd[^>]*>)K(<\/kbd>)/, '$1$2$3');
}
