import { Type, type Static, type TSchema } from 'typebox';
import { DataEnvelope, errorResponses, ListEnvelope, type ListAnswer } from './envelope';

/** The `response` of an operation that answers one record. */
export const recordAnswer = <T extends TSchema>(record: T) => ({ 200: DataEnvelope(record), ...errorResponses });

/** The `response` of a list. */
export const listAnswer = <T extends TSchema>(record: T) => ({
  200: Type.Unsafe<ListAnswer<Static<T>>>(ListEnvelope(record)),
  ...errorResponses,
});
