import { notFound, type AppError } from '@pitanga/core';

export function portalNotFound(): AppError {
  return notFound('Customer portal not found', 'PORTAL_NOT_FOUND');
}
