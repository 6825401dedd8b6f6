import { invalidArgument, notFound, type AppError } from '@pitanga/core';

export function eventNotFound(): AppError {
  return notFound('Event not found', 'EVENT_NOT_FOUND');
}

/** A stream cannot resume after an event of another store, or one that is no longer kept: it would have a gap. */
export function eventNotKept(): AppError {
  return invalidArgument("Property 'after' should be the id of an event that is still kept", 'EVENT_NOT_KEPT');
}
