import { Readable } from 'node:stream';
import type { ListStatementResponse, PageRequest } from '@pitanga/contracts';
import { statementRecord, type StatementRecord } from '@pitanga/records';

/** The fields of a file besides its entries. */
export interface StatementFacts {
  readonly storeId: string;
  readonly from: Date;
  readonly to: Date;
  /** The store's time of the export. */
  readonly now: Date;
  /** The available balance at that time, in centavos. */
  readonly balanceCents: number;
}

/** Writes the parts of a file. */
export interface StatementFormat {
  readonly contentType: string;
  readonly fileName: string;
  readonly encoding: 'utf8' | 'latin1';
  readonly head: (facts: StatementFacts) => string;
  readonly entry: (entry: StatementRecord) => string;
  readonly tail: (facts: StatementFacts) => string;
}

/** Only one page is in memory at a time. */
const entriesPerPage = 250;

/**
 * The file as a stream, newest entry first. The first page is read before the answer starts, so an early failure is an
 * ordinary error; a later one breaks the connection, which clients notice.
 */
export async function exportStatement(
  format: StatementFormat,
  facts: StatementFacts,
  range: Pick<PageRequest, 'createdFrom' | 'createdTo'>,
  fetchPage: (page: PageRequest) => Promise<ListStatementResponse>,
): Promise<Readable> {
  const pageAfter = (after: string | undefined): Promise<ListStatementResponse> =>
    fetchPage({ limit: entriesPerPage, after, before: undefined, ...range });

  async function* pieces(first: ListStatementResponse): AsyncGenerator<Buffer> {
    yield Buffer.from(format.head(facts), format.encoding);
    let page = first;
    for (;;) {
      const text = page.entries.map((entry) => format.entry(statementRecord(entry))).join('');
      if (text !== '') yield Buffer.from(text, format.encoding);
      if (page.page?.next === undefined) break;
      page = await pageAfter(page.page.next);
    }
    yield Buffer.from(format.tail(facts), format.encoding);
  }

  return Readable.from(pieces(await pageAfter(undefined)), { objectMode: false });
}
