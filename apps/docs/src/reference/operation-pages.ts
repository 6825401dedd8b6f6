import { block, pageText, toSlug, type GeneratedPage } from '../generated/page';
import type { Words } from '../generated/words';
import { fieldItem, fieldList } from './fields';
import { fields, collectObjects, findRecordName, type Objects } from './objects';
import { resolved, type OpenApi, type Operation } from './openapi';
import { findExample } from './request-examples';
import { curlSample, pythonSample, typescriptSample } from './samples';

/** A page for each section of a document, with everything its operations take and answer. */
export function operationPages(document: OpenApi, version: string, words: Words): readonly GeneratedPage[] {
  const { ui } = words;
  return document.tags.flatMap(({ name, description }) => {
    const objects = collectObjects(document, words);
    const operations = Object.entries(document.paths).flatMap(([path, byMethod]) =>
      Object.entries(byMethod)
        .filter(([, operation]) => operation.tags.includes(name))
        .map(([method, operation]) => operationText(objects, { method: method.toUpperCase(), path, operation })),
    );
    // Events have a page of their own.
    if (operations.length === 0) return [];
    const title = ui.tags[name] ?? name;
    const intro = [
      words.of(description),
      version === 'v1' ? `:::caution\n${ui.deprecated}\n:::` : '',
      ui.everyOperation,
    ];
    const records = objects.sections();
    const body = [
      ...intro.filter((text) => text !== ''),
      ...operations,
      ...(records === '' ? [] : [`## ${ui.objects}\n\n${records}`]),
    ].join('\n\n');
    const summary = `${ui.reference(version, title)}. ${words.of(description)}`;
    return [{ path: `reference/${version}/${toSlug(name)}.md`, text: pageText({ title, description: summary }, body) }];
  });
}

interface Shown {
  readonly method: string;
  readonly path: string;
  readonly operation: Operation;
}

function operationText(objects: Objects, { method, path, operation }: Shown): string {
  const { place } = objects;
  const { words, document } = place;
  const { ui } = words;
  const inline = { document, words };
  const parameters = (operation.parameters ?? []).filter(({ in: where }) => where === 'query');
  const query = parameters.map(({ name, schema, required = false, description }) =>
    fieldItem(inline, { name, schema, isRequired: required, ...(description === undefined ? {} : { description }) }),
  );
  const body = operation.requestBody?.content['application/json']?.schema;
  return [
    `## ${words.of(operation.summary)}`,
    `<p class="operation"><b>${method}</b> <code>${path}</code></p>`,
    describeOperation(operation, words),
    ...(query.length === 0 ? [] : [`**${ui.query}**`, fields(query.join(''))]),
    ...(body === undefined ? [] : [`**${ui.body}**`, fields(fieldList(inline, body))]),
    answerText(objects, operation),
    requestText({ method, path, operation }, words),
    exampleText(operation, words),
  ]
    .filter((text) => text !== '')
    .join('\n\n');
}

/** What an operation does, and the permission it needs: the last paragraph of its description. */
function describeOperation({ description = '' }: Operation, words: Words): string {
  const texts = words.of(description).split('\n\n');
  const needed = texts.pop() ?? '';
  const names = [...description.slice(description.lastIndexOf('\n\n')).matchAll(/`([A-Z_]+:[A-Z]+|none)`/g)].map(
    ([, name = '']) => (name === 'none' ? words.ui.anyKey : `\`${name}\``),
  );
  const permission = names.length === 0 ? needed : `${words.ui.permission}: ${names.join(', ')}.`;
  return [...texts, permission].filter((text) => text !== '').join('\n\n');
}

function answerText({ place }: Objects, { responses }: Operation): string {
  const { ui } = place.words;
  const schema = responses['200']?.content?.['application/json']?.schema;
  const record = findRecordName(place.document, schema);
  if (schema === undefined) return `**${ui.answer}** ${ui.answerFile}`;
  if (record === undefined) {
    const data = resolved(place.document, schema).properties?.['data'];
    return `**${ui.answer}**\n\n${fields(data === undefined ? '' : fieldItem({ ...place }, { name: 'data', schema: data, isRequired: true }))}`;
  }
  place.refer?.(record.name);
  const name = `[${record.name}](#${record.name.toLowerCase()})`;
  return `**${ui.answer}** ${ui.answerData(record.isList ? `${ui.listOf} ${name}` : name)}`;
}

/** The same call in three languages; those of the SDKs are folded, and open without a script. */
function requestText({ method, path, operation }: Shown, { ui }: Words): string {
  const call = { method, path, sdkName: operation['x-sdk-name'] ?? '', example: findExample(method, path) };
  const folded = [
    ['TypeScript', 'ts', typescriptSample(call)],
    ['Python', 'py', pythonSample(call)],
  ] as const;
  const details = folded.map(
    ([name, language, code]) => `<details>\n<summary>${name}</summary>\n\n${block(language, code)}\n</details>`,
  );
  return [`**${ui.request}**`, block('sh', curlSample(call)), ...details].join('\n\n');
}

function exampleText({ responses }: Operation, { ui }: Words): string {
  const examples = Object.entries(responses['200']?.content ?? {}).map(([type, { example }]) =>
    type === 'application/json' ? block('json', JSON.stringify(example, null, 2)) : block('text', String(example)),
  );
  return `<details>\n<summary>${ui.exampleAnswer}</summary>\n\n${examples.join('\n')}\n</details>`;
}
