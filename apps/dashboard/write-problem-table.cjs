// Writes src/api/gen/problem-table.ts: what each error code means and what to do about it, in both languages, from the
// table that the documentation shows.
const { readFileSync, writeFileSync } = require('node:fs');
const { join } = require('node:path');

const root = join(__dirname, '../..');
const read = (path) => JSON.parse(readFileSync(join(root, path), 'utf8'));

const listed = read('docs/api/errors.json');
const meanings = read('apps/docs/src/words/errors.pt.json');
const actions = read('apps/docs/src/words/actions.pt.json');

/** Without what is for programs alone: where the API's sentence stands, and that the request is repeated, which is the advice. */
function forPeople(meaning) {
  return meaning
    .replace(/; `error` .*\.$/, '.')
    .replace(/: (repeat the request|repita a requisição)( later| mais tarde)?\.$/, '.')
    .replace(/: (wait for the seconds in|espere os segundos de) Retry-After\.$/, '.');
}

const table = {
  'pt-BR': Object.fromEntries(
    listed.map(({ code, meaning, action }) => [code, [forPeople(meanings[meaning]), actions[action]]]),
  ),
  en: Object.fromEntries(listed.map(({ code, meaning, action }) => [code, [forPeople(meaning), action]])),
};

writeFileSync(
  join(__dirname, 'src/api/gen/problem-table.ts'),
  `/** By language and code: the sentence and the advice. */
export const problemTable: Readonly<Record<'pt-BR' | 'en', Readonly<Record<string, readonly [string, string]>>>> = ${JSON.stringify(table, null, 1)};
`,
);
