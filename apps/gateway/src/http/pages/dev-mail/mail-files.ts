import { readdir, readFile, stat } from 'node:fs/promises';
import { join } from 'node:path';

/** A mail that webhooks wrote into a folder instead of sending it. */
export interface MailFile {
  readonly name: string;
  readonly to: string;
  readonly subject: string;
  readonly text: string;
  readonly html: string;
  /** Files that came with it; absent in mail of earlier versions. */
  readonly attachments?: readonly { readonly filename: string; readonly bytes: number }[];
  /** ISO 8601. */
  readonly date: string;
}

/** Names as webhooks gives them: nothing else of the disk can be named. */
const namePattern = /^log_[0-9A-Za-z]{1,64}$/;
const shownMax = 200;

/** The mails written last, newest first: a name has the time of its store, which a test clock may have moved ahead. */
export async function listMailFiles(directory: string): Promise<MailFile[]> {
  const entries = await readdir(directory).catch(() => []);
  const names = entries.flatMap((entry) => (entry.endsWith('.json') ? [entry.slice(0, -'.json'.length)] : []));
  const written = await Promise.all(
    names.map(async (name) => ({
      name,
      at: (await stat(filePath(directory, name)).catch(() => undefined))?.mtimeMs ?? 0,
    })),
  );
  const newest = written.sort((a, b) => b.at - a.at).slice(0, shownMax);
  const found = await Promise.all(newest.map(({ name }) => readMailFile(directory, name)));
  return found.flatMap((file) => file ?? []);
}

export async function readMailFile(directory: string, name: string): Promise<MailFile | undefined> {
  if (!namePattern.test(name)) return undefined;
  const path = filePath(directory, name);
  const isThere = await stat(path).catch(() => undefined);
  if (!isThere) return undefined;
  return { ...(JSON.parse(await readFile(path, 'utf8')) as Omit<MailFile, 'name'>), name };
}

function filePath(directory: string, name: string): string {
  return join(directory, `${name}.json`);
}
