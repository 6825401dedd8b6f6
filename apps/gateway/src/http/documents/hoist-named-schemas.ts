import { isDeepStrictEqual } from 'node:util';
import { unionKeyword, type DocumentedUnion } from '@pitanga/records';

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
    if (union !== undefined) return orNull(type, refer(title, discriminated(union as DocumentedUnion)));
    if (!Array.isArray(type) || !type.includes('null')) return refer(title, hoistFields(rest));
    // The name belongs to the schema without null.
    const types = type.filter((name) => name !== 'null');
    return orNull(type, refer(title, hoistFields({ ...rest, type: types.length === 1 ? types[0] : types })));
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

/** These keywords hold data, not schemas. */
const isData: ReadonlySet<string> = new Set(['example', 'examples', 'enum', 'const', 'default']);
