type Json = Record<string, unknown>;

/** These keywords hold data, not schemas. */
const isData: ReadonlySet<string> = new Set(['example', 'examples', 'enum', 'const']);

/**
 * Says in words what a field of a request is when it is left out, in the place of `default`: generators of clients take a
 * field with a default for one that is always there, and want it of every caller.
 */
export function describeDefaults<T>(value: T): T {
  if (Array.isArray(value)) return value.map(describeDefaults) as T;
  if (typeof value !== 'object' || value === null) return value;
  const fields = value as Json;
  if ('in' in fields && isSchema(fields['schema'])) return describeParameter(fields, fields['schema']) as T;
  const { default: fallback, ...rest } = fields;
  const described = isSchema(fields) && 'default' in fields ? withSentence(rest, fallback) : fields;
  return Object.fromEntries(
    Object.entries(described).map(([key, field]) => [key, isData.has(key) ? field : describeDefaults(field)]),
  ) as T;
}

/** Of a parameter the description stands beside its schema. */
function describeParameter(parameter: Json, { default: fallback, ...schema }: Json): Json {
  const described = fallback === undefined ? parameter : withSentence(parameter, fallback);
  return { ...described, schema: describeDefaults(schema) };
}

function withSentence(schema: Json, fallback: unknown): Json {
  const sentence = `\`${JSON.stringify(fallback)}\` when left out.`;
  const { description } = schema;
  return { ...schema, description: typeof description === 'string' ? `${description} ${sentence}` : sentence };
}

/** And no map of properties, one of which has the name `default`. */
function isSchema(value: unknown): value is Json {
  if (typeof value !== 'object' || value === null) return false;
  const { type, anyOf, $ref } = value as Json;
  return typeof type === 'string' || Array.isArray(type) || Array.isArray(anyOf) || typeof $ref === 'string';
}
