import { inlined, resolved, type ApiDocument, type DocumentOperation, type Schema } from './document';
import type { Field, FieldType, Operation, ToolSchema } from './operation';

/** Every operation of the document in its order, except those that are a command of their own. */
export function operationTable(document: ApiDocument): Operation[] {
  return listOperations(document).map(({ words, write, operation }) => {
    const fields = listFields(document, operation);
    const permission = /Needs the permission `([A-Z_:]+)`/.exec(operation.description ?? '')?.[1] ?? null;
    const argument = findArgument(words, fields);
    return {
      words,
      write,
      summary: operation.summary,
      text: (operation.description ?? '').replace(/\s*Needs the permission .*$/s, '').trim(),
      permission,
      ...(argument === undefined ? {} : { argument }),
      paged: answerSchema(document, operation).properties?.pagination !== undefined,
      fields,
    };
  });
}

/** What a group of commands is about, by its words: the document's tag of the same name, else that of its first operation. */
export function groupTexts(document: ApiDocument): Record<string, string> {
  const texts: Record<string, string> = {};
  const tagText = (tag: string | undefined) => document.tags.find(({ name }) => name === tag)?.description;
  for (const { words, operation } of listOperations(document))
    for (let length = 1; length < words.length; length += 1) {
      const name = words.slice(0, length).join(' ');
      const ownTag = document.tags.find((tag) => tag.name.toLowerCase() === name.replaceAll('-', ' '))?.name;
      texts[name] ??= tagText(ownTag ?? operation.tags[0]) ?? '';
    }
  return texts;
}

/** The input of every operation of the table as JSON Schema, by the command's words. */
export function toolSchemas(document: ApiDocument): Record<string, ToolSchema> {
  return Object.fromEntries(
    listOperations(document).map(({ words, operation }) => {
      const { properties, required } = inputSchema(document, operation);
      const input = Object.fromEntries(
        Object.entries(properties).map(([name, schema]) => [name, inlined(document, schema)]),
      );
      return [
        words.join(' '),
        { type: 'object', properties: input, ...(required.length === 0 ? {} : { required: [...required] }) },
      ];
    }),
  );
}

/** Streams have commands of their own, and `charges` has every charge, so that the reads of fewer are left out. */
const leftOut = new Set(['/v2/events/stream', '/v2/transparents/get', '/v2/transparents/list']);

/** The path of every operation of the table, by the command's words. */
export function operationPaths(document: ApiDocument): ReadonlyMap<string, string> {
  return new Map(listOperations(document).map(({ words, path }) => [words.join(' '), path]));
}

interface NamedOperation {
  readonly path: string;
  readonly words: readonly string[];
  readonly write: boolean;
  readonly operation: DocumentOperation;
}

function listOperations(document: ApiDocument): NamedOperation[] {
  return Object.entries(document.paths)
    .filter(([path]) => !leftOut.has(path))
    .flatMap(([path, methods]) =>
      Object.entries(methods).map(([method, operation]) => ({
        path,
        words: operation['x-sdk-name'].replaceAll(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`).split('.'),
        write: method === 'post',
        operation,
      })),
    );
}

function findArgument(words: readonly string[], fields: readonly Field[]): string | undefined {
  if (words.length === 1) return fields.find(({ required }) => required === true)?.name;
  return words.at(-1) !== 'list' && fields.some(({ name }) => name === 'id') ? 'id' : undefined;
}

function answerSchema(document: ApiDocument, operation: DocumentOperation): Schema {
  return resolved(document, operation.responses['200']?.content?.['application/json']?.schema ?? {});
}

/** Query and body together: no operation has two fields of one name that differ. */
function inputSchema(document: ApiDocument, operation: DocumentOperation) {
  const query = (operation.parameters ?? []).filter((parameter) => parameter.in === 'query');
  const bodySchema = operation.requestBody?.content['application/json']?.schema;
  const body = bodySchema === undefined ? {} : resolved(document, bodySchema);
  const properties: Record<string, Schema> = {};
  for (const { name, schema, description } of query)
    properties[name] = { ...schema, ...(description === undefined ? {} : { description }) };
  Object.assign(properties, body.properties);
  const required = [...query.filter((one) => one.required === true).map(({ name }) => name), ...(body.required ?? [])];
  return { properties, required: [...new Set(required)] };
}

function listFields(document: ApiDocument, operation: DocumentOperation): Field[] {
  const { properties, required } = inputSchema(document, operation);
  return flatFields(document, properties, required, '');
}

function flatFields(
  document: ApiDocument,
  properties: Readonly<Record<string, Schema>>,
  required: readonly string[],
  prefix: string,
): Field[] {
  return Object.entries(properties).flatMap(([key, reference]) => {
    const schema = resolved(document, reference);
    const name = prefix + key;
    const isRequired = required.includes(key);
    if (schema.properties !== undefined && Object.keys(schema.properties).length > 0)
      return flatFields(document, schema.properties, isRequired ? (schema.required ?? []) : [], `${name}.`);
    const type = fieldType(document, schema);
    const { enum: names } = type === 'list' ? resolved(document, schema.items ?? {}) : schema;
    const choices = names?.filter((one) => typeof one === 'string');
    return [
      {
        name,
        type,
        ...(isRequired ? { required: true as const } : {}),
        ...(choices === undefined || choices.length === 0 ? {} : { choices }),
        ...(schema.description === undefined ? {} : { text: schema.description }),
      },
    ];
  });
}

function fieldType(document: ApiDocument, schema: Schema): FieldType {
  const types = typeof schema.type === 'string' ? [schema.type] : (schema.type ?? []);
  if (types.includes('array'))
    return fieldType(document, resolved(document, schema.items ?? {})) === 'string' ? 'list' : 'json';
  const scalar = (['integer', 'number', 'boolean', 'string'] as const).find((one) => types.includes(one));
  if (scalar !== undefined) return scalar;
  return schema.anyOf?.some((one) => fieldType(document, resolved(document, one)) === 'string') === true
    ? 'string'
    : 'json';
}
