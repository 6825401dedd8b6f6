import { setTimeout as delay } from 'node:timers/promises';
import type { Asking } from '../load/asking';

/** Every record of a list, newest first. */
// eslint-disable-next-line @typescript-eslint/no-explicit-any -- a client looks into it freely
export async function all(store: Asking, path: string): Promise<any[]> {
  // eslint-disable-next-line @typescript-eslint/no-explicit-any
  const found: any[] = [];
  for (let after = ''; ;) {
    const page = after === '' ? '' : `&after=${encodeURIComponent(after)}`;
    const { status, json } = await store.ask({ operation: 'check', path: `${path}?limit=100${page}` });
    if (status === 429 || status === 503 || status === 504) {
      await delay(300);
      continue;
    }
    if (status !== 200) throw new Error(`${path} answered ${String(status)}`);
    found.push(...json.data);
    if (json.pagination.hasMore !== true) return found;
    after = json.pagination.next;
  }
}
