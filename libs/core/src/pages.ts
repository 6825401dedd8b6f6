import { invalidArgument } from './errors';

/** A keyset page: newest first; `after` is a cursor to older items, `before` to newer ones. */
export interface PageRequest {
  readonly limit: number;
  readonly after?: string | undefined;
  readonly before?: string | undefined;
  /** Creation instant, inclusive. */
  readonly createdFrom?: Date | undefined;
  /** Creation instant, exclusive. */
  readonly createdTo?: Date | undefined;
}

export interface Page<T> {
  readonly items: readonly T[];
  readonly hasMore: boolean;
  /** Id of the last item when there is a further page. */
  readonly next: string | undefined;
  /** Id of the first item when there is an earlier page. */
  readonly before: string | undefined;
}

export function mapPage<A, B>(page: Page<A>, convert: (item: A) => B): Page<B> {
  return { ...page, items: page.items.map(convert) };
}

/** Where an item stands in a list. */
interface PageKey {
  /** Its cursor. */
  readonly id: string;
  /** Undefined for what was never created: after everything else, and in no range of days. */
  readonly createdAt: Date | undefined;
}

/**
 * One page of a list that is short enough to be read whole, by the same rules as of any other. Items of one instant keep
 * their order.
 *
 * @throws AppError INVALID_ARGUMENT for both cursors at once, or one that is not the id of an item
 */
export function pageWhole<T>(all: readonly T[], page: PageRequest, key: (item: T) => PageKey): Page<T> {
  const { limit, after, before } = page;
  if (after !== undefined && before !== undefined) {
    throw invalidArgument("Properties 'after' and 'before' cannot be used together");
  }
  const time = (item: T): number => key(item).createdAt?.getTime() ?? 0;
  const isListed = (item: T): boolean => isInDays(key(item), page);
  const newestFirst = [...all].sort((one, other) => time(other) - time(one));
  const cursorAt = newestFirst.findIndex((item) => key(item).id === (after ?? before));
  if (cursorAt === -1 && (after ?? before) !== undefined) {
    const name = after === undefined ? 'before' : 'after';
    throw invalidArgument(`Property '${name}' should be the id of an item of this list`);
  }
  const listed = newestFirst.filter(isListed);
  const items =
    before === undefined
      ? newestFirst
          .slice(cursorAt + 1)
          .filter(isListed)
          .slice(0, limit)
      : newestFirst.slice(0, cursorAt).filter(isListed).slice(-limit);
  const [first, last] = [items[0], items.at(-1)];
  const isFirst = first === undefined || first === listed[0];
  const isLast = last === undefined || last === listed.at(-1);
  return {
    items,
    hasMore: !isLast,
    next: isLast ? undefined : key(last).id,
    before: isFirst ? undefined : key(first).id,
  };
}

function isInDays({ createdAt }: PageKey, { createdFrom, createdTo }: PageRequest): boolean {
  if (createdAt === undefined) return createdFrom === undefined && createdTo === undefined;
  return (createdFrom === undefined || createdAt >= createdFrom) && (createdTo === undefined || createdAt < createdTo);
}
