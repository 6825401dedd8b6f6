import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DuckDBInstance, timestampTZValue, type DuckDBAppender, type DuckDBConnection } from '@duckdb/node-api';
import type { PublicRow } from './public-row';

/** A file of the history, of one type and one day (UTC) of recording. */
export interface ParquetFile {
  readonly type: string;
  /** YYYY-MM-DD */
  readonly day: string;
  readonly bytes: Buffer;
}

/** Collects rows and makes Parquet files of them. */
export interface ParquetRows {
  add(row: PublicRow): void;
  /** One file at a time; the same rows are the same files. */
  files(): AsyncIterable<ParquetFile>;
  close(): void;
}

/** What is more goes to a temporary folder. */
const settings = { memory_limit: '256MB', threads: '1', autoinstall_known_extensions: 'false' };

export async function openParquetRows(): Promise<ParquetRows> {
  const folder = mkdtempSync(join(tmpdir(), 'pitanga-history-'));
  const instance = await DuckDBInstance.create(':memory:', { ...settings, temp_directory: join(folder, 'more') });
  const connection = await instance.connect();
  await connection.run(`
    create table rows (
      type varchar, id varchar, key varchar, happened_at timestamptz, recorded_at timestamptz, store_id varchar,
      dev_mode boolean, data json, "partition" integer, "offset" bigint
    )`);
  const appender = await connection.createAppender('rows');
  return {
    add: (row) => {
      append(appender, row);
    },
    files: () => writeFiles(connection, appender, join(folder, 'file.parquet')),
    close: () => {
      appender.closeSync();
      connection.closeSync();
      instance.closeSync();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

function append(appender: DuckDBAppender, row: PublicRow): void {
  appender.appendVarchar(row.type);
  appender.appendVarchar(row.id);
  appender.appendVarchar(row.key);
  for (const at of [row.happenedAt, row.recordedAt]) {
    appender.appendTimestampTZ(timestampTZValue(BigInt(at.getTime()) * 1_000n));
  }
  appender.appendVarchar(row.storeId);
  appender.appendBoolean(row.devMode);
  appender.appendVarchar(row.data);
  appender.appendInteger(row.partition);
  appender.appendBigInt(BigInt(row.offset));
  appender.endRow();
}

async function* writeFiles(
  connection: DuckDBConnection,
  appender: DuckDBAppender,
  path: string,
): AsyncGenerator<ParquetFile> {
  appender.flushSync();
  await connection.run(`set timezone = 'UTC'`);
  const parts = await connection.runAndReadAll(
    'select distinct type, recorded_at::date::varchar as day from rows order by all',
  );
  for (const { type, day } of parts.getRowObjectsJson() as { type: string; day: string }[]) {
    // Type and day are in the path (Hive), and readers of Parquet take them from there.
    await connection.run(
      `copy (
        select * exclude (type) from rows where type = $type and recorded_at::date = $day::date
        order by "partition", "offset"
      ) to '${path}' (format parquet, compression zstd)`,
      { type, day },
    );
    yield { type, day, bytes: readFileSync(path) };
  }
}
