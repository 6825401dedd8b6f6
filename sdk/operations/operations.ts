// The table of operations, which the clients in Python and Go are written from: where each is, what it takes and answers.
import { refName, type Document, type Operation, type Schema } from './document';

export const pascalCase = (text: string): string =>
  text.replace(/(?:^|[-_.])(\w)/g, (_, letter: string) => letter.toUpperCase());

type Shape = 'data' | 'list' | 'text' | 'stream';

export interface Method {
  /** Of the groups and of itself, as the API has them: `['paymentLinks', 'create']`. */
  readonly name: readonly string[];
  readonly verb: string;
  readonly path: string;
  readonly text: string;
  readonly takesKey: boolean;
  /** Of the record that it is about, its first argument: it must have one, may have one, or takes none. */
  readonly id: 'required' | 'optional' | 'none';
  /** Its other arguments, and the type of all; undefined when there are none. */
  readonly fields: { readonly type: string; readonly schema: Schema } | undefined;
  readonly shape: Shape;
  /** Of the answer, or of one element of its list. */
  readonly answer: { readonly type: string; readonly schema: Schema };
}

/** Every operation of the document, in its order. */
export function listMethods(document: Document): readonly Method[] {
  const methods: Method[] = [];
  for (const [path, operations] of Object.entries(document.paths)) {
    for (const [verb, operation] of Object.entries(operations)) {
      methods.push({
        name: operation['x-sdk-name'].split('.'),
        verb: verb.toUpperCase(),
        path,
        text: [operation.summary + '.', operation.description].filter(Boolean).join('\n\n'),
        takesKey: (operation.parameters ?? []).some((parameter) => parameter.name === 'idempotency-key'),
        ...readArguments(document, operation),
        ...readAnswer(document, operation),
      });
    }
  }
  return methods;
}

function readArguments(document: Document, operation: Operation): Pick<Method, 'id' | 'fields'> {
  const { type, schema } = readInput(document, operation);
  const { id, ...others } = schema.properties ?? {};
  const isRequired = schema.required?.includes('id') ?? false;
  const isFilter = others.limit !== undefined && !isRequired;
  const takesId = id !== undefined && !isFilter;
  const properties = takesId ? others : (schema.properties ?? {});
  const required = (schema.required ?? []).filter((name) => name in properties);
  const fields =
    Object.keys(properties).length === 0 ? undefined : { type, schema: { ...schema, properties, required } };
  if (!takesId) return { id: 'none', fields };
  // A write takes its id in the query or in the body, so that neither of them says that one is needed.
  const isInQuery = (operation.parameters ?? []).some(
    (parameter) => parameter.in === 'query' && parameter.name === 'id',
  );
  const isWrite = operation.requestBody !== undefined;
  return { id: isRequired || fields === undefined || (isWrite && isInQuery) ? 'required' : 'optional', fields };
}

/** What the operation takes, in its body or in its query. */
function readInput(document: Document, operation: Operation): { readonly type: string; readonly schema: Schema } {
  const query = (operation.parameters ?? []).filter((parameter) => parameter.in === 'query');
  const body = refName(operation.requestBody?.content?.['application/json']?.schema);
  if (body !== undefined) {
    const schema = document.components.schemas[body];
    const elsewhere = query.find(({ name }) => schema?.properties?.[name] === undefined);
    if (schema === undefined || elsewhere)
      throw new Error(`${operation.operationId} takes ${elsewhere?.name ?? body} outside its body`);
    return { type: body, schema };
  }
  const properties = query.map(
    ({ name, schema, description }) => [name, { ...schema, ...(description ? { description } : {}) }] as const,
  );
  const required = query.filter((parameter) => parameter.required).map(({ name }) => name);
  const type = `${pascalCase(operation.operationId)}Query`;
  return { type, schema: { type: 'object', properties: Object.fromEntries(properties), required } };
}

function readAnswer(document: Document, { operationId, responses }: Operation): Pick<Method, 'shape' | 'answer'> {
  const content = responses['200']?.content ?? {};
  // The document has server-sent events as text: what they carry are the bodies of webhooks.
  if (content['text/event-stream']) return { shape: 'stream', answer: { type: 'WebhookEvent', schema: {} } };
  const answer = content['application/json']?.schema;
  const { properties } = document.components.schemas[refName(answer) ?? ''] ?? answer ?? {};
  if (properties?.data === undefined) return { shape: 'text', answer: { type: 'Text', schema: { type: 'string' } } };
  const isList = properties.pagination !== undefined;
  const schema = isList ? (properties.data.items ?? {}) : properties.data;
  return { shape: isList ? 'list' : 'data', answer: { type: `${pascalCase(operationId)}Answer`, schema } };
}
