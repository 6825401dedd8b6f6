import type { PageInfo, PageRequest } from '@pitanga/contracts';
import { invalidArgument } from '@pitanga/core';
import { Type, type Static, type TObject } from 'typebox';

/** Query fields of every v1 list: the newest 1,000 by default. */
export const listQuery = {
  limit: Type.Optional(Type.Integer({ minimum: 1, maximum: 1000, default: 1000 })),
  after: Type.Optional(Type.String({ maxLength: 255 })),
  before: Type.Optional(Type.String({ maxLength: 255 })),
};

export type ListQuery = Static<TObject<typeof listQuery>>;

/** Records fetched in one call: more of the largest would exceed a message. */
const stepMax = 100;

/**
 * The records of one v1 page, which may be ten times as long as a page of a service.
 * @throws AppError INVALID_ARGUMENT for both cursors at once.
 */
export async function wholePage<T>(
  { limit = 1000, after, before }: ListQuery,
  fetchStep: (page: PageRequest) => Promise<{ readonly items: readonly T[]; readonly page: PageInfo | undefined }>,
): Promise<T[]> {
  if (after !== undefined && before !== undefined) {
    throw invalidArgument("Properties 'after' and 'before' should not be used together");
  }
  const isBackwards = before !== undefined;
  const steps: (readonly T[])[] = [];
  let cursor: string | undefined = after ?? before;
  let left = limit;
  do {
    const side = isBackwards ? { after: undefined, before: cursor } : { after: cursor, before: undefined };
    const request = { limit: Math.min(left, stepMax), ...side, createdFrom: undefined, createdTo: undefined };
    const step = await fetchStep(request);
    steps.push(step.items);
    left -= step.items.length;
    cursor = isBackwards ? step.page?.before : step.page?.next;
  } while (cursor !== undefined && left > 0);
  return (isBackwards ? steps.reverse() : steps).flat();
}
