import { pageText } from './page';
import type { Words } from './words';

/** A line of docs/api/errors.json. */
export interface ListedError {
  readonly code: string;
  readonly statuses: readonly number[];
  readonly meaning: string;
  readonly action: string;
}

/** The page of error codes, by status; answers of the API point to the anchor of a code, `/docs/errors#CODE`. */
export function errorsPage(errors: readonly ListedError[], words: Words): string {
  const { title, description, intro, doThis, groups } = words.ui.errors;
  const statuses = [...new Set(errors.map(({ statuses: [first = 400] }) => first))].sort((a, b) => a - b);
  const sections = statuses.map((status) => {
    const entries = errors
      .filter(({ statuses: [first = 400] }) => first === status)
      .sort((a, b) => (a.code < b.code ? -1 : 1))
      .map(({ code, statuses: all, meaning, action }) => {
        const others = all.length > 1 ? ` (${all.join(', ')})` : '';
        return [
          `<h3 id="${code}"><code>${code}</code>${others}</h3>\n`,
          `${words.of(meaning)}\n`,
          `*${doThis}* ${words.of(action)}\n`,
        ].join('\n');
      });
    return `## ${groups[status] ?? String(status)}\n\n${entries.join('\n')}`;
  });
  return pageText({ title, description, contentsTo: 2 }, `${intro}\n\n${sections.join('\n')}`);
}
