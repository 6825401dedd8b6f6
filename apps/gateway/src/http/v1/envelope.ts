import { Type, type TSchema } from 'typebox';

export interface DataAnswer<T> {
  readonly data: T;
  readonly error: null;
}

/** v1 has one envelope for records and lists alike. */
export function ok<T>(data: T): DataAnswer<T> {
  return { data, error: null };
}

/** `message` is a copy of `error`, for clients that read the former (decisions 1). */
export const failure = (message: string) => ({ data: null, error: message, message });

export const DataEnvelope = <T extends TSchema>(data: T) => Type.Object({ data, error: Type.Null() });

const ErrorEnvelope = Type.Object({ data: Type.Null(), error: Type.String(), message: Type.String() });

/** Spread into every route's `response`: `{ 200: DataEnvelope(Customer), ...errorResponses }`. */
export const errorResponses = { '4xx': ErrorEnvelope, '5xx': ErrorEnvelope };
