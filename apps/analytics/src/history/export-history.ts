import type { BlobStore } from '@pitanga/billing/blob-store';
import type { OffsetRange, RangeReader } from '@pitanga/messaging';
import { openParquetRows, type ParquetRows } from './parquet-rows';
import { afterPortion, loadPositions, nextPortion, savePositions, type Positions } from './positions';
import { publicRow } from './public-row';

export interface ExportOptions {
  readonly reader: RangeReader;
  readonly store: BlobStore;
  /** Events in a portion, which bounds memory and the size of files. */
  readonly portionEvents?: number | undefined;
}

export interface ExportReport {
  readonly events: number;
  readonly files: number;
  /** Events that Kafka had deleted before they were exported. */
  readonly lost: number;
  /** Where a partition stopped, and why: at an event that this build does not know. */
  readonly unreadable: readonly string[];
}

const defaultPortionEvents = 50_000;

/**
 * Brings the history in the store up to what Kafka holds now: every event once, without personal data, as Parquet.
 *
 * A portion is a set of ranges of offsets. They are saved before its first file and its end after its last one, and its
 * number is in the names of its files: a portion that a crash has cut short is written again, the same rows under the same
 * names.
 *
 * @throws Error when Kafka or the store is away, or another export runs
 */
export async function exportHistory(options: ExportOptions): Promise<ExportReport> {
  const { reader, store, portionEvents = defaultPortionEvents } = options;
  const report = { events: 0, files: 0, lost: 0, unreadable: [] as string[] };
  let positions = await loadPositions(store);
  let held = await reader.held();
  const write = async (wanted: readonly OffsetRange[]): Promise<void> => {
    const rows = await openParquetRows();
    try {
      const { ranges, events, unreadable } = await readInto(rows, reader, wanted);
      const isCutShort = positions.writing !== undefined;
      if (isCutShort && unreadable.length > 0) throw new Error(`written by a newer version: ${unreadable.join(', ')}`);
      const { files, after } = await writeFiles(rows, options, { ...positions, writing: [...ranges] });
      positions = after;
      held = held.map((range) => stoppedAt(range, wanted, ranges));
      report.events += events;
      report.files += files;
      report.unreadable.push(...unreadable);
    } finally {
      rows.close();
    }
  };

  if (positions.writing) await write(positions.writing);
  for (;;) {
    const { ranges, lost } = nextPortion(held, positions, portionEvents);
    report.lost += lost;
    if (ranges.length === 0) return report;
    await write(ranges);
  }
}

interface ReadRanges {
  /** As wanted, or up to what is unreadable. */
  readonly ranges: readonly OffsetRange[];
  readonly events: number;
  readonly unreadable: readonly string[];
}

async function readInto(rows: ParquetRows, reader: RangeReader, wanted: readonly OffsetRange[]): Promise<ReadRanges> {
  const ends = new Map<string, number>();
  const unreadable: string[] = [];
  let events = 0;
  await reader.read(wanted, (event) => {
    if (ends.has(rangeName(event))) return;
    try {
      rows.add(publicRow(event));
      events += 1;
    } catch (error) {
      ends.set(rangeName(event), Number(event.offset));
      unreadable.push(`${rangeName(event)}@${event.offset}: ${(error as Error).message}`);
    }
  });
  const ranges = wanted.map((range) => ({ ...range, to: ends.get(rangeName(range)) ?? range.to }));
  return { ranges, events, unreadable };
}

async function writeFiles(
  rows: ParquetRows,
  { reader, store }: ExportOptions,
  writing: Positions & { readonly writing: readonly OffsetRange[] },
): Promise<{ readonly files: number; readonly after: Positions }> {
  reader.assertAlone();
  await savePositions(store, writing);
  const name = `portion-${String(writing.portions + 1).padStart(8, '0')}.parquet`;
  let files = 0;
  for await (const { type, day, bytes } of rows.files()) {
    reader.assertAlone();
    await store.put(`type=${type}/day=${day}/${name}`, bytes, 'application/vnd.apache.parquet');
    files += 1;
  }
  const after = afterPortion(writing, writing.writing);
  await savePositions(store, after);
  return { files, after };
}

/** The rest of a partition that stops at an unreadable event waits for a build that knows it. */
function stoppedAt(range: OffsetRange, wanted: readonly OffsetRange[], read: readonly OffsetRange[]): OffsetRange {
  const index = wanted.findIndex((other) => rangeName(other) === rangeName(range));
  const end = read[index]?.to;
  return end === undefined || end === wanted[index]?.to ? range : { ...range, to: end };
}

function rangeName({ topic, partition }: Pick<OffsetRange, 'topic' | 'partition'>): string {
  return `${topic}/${String(partition)}`;
}
