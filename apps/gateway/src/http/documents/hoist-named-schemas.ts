import { isDeepStrictEqual } from 'node:util';
import { unionKeyword, type DocumentedUnion } from '@pitanga/records';
import { findSaidOfAll, isData, isNamed, splitAnnotations } from './annotations';

type Json = Record<string, unknown>;

/**
 * Moves every named schema of a document to components/schemas and leaves a `$ref`. What is said of it (its description)
 * goes along where all say the same of it, and else stands beside each `$ref`.
 * @throws Error for two schemas of one name.
 */
export function hoistNamedSchemas(document: Json): Json {
  const schemas: Json = {};
  const { components, ...rest } = document;
  const { openapi, info, servers, security, tags, ...parts } = rest;
  const isSaidOfAll = findSaidOfAll(parts);

  const hoist = (value: unknown): unknown => {
    if (Array.isArray(value)) return value.map(hoist);
    if (typeof value !== 'object' || value === null) return value;
    if (!isNamed(value)) return hoistFields(value as Json);
    const { title, ...schema } = value;
    if (isSaidOfAll(title)) return hoistNamed(title, schema);
    const { said, rest: described } = splitAnnotations(schema);
    return { ...hoistNamed(title, described), ...said };
  };

  const hoistNamed = (title: string, schema: Json): Json => {
    const { type, [unionKeyword]: union } = schema;
    // The name belongs to the schema without null.
    const own = union === undefined ? hoistFields(withoutNull(schema)) : discriminated(union as DocumentedUnion);
    return orNull(type, refer(title, own));
  };

  const discriminated = ({ field, kinds }: DocumentedUnion): Json => {
    const refs = Object.entries(kinds).map(([value, kind]) => [value, hoist(kind) as { $ref: string }] as const);
    const mapping = Object.fromEntries(refs.map(([value, { $ref }]) => [value, $ref]));
    return { oneOf: refs.map(([, ref]) => ref), discriminator: { propertyName: field, mapping } };
  };

  // A constant becomes an enum of one, as the plugin does for routes.
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

function withoutNull(schema: Json): Json {
  const { type, enum: list } = schema;
  if (!Array.isArray(type) || !type.includes('null')) return schema;
  const types = type.filter((name) => name !== 'null');
  const values = Array.isArray(list) && { enum: list.filter((value) => value !== null) };
  return { ...schema, type: types.length === 1 ? types[0] : types, ...values };
}

function orNull(type: unknown, schema: Json): Json {
  return Array.isArray(type) && type.includes('null') ? { anyOf: [schema, { type: 'null' }] } : schema;
}
