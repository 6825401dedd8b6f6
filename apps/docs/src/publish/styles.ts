import { createHash } from 'node:crypto';

/** Style attributes of many pages, as classes of one style sheet: the policy allows no style inside a page. */
export interface StyleClasses {
  /** The page with classes in place of its style attributes, and a link to the sheet. */
  apply(html: string): string;
  /** The name of the sheet, by its content, and its text; of all pages so far. */
  sheet(): { readonly name: string; readonly text: string };
}

const tagWithStyle =
  /<([a-z][\w-]*)((?:\s+[^\s"'>=/]+(?:="[^"]*")?)*?)\s+style="([^"]*)"((?:\s+[^\s"'>=/]+(?:="[^"]*")?)*)\s*(\/?)>/g;

/** A script shows this element by emptying its style attribute; without scripts the button around it is hidden anyway. */
const shownByScript = 'display:none';

const classPrefix = 'i-';

/** How the style sheet of code blocks finds the colours of its texts. */
const coloredByAttribute = "[style^='--']:not([class])";

/**
 * The style sheet of code blocks, for classes in place of attributes.
 * @throws Error for one that looks for something else: another version of Expressive Code
 */
export function codeStylesByClass(css: string): string {
  if (!css.includes(coloredByAttribute))
    throw new Error('The style sheet of code blocks does not look for attributes.');
  return css.replaceAll(coloredByAttribute, `[class^='${classPrefix}']`);
}

export function createStyleClasses(): StyleClasses {
  const classes = new Map<string, string>();
  const className = (style: string): string => {
    const name = classes.get(style) ?? `${classPrefix}${classes.size.toString(36)}`;
    classes.set(style, name);
    return name;
  };
  return {
    apply: (html) =>
      html.replace(tagWithStyle, (_tag, name: string, before: string, text: string, after: string, end: string) => {
        const style = normalized(text);
        const attributes = `${before}${after}`;
        return `<${name}${style === shownByScript ? attributes : withClass(attributes, className(style))}${end}>`;
      }),
    sheet: () => {
      const text = [...classes].map(([style, name]) => `.${name}{${style}}`).join('\n');
      return { name: `inline.${createHash('sha256').update(text).digest('hex').slice(0, 10)}.css`, text };
    },
  };
}

/** Spaces and the last semicolon mean nothing; entities of quotes do. */
function normalized(style: string): string {
  return style
    .replaceAll('&quot;', '"')
    .replaceAll('&#39;', "'")
    .replaceAll('&amp;', '&')
    .replaceAll(/\s*([:;])\s*/g, '$1')
    .replace(/;$/, '')
    .trim();
}

function withClass(attributes: string, name: string): string {
  return /\sclass="/.test(attributes)
    ? attributes.replace(/(\sclass=")/, `$1${name} `)
    : `${attributes} class="${name}"`;
}
