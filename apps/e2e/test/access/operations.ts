import { readFileSync } from 'node:fs';
import { join } from 'node:path';

export interface Schema {
  readonly $ref?: string;
  readonly type?: string | readonly string[];
  readonly enum?: readonly unknown[];
  readonly format?: string;
  readonly minimum?: number;
  readonly items?: Schema;
  readonly anyOf?: readonly Schema[];
  readonly oneOf?: readonly Schema[];
  readonly examples?: readonly unknown[];
  readonly required?: readonly string[];
  readonly properties?: Readonly<Record<string, Schema>>;
}

/** An operation of the API as its document describes it. */
export interface Operation {
  readonly method: 'GET' | 'POST';
  readonly path: string;
  readonly operationId: string;
  /** Names of the parameters of its address. */
  readonly query: readonly string[];
  /** Of its JSON body, if it takes one. */
  readonly body: Schema | undefined;
  /** Answers an array of records. */
  readonly isList: boolean;
  /** Of a success. */
  readonly links: Readonly<Record<string, DocumentedLink>>;
}

interface DocumentedLink {
  readonly operationId: string;
  readonly parameters?: Readonly<Record<string, string>>;
  readonly requestBody?: Readonly<Record<string, string>>;
}

interface Document {
  readonly components: { readonly schemas: Readonly<Record<string, Schema>> };
  readonly paths: Readonly<Record<string, Readonly<Record<string, DocumentedOperation>>>>;
}

interface DocumentedOperation {
  readonly operationId: string;
  readonly parameters?: readonly { readonly in: string; readonly name: string }[];
  readonly requestBody?: { readonly content: { readonly 'application/json'?: { readonly schema: Schema } } };
  readonly responses: Readonly<
    Record<
      string,
      {
        readonly content?: { readonly 'application/json'?: { readonly schema: Schema } };
        readonly links?: Readonly<Record<string, DocumentedLink>>;
      }
    >
  >;
}

const docs = join(__dirname, '../../../../docs');
const documentOf = (version: 'v1' | 'v2'): Document =>
  JSON.parse(readFileSync(join(docs, `api/${version}.openapi.json`), 'utf8')) as Document;
const documents = { v1: documentOf('v1'), v2: documentOf('v2') };

/** Every operation of a version, as a test of the gateway holds it against the routes. */
export function operationsOf(version: 'v1' | 'v2'): readonly Operation[] {
  return Object.entries(documents[version].paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, { operationId, parameters = [], requestBody, responses }]) => {
      const body = requestBody?.content['application/json']?.schema;
      const answer = responses['200']?.content?.['application/json']?.schema;
      const data = answer && resolved(version, answer).properties?.['data'];
      return {
        method: method.toUpperCase() as Operation['method'],
        path,
        operationId,
        query: parameters.filter((it) => it.in === 'query').map(({ name }) => name),
        body: body && resolved(version, body),
        isList: data?.type === 'array',
        links: responses['200']?.links ?? {},
      };
    }),
  );
}

function resolved(version: 'v1' | 'v2', schema: Schema): Schema {
  const name = schema.$ref?.split('/').at(-1);
  return name === undefined ? schema : (documents[version].components.schemas[name] ?? {});
}

/** The least that a schema takes: what a request needs besides the field that a test is about. */
export function leastOf(version: 'v1' | 'v2', given: Schema): unknown {
  const schema = resolved(version, given);
  const [choice] = schema.anyOf ?? schema.oneOf ?? [];
  if (schema.examples !== undefined) return schema.examples[0];
  if (schema.enum !== undefined) return schema.enum[0];
  if (choice !== undefined) return leastOf(version, choice);
  const [type] = Array.isArray(schema.type) ? (schema.type as string[]) : [schema.type];
  if (type === 'object') return leastFields(version, schema);
  if (type === 'array') return schema.items === undefined ? [] : [leastOf(version, schema.items)];
  if (type === 'integer' || type === 'number') return Math.max(schema.minimum ?? 1, 1);
  if (type === 'boolean') return true;
  return schema.format === 'date-time' ? new Date().toISOString() : 'texto';
}

function leastFields(version: 'v1' | 'v2', { required = [], properties = {} }: Schema): Record<string, unknown> {
  return Object.fromEntries(required.map((name) => [name, leastOf(version, properties[name] ?? {})]));
}

/** From the answer of one operation to a request of another: OpenAPI 3.1, Link Object. */
export interface Link {
  readonly version: 'v1' | 'v2';
  readonly from: Operation;
  readonly to: Operation;
  /** Runtime expressions by the field that takes their value: `$response.body#/data/id`. */
  readonly parameters: Readonly<Record<string, string>>;
  readonly requestBody: Readonly<Record<string, string>>;
}

export function linksOf(version: 'v1' | 'v2'): readonly Link[] {
  const operations = operationsOf(version);
  const byId = new Map(operations.map((operation) => [operation.operationId, operation]));
  return operations.flatMap((from) =>
    Object.values(from.links).map(({ operationId, parameters = {}, requestBody = {} }) => {
      const to = byId.get(operationId);
      if (to === undefined) throw new Error(`a link of ${from.path} names ${operationId}, which is no operation`);
      return { version, from, to, parameters, requestBody };
    }),
  );
}

export interface GuardedRoute {
  readonly method: string;
  readonly path: string;
  readonly permissions: readonly string[];
}

/** The routes that need a permission, their other names included, as docs/roles.md has them of the routes. */
export function guardedRoutes(): readonly GuardedRoute[] {
  const table = readFileSync(join(docs, 'roles.md'), 'utf8');
  const rows = [...table.matchAll(/^\| `(\S+) (\S+)` \| ([^|]*) \|/gm)];
  return rows
    .map(([, method = '', path = '', cell = '']) => {
      const permissions = [...cell.matchAll(/`([^`]+)`/g)].map(([, name = '']) => name);
      return { method, path, permissions };
    })
    .filter(({ permissions }) => permissions.length > 0);
}
