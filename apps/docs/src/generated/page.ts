/** A page that is written before the build; its path is below the folder of its language. */
export interface GeneratedPage {
  readonly path: string;
  readonly text: string;
}

interface Head {
  readonly title: string;
  readonly description: string;
  /** Deepest heading in the list of contents of the page, or false for no list; 3 when left out. */
  readonly contentsTo?: number | false;
}

/** Front matter and body of a page. */
export function pageText({ title, description, contentsTo }: Head, body: string): string {
  const contents =
    contentsTo === undefined
      ? ''
      : `tableOfContents:${contentsTo === false ? ' false' : `\n  maxHeadingLevel: ${String(contentsTo)}`}\n`;
  return `---\ntitle: ${JSON.stringify(title)}\ndescription: ${JSON.stringify(description)}\n${contents}---\n\n${body.trim()}\n`;
}

/** The part of an address that names a section: `payment-links` for `Payment links`. */
export function toSlug(name: string): string {
  return name.toLowerCase().replaceAll(/[^a-z0-9]+/g, '-');
}

/** A fenced block of code. */
export function block(language: string, code: string): string {
  return `\`\`\`${language}\n${code.trimEnd()}\n\`\`\`\n`;
}
