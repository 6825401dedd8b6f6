import { isDeepStrictEqual } from 'node:util';
import { Type, type TObject, type TObjectOptions, type TProperties, type TSchema } from 'typebox';

/**
 * Names a schema. The documents put it under components/schemas once and refer to it wherever it is used; validation
 * and serialization see it in place, as before. A schema spread or picked from a named one has no name.
 */
export function Named<T extends TSchema>(name: string, schema: T): T {
  return withKeywords(schema, { title: name });
}

/** A named object. */
export function NamedObject<T extends TProperties>(
  name: string,
  properties: T,
  options: TObjectOptions = {},
): TObject<T> {
  return Named(name, Type.Object(properties, options));
}

/** One kind of a union. */
interface Member {
  readonly name: string;
  /** Which optional fields every record of this kind has; it has no other of them. */
  readonly has: readonly string[];
  /** Fields that are more narrow in this kind. */
  readonly narrower?: TProperties;
}

/**
 * Names an object of several kinds, told apart by one field. Serialized as the one object it is, because
 * fast-json-stringify validates each branch of a union for every response; documented as the union of its kinds.
 * @param schema all fields: those of all kinds, and as optional ones those of some
 * @param members by the value of the field
 */
export function UnionBy<T extends TProperties>(
  name: string,
  field: keyof T & string,
  schema: TObject<T>,
  members: Readonly<Record<string, Member>>,
): TObject<T> {
  const { required = [] } = schema as { readonly required?: readonly string[] };
  const kinds = Object.entries(members).map(([value, { name: memberName, has, narrower = {} }]) => {
    const names = [...required, ...has];
    const own = Object.entries({ ...schema.properties, ...narrower }).filter(([each]) => names.includes(each));
    const properties = { ...Object.fromEntries(own), [field]: { type: 'string', enum: [value] } };
    return [value, { type: 'object', title: memberName, properties, required: names }];
  });
  return UnionOf(name, field, schema, Object.fromEntries(kinds) as Record<string, TSchema>);
}

/** The same of kinds that have schemas of their own. */
export function UnionOf<T extends TSchema>(
  name: string,
  field: string,
  schema: T,
  kinds: Readonly<Record<string, TSchema>>,
): T {
  const union: Union = { field, kinds };
  return withKeywords(schema, { title: name, [unionKeyword]: union });
}

/** TypeBox keeps what kind of schema it is in properties that a spread would lose. */
function withKeywords<T extends TSchema>(schema: T, keywords: Json): T {
  const copy = Object.defineProperties({}, Object.getOwnPropertyDescriptors(schema)) as T;
  return Object.assign(copy, keywords);
}

/** Not a part of JSON Schema: left out of the documents and unknown to serializers. */
const unionKeyword = 'x-union';

interface Union {
  readonly field: string;
  readonly kinds: Readonly<Record<string, unknown>>;
}

type Json = Record<string, unknown>;

/**
 * Moves every named schema of a document to components/schemas and leaves a `$ref`.
 * @throws Error for two schemas of one name.
 */
export function hoistNamedSchemas(document: Json): Json {
  const schemas: Json = {};

  const hoist = (value: unknown): unknown => {
    if (Array.isArray(value)) return value.map(hoist);
    if (typeof value !== 'object' || value === null) return value;
    const { title, ...rest } = value as Json;
    const isNamed = typeof title === 'string' && ('type' in value || 'anyOf' in value);
    if (!isNamed) return hoistFields(value as Json);
    const { type, [unionKeyword]: union } = rest;
    if (union !== undefined) return orNull(type, refer(title, discriminated(union as Union)));
    if (!Array.isArray(type) || !type.includes('null')) return refer(title, hoistFields(rest));
    // A named schema that may be null: what it is when it is not null has the name.
    const types = type.filter((name) => name !== 'null');
    return orNull(type, refer(title, hoistFields({ ...rest, type: types.length === 1 ? types[0] : types })));
  };

  const discriminated = ({ field, kinds }: Union): Json => {
    const refs = Object.entries(kinds).map(([value, kind]) => [value, hoist(kind) as { $ref: string }] as const);
    const mapping = Object.fromEntries(refs.map(([value, { $ref }]) => [value, $ref]));
    return { oneOf: refs.map(([, ref]) => ref), discriminator: { propertyName: field, mapping } };
  };

  // A constant is an enum of one, as the plugin writes those of routes.
  const hoistFields = (value: Json): Json =>
    Object.fromEntries(
      Object.entries(value).map(([key, field]) => {
        if (key === 'const' && 'type' in value) return ['enum', [field]];
        return [key, isData.has(key) ? field : hoist(field)];
      }),
    );

  const refer = (name: string, schema: Json): Json => {
    if (name in schemas && !isDeepStrictEqual(schemas[name], schema)) {
      throw new Error(`two different schemas have the name ${name}`);
    }
    schemas[name] = schema;
    return { $ref: `#/components/schemas/${name}` };
  };

  const { components, ...rest } = document;
  const { openapi, info, servers, security, tags, ...parts } = rest;
  const hoisted = hoistFields(parts);
  const sorted = Object.fromEntries(Object.entries(schemas).sort(([a], [b]) => (a < b ? -1 : 1)));
  return {
    openapi,
    info,
    servers,
    security,
    tags,
    ...hoisted,
    components: { ...(components as Json), schemas: sorted },
  };
}

function orNull(type: unknown, schema: Json): Json {
  return Array.isArray(type) && type.includes('null') ? { anyOf: [schema, { type: 'null' }] } : schema;
}

/** What is under these keywords is data and no schema. */
const isData: ReadonlySet<string> = new Set(['example', 'examples', 'enum', 'const', 'default']);
