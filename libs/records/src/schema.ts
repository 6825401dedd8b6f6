import { Type, type Static, type TObject, type TObjectOptions, type TProperties, type TSchema } from 'typebox';

/** The builders of the public JSON's schemas, for records here and for requests in the gateway. */

/** One of a closed list of names. The documents know the list by its own name, so that generators of clients invent none. */
export function OneOf<const N extends readonly string[]>(
  name: string,
  names: N,
  options: { description?: string } = {},
) {
  return Type.Unsafe<N[number]>({ type: 'string', enum: [...names], title: name, ...options });
}

/** Always the same text. */
export function Only<const T extends string>(text: T) {
  return Type.Unsafe<T>({ type: 'string', enum: [text] });
}

/**
 * `T` or null, for records. As a list of types rather than an `anyOf`, because fast-json-stringify
 * validates each branch of an `anyOf` for every response.
 */
export function Nullable<T extends TSchema>(schema: T) {
  const { type, enum: names } = schema as { type?: string; enum?: readonly unknown[] };
  if (type === undefined) return Type.Unsafe<Static<T> | null>(Type.Union([schema, Type.Null()]));
  // A closed list is of all that may stand there, whatever the type says.
  return Type.Unsafe<Static<T> | null>({ ...schema, type: [type, 'null'], ...(names && { enum: [...names, null] }) });
}

/** A time in a record: ISO 8601 UTC with milliseconds. */
export const Timestamp = Type.String({ format: 'date-time' });

/**
 * Names a schema. The documents put it under components/schemas once and refer to it wherever it is used; validation
 * and serialization see it in place. A schema spread or picked from a named one has no name.
 */
export function Named<T extends TSchema>(name: string, schema: T): T {
  return withKeywords(schema, { title: name });
}

/** Names what holds a named schema after it, as `ChargeEnvelope`; what holds one without a name has none either. */
export function NamedAfter<T extends TSchema>(
  { title }: TSchema & { readonly title?: string },
  suffix: string,
  schema: T,
): T {
  return title === undefined ? schema : Named(title + suffix, schema);
}

/** A named object. */
export function NamedObject<T extends TProperties>(
  name: string,
  properties: T,
  options: TObjectOptions = {},
): TObject<T> {
  return Named(name, Type.Object(properties, options));
}

/** Metadata in a record. Not a TypeBox Record: its key pattern would drop keys that contain a line break. */
export const Metadata = Named(
  'Metadata',
  Type.Unsafe<Record<string, unknown>>({ type: 'object', additionalProperties: true }),
);

/** One kind of a union. */
interface Member {
  readonly name: string;
  /** The optional fields that every record of this kind has; it has no other of them. */
  readonly has: readonly string[];
  /** Fields that some of them have. */
  readonly may?: readonly string[];
  /** Fields that are narrower in this kind. */
  readonly narrower?: TProperties;
}

/**
 * Names an object of several kinds, discriminated by one field. Serialized as the one object it is, because
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
  const kinds = Object.entries(members).map(([value, { name: memberName, has, may = [], narrower = {} }]) => {
    const names = [...required, ...has];
    const own = Object.entries({ ...schema.properties, ...narrower }).filter(([each]) =>
      [...names, ...may].includes(each),
    );
    const properties = { ...Object.fromEntries(own), [field]: { type: 'string', enum: [value] } };
    return [value, { type: 'object', title: memberName, properties, required: names }];
  });
  return UnionOf(name, field, schema, Object.fromEntries(kinds) as Record<string, TSchema>);
}

/** The same for kinds that have schemas of their own. */
export function UnionOf<T extends TSchema>(
  name: string,
  field: string,
  schema: T,
  kinds: Readonly<Record<string, TSchema>>,
): T {
  const union: DocumentedUnion = { field, kinds };
  return withKeywords(schema, { title: name, [unionKeyword]: union });
}

/** Not a part of JSON Schema: the documents replace it, serializers ignore it. */
export const unionKeyword = 'x-union';

export interface DocumentedUnion {
  readonly field: string;
  readonly kinds: Readonly<Record<string, unknown>>;
}

/** TypeBox keeps the kind of a schema in properties that a spread would lose. */
function withKeywords<T extends TSchema>(schema: T, keywords: Record<string, unknown>): T {
  const copy = Object.defineProperties({}, Object.getOwnPropertyDescriptors(schema)) as T;
  return Object.assign(copy, keywords);
}
