import { isAppError, notFound } from '@pitanga/core';
import type { FastifyRequest } from 'fastify';
import type { Guesses } from '../edge/admission/guesses';

const shape = /^[0-9A-Za-z]{22,64}$/;

/**
 * Receives a call at an address whose last part is the credential, and answers what came of it: unknown ones of an address are
 * bounded.
 * @throws AppError NOT_FOUND for one that no account has
 */
export async function receiveAt<T extends object>(
  guesses: Guesses,
  { ip }: Pick<FastifyRequest, 'ip'>,
  segment: string,
  receive: () => Promise<T>,
): Promise<T> {
  const received = shape.test(segment) ? await guesses.look(ip, segment, () => unlessUnknown(receive)) : undefined;
  if (!received) throw notFound('Callback not found');
  return received;
}

async function unlessUnknown<T>(receive: () => Promise<T>): Promise<T | undefined> {
  try {
    return await receive();
  } catch (error) {
    if (isAppError(error) && error.kind === 'NOT_FOUND') return undefined;
    throw error;
  }
}
