import { isDeepStrictEqual } from 'node:util';
import type { TSchema } from 'typebox';

/**
 * Names a schema. The documents put it under components/schemas once and refer to it wherever it is used; validation
 * and serialization see it in place, as before. A schema spread or picked from a named one has no name.
 */
export function Named<T extends TSchema>(name: string, schema: T): T {
  return { ...schema, title: name };
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
    const isNamed = typeof title === 'string' && ('type' in value || 'anyOf' in value || 'oneOf' in value);
    if (!isNamed) return hoistFields(value as Json);
    const { type } = rest;
    if (!Array.isArray(type) || !type.includes('null')) return refer(title, hoistFields(rest));
    // A named schema that may be null: what it is when it is not null has the name.
    const types = type.filter((name) => name !== 'null');
    const schema = hoistFields({ ...rest, type: types.length === 1 ? types[0] : types });
    return { anyOf: [refer(title, schema), { type: 'null' }] };
  };

  const hoistFields = (value: Json): Json =>
    Object.fromEntries(Object.entries(value).map(([key, field]) => [key, isData.has(key) ? field : hoist(field)]));

  const refer = (name: string, schema: Json): Json => {
    if (name in schemas && !isDeepStrictEqual(schemas[name], schema)) {
      throw new Error(`two different schemas have the name ${name}`);
    }
    schemas[name] = schema;
    return { $ref: `#/components/schemas/${name}` };
  };

  const { components, ...rest } = document;
  const { openapi, info, servers, security, ...parts } = rest;
  const hoisted = hoistFields(parts);
  const sorted = Object.fromEntries(Object.entries(schemas).sort(([a], [b]) => (a < b ? -1 : 1)));
  return { openapi, info, servers, security, ...hoisted, components: { ...(components as Json), schemas: sorted } };
}

/** What is under these keywords is data and no schema. */
const isData: ReadonlySet<string> = new Set(['example', 'examples', 'enum', 'const', 'default']);
