import { invalidArgument } from '@pitanga/core';
import { NamedObject } from '@pitanga/records';
import { Type } from 'typebox';

/** Schemas for operations that take their id from the query or from the body; read it with {@link idFrom}. */
export const idQuery = Type.Object({ id: Type.Optional(Type.String({ minLength: 1, maxLength: 255 })) });
export const idBody = NamedObject('ById', { id: Type.Optional(Type.String({ minLength: 1, maxLength: 255 })) });

/**
 * The `id` of get, delete, toggle, simulate and cancel: from the query or from the JSON body.
 * @throws AppError INVALID_ARGUMENT when there is none, or when both are given and differ.
 */
export function idFrom(request: { readonly query: unknown; readonly body?: unknown }): string {
  const id = givenId(request);
  if (id === undefined) throw invalidArgument("Expected property 'id' to be string but found: undefined");
  return id as string;
}

/**
 * The `id` of the query or of the JSON body, before or after validation; undefined when there is none.
 * @throws AppError INVALID_ARGUMENT when both are given and differ.
 */
export function givenId({ query, body }: { readonly query: unknown; readonly body?: unknown }): unknown {
  const [inQuery, inBody] = [readId(query), readId(body)];
  if (inQuery !== undefined && inBody !== undefined && inQuery !== inBody) {
    throw invalidArgument("Property 'id' should be the same in the query and in the body");
  }
  return inQuery ?? inBody;
}

/** Null and the empty text count as absent. */
function readId(from: unknown): unknown {
  const isFields = typeof from === 'object' && from !== null && Object.hasOwn(from, 'id');
  const { id } = (isFields ? from : {}) as { readonly id?: unknown };
  return id === null || id === '' ? undefined : id;
}
