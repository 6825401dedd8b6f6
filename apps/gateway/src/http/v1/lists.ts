import { invalidArgument } from '@pitanga/core';
import type { PageRequest } from '@pitanga/contracts';
import { Type } from 'typebox';

/** Query fields of every v1 list (decisions 10): the newest 1,000 by default. */
export const listQuery = {
  limit: Type.Optional(Type.Integer({ minimum: 1, maximum: 1000, default: 1000 })),
  after: Type.Optional(Type.String({ maxLength: 255 })),
  before: Type.Optional(Type.String({ maxLength: 255 })),
};

export interface ListQuery {
  readonly limit?: number;
  readonly after?: string;
  readonly before?: string;
}

/** @throws AppError INVALID_ARGUMENT for both cursors at once. */
export function pageRequest({ limit = 1000, after, before }: ListQuery): PageRequest {
  if (after !== undefined && before !== undefined) {
    throw invalidArgument("Properties 'after' and 'before' should not be used together");
  }
  return { limit, after, before, createdFrom: undefined, createdTo: undefined };
}
