// Exports the events to Parquet.
import { resolve } from 'node:path';
import { createBlobStore, createFolderStore, s3Config, type BlobStore } from '@pitanga/billing/blob-store';
import { eventTopics } from '@pitanga/contracts';
import { openRangeReader, programMessaging } from '@pitanga/messaging';
import { loadConfig, runProgram } from '@pitanga/runtime';
import { Command } from 'commander';
import { userError } from '@pitanga/runtime/user-error';
import { exportHistory, type ExportReport } from './history/export-history';

interface HistoryOptions {
  readonly folder?: string;
  readonly prefix: string;
}

const program = new Command('history')
  .description('Exports every event that is new on Kafka, without personal data, to Parquet by type and day, and ends.')
  .option('--folder <folder>', 'where the history is, instead of the bucket of BLOB_S3_…')
  .option('--prefix <text>', 'before the names of topics and groups', process.env.KAFKA_PREFIX ?? '')
  .action(run);

async function run({ folder, prefix }: HistoryOptions): Promise<void> {
  const store = openStore(folder);
  const messaging = programMessaging('history', { ...process.env, KAFKA_PREFIX: prefix }, 'fatal');
  const reader = await openRangeReader({ messaging, group: 'history', topics: eventTopics });
  try {
    report(await exportHistory({ reader, store }));
  } finally {
    await reader.close();
  }
}

/** @throws a user error when something is missing from the history */
function report({ events, files, lost, unreadable }: ExportReport): void {
  console.log(`${String(events)} events exported to ${String(files)} files`);
  const problems = unreadable.map((where) => `stopped at an event that this version cannot read, ${where}`);
  if (lost > 0) problems.push(`Kafka had deleted ${String(lost)} events before they were exported`);
  if (problems.length > 0) throw userError(problems.join('\n'));
}

function openStore(folder: string | undefined): BlobStore {
  if (folder !== undefined) return createFolderStore(resolve(folder));
  const config = loadConfig(s3Config, process.env);
  if (!config.BLOB_S3_BUCKET)
    throw userError('Name a --folder, or the bucket of the history with the BLOB_S3_ settings.');
  return createBlobStore({ ...config, BLOB_STORE_DIR: '' });
}

runProgram(() => program.parseAsync());
