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

/** The newest mails, newest first; names sort by time. */
export async function listMailFiles(directory: string): Promise<MailFile[]> {
  const entries = await readdir(directory).catch(() => []);
  const names = entries.flatMap((entry) => (entry.endsWith('.json') ? [entry.slice(0, -'.json'.length)] : []));
  const newest = names
    .filter((name) => namePattern.test(name))
    .sort()
    .reverse()
    .slice(0, shownMax);
  const found = await Promise.all(newest.map((name) => readMailFile(directory, name)));
  return found.flatMap((file) => file ?? []);
}

export async function readMailFile(directory: string, name: string): Promise<MailFile | undefined> {
  if (!namePattern.test(name)) return undefined;
  const path = join(directory, `${name}.json`);
  const isThere = await stat(path).catch(() => undefined);
  if (!isThere) return undefined;
  return { ...(JSON.parse(await readFile(path, 'utf8')) as Omit<MailFile, 'name'>), name };
}
