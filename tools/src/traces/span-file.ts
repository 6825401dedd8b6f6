import { appendFileSync, existsSync, readFileSync, renameSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { privateFolder } from '../infra/private-folder';
import type { Span } from './collector';

/** Two files of this size at most: the current one, and the one before. */
const maxBytes = 20 * 1024 * 1024;

function folderOfTraces(dataDir: string): string {
  return join(dataDir, 'traces');
}

/** Keeps spans in a folder of their own, each a line of JSON. */
export function openSpanFile(dataDir: string, limit = maxBytes): (spans: readonly Span[]) => void {
  const folder = folderOfTraces(dataDir);
  const file = join(folder, 'spans.jsonl');
  return (spans) => {
    // Not before, since the folder above is not for its owner alone.
    privateFolder(folder);
    if (existsSync(file) && statSync(file).size > limit) renameSync(file, `${file}.old`);
    appendFileSync(file, spans.map((span) => `${JSON.stringify(span)}\n`).join(''), { mode: 0o600 });
  };
}

/** All spans that are kept, the oldest first; none when nothing was traced here. */
export function readSpans(dataDir: string): readonly Span[] {
  return ['spans.jsonl.old', 'spans.jsonl'].flatMap((name) => readLines(join(folderOfTraces(dataDir), name)) as Span[]);
}

/**
 * The trace of a request, by the id that its caller has of the answer: each line of a log has both.
 * @param logs the folder of logs
 */
export function findTrace(requestId: string, logs: string): string | undefined {
  for (const name of ['gateway.log', 'gateway.log.old']) {
    const line = readLines(join(logs, name), `"${requestId}"`).find(
      (fields) => (fields as LogLine).requestId === requestId && (fields as LogLine).trace_id !== undefined,
    );
    if (line !== undefined) return (line as LogLine).trace_id;
  }
  return undefined;
}

interface LogLine {
  readonly requestId?: string;
  readonly trace_id?: string;
}

/** A line that a crash has cut short, or that is no JSON, is left out. */
function readLines(file: string, having = ''): readonly unknown[] {
  if (!existsSync(file)) return [];
  return readFileSync(file, 'utf8')
    .split('\n')
    .filter((line) => line.startsWith('{') && line.includes(having))
    .flatMap((line) => {
      try {
        return [JSON.parse(line) as unknown];
      } catch {
        return [];
      }
    });
}
