import { isAppError, notFound } from '@pitanga/core';
import type { FastifyRequest } from 'fastify';
import type { Guesses } from '../edge/admission/guesses';

const shape = /^[0-9A-Za-z]{22,64}$/;

/**
 * Receives a call at an address whose last part is the credential: unknown ones of an address are bounded.
 * @throws AppError NOT_FOUND for one that no account has
 */
export async function receiveAt(
  guesses: Guesses,
  { ip }: Pick<FastifyRequest, 'ip'>,
  segment: string,
  receive: () => Promise<unknown>,
): Promise<void> {
  const isReceived = shape.test(segment) && (await guesses.look(ip, segment, () => unlessUnknown(receive)));
  if (!isReceived) throw notFound('Callback not found');
}

async function unlessUnknown(receive: () => Promise<unknown>): Promise<true | undefined> {
  try {
    await receive();
    return true;
  } catch (error) {
    if (isAppError(error) && error.kind === 'NOT_FOUND') return undefined;
    throw error;
  }
}
