import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import Ajv2020, { type ValidateFunction } from 'ajv/dist/2020';
import addFormats from 'ajv-formats';

interface Schema {
  readonly properties?: Readonly<Record<string, object>>;
  readonly [keyword: string]: unknown;
}

interface Document {
  readonly components: object;
  readonly webhooks: Readonly<
    Record<string, { post: { requestBody: { content: { 'application/json': { schema: Schema; example: object } } } } }>
  >;
}

type Version = 'v1' | 'v2';

const ajv = addFormats(new Ajv2020({ strict: false, allErrors: true }));
const documents = new Map<Version, Document>();
const validators = new Map<string, ValidateFunction>();

/** The published example of every event of a version, as a body. */
export function publishedExamples(version: Version): object[] {
  return Object.values(readDocument(version).webhooks).map(
    ({ post }) => post.requestBody.content['application/json'].example,
  );
}

/**
 * Throws unless the body of a delivery is exactly what the committed API document of its version says of its event: no
 * field less, and none more.
 */
export function checkDeliveredBody(body: string): void {
  const content = JSON.parse(body) as { readonly event?: string; readonly apiVersion?: number };
  const version = content.apiVersion === undefined ? 'v1' : 'v2';
  const event = content.event ?? '';
  const validate = findValidator(version, event);
  if (validate(content)) return;
  throw new Error(`a ${event} is not what its document says: ${ajv.errorsText(validate.errors)}\n${body}`);
}

function findValidator(version: Version, event: string): ValidateFunction {
  const key = `${version} ${event}`;
  const known = validators.get(key);
  if (known) return known;
  const { webhooks, components } = readDocument(version);
  const published = webhooks[event];
  if (!published) throw new Error(`the ${version} document has no event '${event}'`);
  const { schema } = published.post.requestBody.content['application/json'];
  const validate = ajv.compile(exact({ ...schema, components }) as object);
  validators.set(key, validate);
  return validate;
}

function readDocument(version: Version): Document {
  const known = documents.get(version);
  if (known) return known;
  const path = join(__dirname, '..', '..', '..', 'docs', 'api', `${version}.openapi.json`);
  const document = JSON.parse(readFileSync(path, 'utf8')) as Document;
  documents.set(version, document);
  return document;
}

/** The same schema, with objects that have the named fields and no others, unless it says that they may; metadata stays free. */
function exact(schema: unknown): unknown {
  if (Array.isArray(schema)) return schema.map(exact);
  if (typeof schema !== 'object' || schema === null) return schema;
  const copy = Object.fromEntries(Object.entries(schema).map(([keyword, value]) => [keyword, exact(value)]));
  return (schema as Schema).properties ? { additionalProperties: false, ...copy } : copy;
}
