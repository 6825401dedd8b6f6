import { isDeepStrictEqual } from 'node:util';

type Json = Record<string, unknown>;
type Schemas = Readonly<Record<string, Json>>;

/** These keywords hold data, or names beside schemas. */
const isData: ReadonlySet<string> = new Set(['example', 'enum', 'default', 'required', 'mapping']);
/** The keys of these are names, not keywords. */
const isMap: ReadonlySet<string> = new Set(['properties', 'schemas', 'responses', 'content', 'paths', 'x-webhooks']);

/** The same document as OpenAPI 3.0, which many generators of clients still read alone. */
export function downgradeDocument(document: object): object {
  const { info, webhooks, ...rest } = document as Json;
  const { license, ...about } = info as Json;
  const { schemas = {} } = (rest['components'] ?? {}) as { readonly schemas?: Schemas };
  return {
    ...(downgrade({ ...rest, 'x-webhooks': webhooks }, schemas) as Json),
    openapi: '3.0.3',
    info: { ...about, license: { name: (license as Json)['name'] } },
  };
}

function downgrade(value: unknown, schemas: Schemas, isOfNames = false): unknown {
  if (Array.isArray(value)) return value.map((item) => downgrade(item, schemas));
  if (typeof value !== 'object' || value === null) return value;
  const parts = Object.fromEntries(
    Object.entries(value).map(([key, part]) => {
      const keeps = !isOfNames && (isData.has(key) || (key === 'examples' && !Array.isArray(part)));
      return [key, keeps ? part : downgrade(part, schemas, !isOfNames && isMap.has(key))];
    }),
  );
  return isOfNames ? parts : downgradeSchema(parts, schemas);
}

/** Of a schema; what is none has not these keywords in these forms. */
function downgradeSchema(value: Json, schemas: Schemas): Json {
  return [
    withoutLinks,
    withoutContent,
    withoutConstant,
    withWholeNumbers,
    withoutExamples,
    withLimits,
    withOneType,
    withWidth,
    withoutNullPart,
    withReferenceAlone,
  ].reduce((schema, change) => change(schema, schemas), value);
}

/** Of an answer: what reads 3.0 follows none, and a common parser of it takes no object for the body of the next request. */
function withoutLinks({ links: _links, ...rest }: Json): Json {
  return rest;
}

/** 3.0 has no word for what is inside a text. */
function withoutContent({ contentMediaType: _type, contentSchema: _schema, ...rest }: Json): Json {
  return rest;
}

function withoutConstant(schema: Json): Json {
  if (!('const' in schema)) return schema;
  const { const: only, ...rest } = schema;
  return { ...rest, enum: [only] };
}

/** Generators for Java make decimals of a list of numbers, and nothing of them compiles. */
function withWholeNumbers(schema: Json): Json {
  const { type, enum: list } = schema;
  return type === 'number' && Array.isArray(list) && list.every(Number.isInteger)
    ? { ...schema, type: 'integer' }
    : schema;
}

function withoutExamples(schema: Json): Json {
  const { examples, ...rest } = schema;
  return Array.isArray(examples) ? { ...rest, example: examples[0] as unknown } : schema;
}

function withLimits(schema: Json): Json {
  const { exclusiveMinimum, exclusiveMaximum, ...rest } = schema;
  return {
    ...rest,
    ...(typeof exclusiveMinimum === 'number' && { minimum: exclusiveMinimum, exclusiveMinimum: true }),
    ...(typeof exclusiveMaximum === 'number' && { maximum: exclusiveMaximum, exclusiveMaximum: true }),
  };
}

/** Null alone: generators make an empty list of names of an `enum` that has nothing but null. */
const nothing = { description: 'Always null.', type: 'string', nullable: true };

/** A list of types: null is a keyword of its own, and several others are a choice. */
function withOneType(schema: Json): Json {
  const { type, ...rest } = schema;
  if (type === 'null') return { ...nothing, ...rest };
  if (!Array.isArray(type)) return schema;
  const types = type.filter((name) => name !== 'null');
  const nullable = types.length < type.length && { nullable: true };
  if (types.length === 1) return { ...rest, type: types[0] as unknown, ...nullable };
  return { ...rest, anyOf: types.map((name) => ({ type: name as unknown, ...nullable })) };
}

/** Generators for Java take 32 bits where nothing is said, and amounts are greater. */
function withWidth(schema: Json): Json {
  return schema['type'] === 'integer' && !('enum' in schema) ? { ...schema, format: 'int64' } : schema;
}

/** `nullable` holds only beside a type. */
function withoutNullPart(schema: Json, schemas: Schemas): Json {
  const { anyOf, ...rest } = schema;
  if (!Array.isArray(anyOf)) return schema;
  const parts = (anyOf as Json[]).filter((part) => !isDeepStrictEqual(part, nothing));
  if (parts.length === anyOf.length) return schema;
  const [part, ...more] = parts.map((one) => ({ type: findType(one, schemas), allOf: [one], nullable: true }));
  return more.length === 0 ? { ...rest, ...part } : { ...rest, anyOf: [part, ...more] };
}

/** A union of records has none of its own. */
function findType({ $ref, type }: Json, schemas: Schemas): unknown {
  const named = typeof $ref === 'string' ? schemas[$ref.replace('#/components/schemas/', '')] : undefined;
  return type ?? named?.['type'] ?? 'object';
}

/** What stands beside a reference is not read in 3.0. */
function withReferenceAlone(schema: Json): Json {
  const { $ref, ...rest } = schema;
  return typeof $ref !== 'string' || Object.keys(rest).length === 0 ? schema : { ...rest, allOf: [{ $ref }] };
}
