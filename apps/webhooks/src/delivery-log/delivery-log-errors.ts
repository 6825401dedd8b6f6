import { failedPrecondition, invalidArgument, notFound, type AppError } from '@pitanga/core';

export function deliveryNotFound(): AppError {
  return notFound('Delivery not found', 'DELIVERY_NOT_FOUND');
}

export function webhookNotActive(status: 'DISABLED' | 'DELETED'): AppError {
  return failedPrecondition(
    status === 'DISABLED'
      ? 'The webhook is disabled: enable it before anything is sent to it'
      : 'The webhook was deleted: nothing is sent to it any more',
    'WEBHOOK_NOT_ACTIVE',
  );
}

export function bodyNotKept(): AppError {
  return failedPrecondition('The body of this delivery is no longer kept, so it cannot be sent again', 'BODY_NOT_KEPT');
}

export function replayTooLarge(max: number): AppError {
  return invalidArgument(
    `A replay sends at most ${max.toLocaleString('en-US')} deliveries and this window has more: choose a shorter one`,
    'REPLAY_TOO_LARGE',
  );
}
