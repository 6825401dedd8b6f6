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
