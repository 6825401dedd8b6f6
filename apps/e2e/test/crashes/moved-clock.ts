import { mkdtempSync, rmSync, writeFileSync, renameSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { serviceNames, type PlatformOptions } from '@pitanga/tools';

/** The clock of every service of a platform, and of the providers' servers: a test moves it ahead for all at once. */
export interface MovedClock {
  now(): Date;
  /** Comes back when every running service has it. */
  advance(ms: number): Promise<void>;
  /** Settings of the services, for `startPlatform`. */
  readonly env: NonNullable<PlatformOptions['env']>;
  remove(): void;
}

export function movedClock(): MovedClock {
  const folder = mkdtempSync(join(tmpdir(), 'pitanga-clock-'));
  const file = join(folder, 'ahead');
  let aheadMs = 0;
  const save = (): void => {
    writeFileSync(`${file}.part`, String(aheadMs));
    renameSync(`${file}.part`, file);
  };
  save();
  const settings = { NODE_OPTIONS: `--require=${join(__dirname, 'clock-ahead.cjs')}`, MOVED_CLOCK: file };
  return {
    now: () => new Date(Date.now() + aheadMs),
    advance: async (ms) => {
      aheadMs += ms;
      save();
      // They look every 20 ms; one that stands still for longer sees it before it does anything else.
      await delay(60);
    },
    env: Object.fromEntries(serviceNames.map((name) => [name, settings])),
    remove: () => rmSync(folder, { recursive: true, force: true }),
  };
}
