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
function withKeywords<T extends TSchema>(schema: T, keywords: Record<string, unknown>): T {
  const copy = Object.defineProperties({}, Object.getOwnPropertyDescriptors(schema)) as T;
  return Object.assign(copy, keywords);
}

/** Not a part of JSON Schema: left out of the documents and unknown to serializers. */
export const unionKeyword = 'x-union';

export interface Union {
  readonly field: string;
  readonly kinds: Readonly<Record<string, unknown>>;
}
