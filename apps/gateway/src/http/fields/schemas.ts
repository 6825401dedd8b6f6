import { Type, type Static, type TSchema } from 'typebox';

/**
 * `T` or null, for records. As a list of types rather than an `anyOf`, because fast-json-stringify
 * validates each branch of an `anyOf` for every response.
 */
export function Nullable<T extends TSchema>(schema: T) {
  const { type } = schema as { type?: string };
  if (type === undefined) return Type.Unsafe<Static<T> | null>(Type.Union([schema, Type.Null()]));
  return Type.Unsafe<Static<T> | null>({ ...schema, type: [type, 'null'] });
}

/** A time in a record: ISO 8601 UTC with milliseconds. */
export const Timestamp = Type.String({ format: 'date-time' });
