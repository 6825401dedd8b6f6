import type { LoadPage } from './record-list';

const rowsAtOnce = 100;

interface Options {
  readonly signal: AbortSignal;
  /** Rows after which it stops. */
  readonly rowsMax: number;
  /** Hears how many have come. */
  readonly onCount?: (count: number) => void;
}

/** A whole list, page by page; `isWhole` is false where there are more than `rowsMax`. */
export async function loadAll<Row>(
  load: LoadPage<Row>,
  { signal, rowsMax, onCount }: Options,
): Promise<{ readonly rows: readonly Row[]; readonly isWhole: boolean }> {
  const rows: Row[] = [];
  let after: string | null = null;
  do {
    const page: Awaited<ReturnType<LoadPage<Row>>> = await load(
      { limit: rowsAtOnce, ...(after === null ? {} : { after }) },
      signal,
    );
    rows.push(...page.data);
    onCount?.(rows.length);
    after = page.pagination.hasMore ? page.pagination.next : null;
  } while (after !== null && rows.length < rowsMax);
  return { rows: rows.slice(0, rowsMax), isWhole: after === null };
}
