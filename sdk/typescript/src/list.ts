import type { List, Page } from './operation';

type Query = Readonly<Record<string, unknown>>;

/**
 * A list that asks for its first page when it is awaited, and for every page as it is iterated: from newer records to
 * older ones, with `before` from older ones to newer. A page itself is always newest first.
 */
export class PagedList<T> implements List<T> {
  readonly [Symbol.toStringTag] = 'List';
  readonly #query: Query;
  readonly #fetchPage: (query: Query) => Promise<Page<T>>;
  #first: Promise<Page<T>> | undefined;

  constructor(query: Query, fetchPage: (query: Query) => Promise<Page<T>>) {
    this.#query = query;
    this.#fetchPage = fetchPage;
  }

  then<A = Page<T>, B = never>(
    onPage?: ((page: Page<T>) => A | PromiseLike<A>) | null,
    onError?: ((error: unknown) => B | PromiseLike<B>) | null,
  ): Promise<A | B> {
    this.#first ??= this.#fetchPage(this.#query);
    return this.#first.then(onPage, onError);
  }

  catch<B = never>(onError?: ((error: unknown) => B | PromiseLike<B>) | null): Promise<Page<T> | B> {
    return this.then(undefined, onError);
  }

  finally(onEnd?: (() => void) | null): Promise<Page<T>> {
    return this.then().finally(onEnd);
  }

  async *[Symbol.asyncIterator](): AsyncGenerator<T, void, undefined> {
    const { before } = this.#query;
    let query: Query | undefined = this.#query;
    while (query) {
      const { data, pagination }: Page<T> = await this.#fetchPage(query);
      yield* before === undefined ? data : [...data].reverse();
      const next = before === undefined ? { after: pagination.next } : { before: pagination.before };
      query = Object.values(next).includes(null) ? undefined : { ...this.#query, ...next };
    }
  }
}
