import type { TSchema } from 'typebox';
import { DataEnvelope, errorResponses } from './envelope';

/** The `response` of a v1 operation: a record or an array of them, in the one envelope. */
export const answer = <T extends TSchema>(data: T) => ({ 200: DataEnvelope(data), ...errorResponses });
