import { firstCompatibility, recordIn, type Compatibility } from '@pitanga/records';
import type { FastifyReply, FastifyRequest } from 'fastify';

/**
 * `preSerialization` hook: the record of an answer, or each of a list, as the caller's store reads it
 * (docs/behaviour/stores.md#compatibility). The one place of the gateway that does this: what is inside a record, such as
 * metadata or the body of an event, stays.
 */
export function answerCompatibly(
  { principal }: FastifyRequest,
  _reply: FastifyReply,
  payload: unknown,
  done: (error: null, payload: unknown) => void,
): void {
  const { compatibility = firstCompatibility } = principal ?? {};
  const isAsMade = compatibility === firstCompatibility || !hasData(payload);
  done(null, isAsMade ? payload : { ...payload, data: shown(payload.data, compatibility) });
}

function hasData(payload: unknown): payload is { readonly data: object } {
  if (typeof payload !== 'object' || payload === null || !('data' in payload)) return false;
  return typeof payload.data === 'object' && payload.data !== null;
}

function shown(data: object, compatibility: Compatibility): unknown {
  return Array.isArray(data)
    ? data.map((record: object) => recordIn(compatibility, record))
    : recordIn(compatibility, data);
}
