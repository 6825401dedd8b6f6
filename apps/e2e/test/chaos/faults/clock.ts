import { renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { ServiceEnv } from '@pitanga/tools';

/** The clock of one process, which can be wrong (crashes/clock-ahead.cjs). */
export interface Clock {
  readonly env: ServiceEnv;
  /** Ahead of the machine's by so many milliseconds; negative is behind it. */
  set(aheadMs: number): void;
}

export function openClock(folder: string, name: string): Clock {
  const file = join(folder, `clock-of-${name}`);
  const set = (aheadMs: number): void => {
    // Nothing at all counts as unreadable.
    writeFileSync(`${file}.part`, String(aheadMs === 0 ? 1 : aheadMs));
    renameSync(`${file}.part`, file);
  };
  set(0);
  const program = join(__dirname, '..', '..', 'crashes', 'clock-ahead.cjs');
  return { env: { NODE_OPTIONS: `--require=${program}`, MOVED_CLOCK: file }, set };
}
