import { Readable } from 'node:stream';
import type { ListStatementResponse, PageRequest } from '@pitanga/contracts';
import type { Tenant } from '@pitanga/core';
import { recordIn, statementRecord, type Compatibility, type StatementRecord } from '@pitanga/records';

/** The fields of a file besides its entries. */
export interface StatementFacts {
  readonly tenant: Tenant;
  readonly compatibility: Compatibility;
  readonly from: Date;
  /** The last moment of the range, at most the store's time of the export. */
  readonly to: Date;
}

/** Writes the parts of a file. */
export interface StatementFormat {
  readonly contentType: string;
  readonly fileName: string;
  readonly encode: (text: string) => Uint8Array;
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

  async function* pieces(first: ListStatementResponse): AsyncGenerator<Uint8Array> {
    yield format.encode(format.head(facts));
    let page = first;
    for (;;) {
      const shown = page.entries.map((entry) => recordIn(facts.compatibility, statementRecord(entry)));
      const text = shown.map(format.entry).join('');
      if (text !== '') yield format.encode(text);
      if (page.page?.next === undefined) break;
      page = await pageAfter(page.page.next);
    }
    yield format.encode(format.tail(facts));
  }

  return Readable.from(pieces(await pageAfter(undefined)), { objectMode: false });
}
