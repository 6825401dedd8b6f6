import { Named, NamedAfter } from '@pitanga/records';
import { Type, type TSchema } from 'typebox';
import { errorFields, ErrorSentence } from '../edge/errors/error-fields';
import type { FailureBody } from '../edge/errors/failure-handlers';

export interface DataAnswer<T> {
  readonly data: T;
  readonly error: null;
}

/** One envelope for records and lists. */
export function ok<T>(data: T): DataAnswer<T> {
  return { data, error: null };
}

/** `message` repeats `error`, for clients that read it. */
export const failure: FailureBody = ({ message, ...more }) => ({ data: null, error: message, message, ...more });

const DataEnvelope = <T extends TSchema>(data: T) => {
  const { items } = data as { readonly items?: TSchema };
  return NamedAfter(items ?? data, items ? 'ListEnvelope' : 'Envelope', Type.Object({ data, error: Type.Null() }));
};

const ErrorEnvelope = Named(
  'Error',
  Type.Object({
    data: Type.Null(),
    error: ErrorSentence,
    message: Type.String({ description: 'The same as `error`.' }),
    ...errorFields,
  }),
);

const errorResponses = { '4xx': ErrorEnvelope, '5xx': ErrorEnvelope };

/** The `response` of a v1 operation: a record or an array of them, in the one envelope. */
export const answer = <T extends TSchema>(data: T) => ({ 200: DataEnvelope(data), ...errorResponses });
