import type { PageInfo } from '@pitanga/contracts';
import { Named, NamedAfter, NamedObject, Nullable } from '@pitanga/records';
import { Type, type Static, type TObject, type TProperties, type TSchema } from 'typebox';
import { errorFields, ErrorSentence } from '../edge/errors/error-fields';
import type { FailureBody } from '../edge/errors/failure-handlers';

interface DataAnswer<T> {
  readonly data: T;
  readonly success: true;
  readonly error: null;
}

interface ListAnswer<T> extends DataAnswer<readonly T[]> {
  readonly pagination: { readonly hasMore: boolean; readonly next: string | null; readonly before: string | null };
}

export function ok<T>(data: T): DataAnswer<T> {
  return { data, success: true, error: null };
}

/** A page of a list; `page` is the `PageInfo` of the list's RPC answer. */
export function list<T>(page: PageInfo | undefined, items: readonly T[]): ListAnswer<T> {
  return {
    data: items,
    success: true,
    error: null,
    pagination: { hasMore: page?.hasMore ?? false, next: page?.next ?? null, before: page?.before ?? null },
  };
}

export const failure: FailureBody = ({ message, ...more }) => ({
  data: null,
  success: false,
  error: message,
  ...more,
});

const DataEnvelope = <T extends TSchema>(data: T) =>
  NamedAfter(data, 'Envelope', Type.Object({ data, success: Type.Literal(true), error: Type.Null() }));

const Pagination = NamedObject('Pagination', {
  hasMore: Type.Boolean(),
  next: Nullable(Type.String({ description: '`after` of the next page.' })),
  before: Nullable(Type.String({ description: '`before` of the page before.' })),
});

const ListEnvelope = <T extends TSchema>(item: T, more: TProperties) =>
  NamedAfter(
    item,
    'ListEnvelope',
    Type.Object({
      data: Type.Array(item),
      success: Type.Literal(true),
      error: Type.Null(),
      pagination: Pagination,
      ...more,
    }),
  );

const ErrorEnvelope = Named(
  'Error',
  Type.Object({
    data: Type.Null(),
    success: Type.Literal(false),
    error: ErrorSentence,
    ...errorFields,
  }),
);

/** Spread into every route's `response`: `{ 200: …, ...errorResponses }`. */
export const errorResponses = { '4xx': ErrorEnvelope, '5xx': ErrorEnvelope };

/** The `response` of an operation that answers one record. */
export const recordAnswer = <T extends TSchema>(record: T) => ({ 200: DataEnvelope(record), ...errorResponses });

/** The `response` of a list. */
export const listAnswer = <T extends TSchema>(record: T) => ({
  200: Type.Unsafe<ListAnswer<Static<T>>>(ListEnvelope(record, {})),
  ...errorResponses,
});

/** The same with what stands beside `pagination` where a request asks for it. */
export const listAnswerWith = <T extends TSchema, M extends TProperties>(record: T, more: M) => ({
  200: Type.Unsafe<ListAnswer<Static<T>> & Partial<Static<TObject<M>>>>(ListEnvelope(record, more)),
  ...errorResponses,
});
