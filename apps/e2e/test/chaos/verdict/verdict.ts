import { setTimeout as delay } from 'node:timers/promises';
import { commandOf } from '../../crashes/merchant';
import { bringBack } from '../faults/inject';
import type { World } from '../faults/world';
import type { Load } from '../load/load';
import type { Providers } from '../load/providers';
import { compareCycles } from './cycles';
import { compareDeliveries, compareEvents } from './events';
import { payableOrphans } from './orphans';
import { compareRecords } from './records';

const hourMs = 3_600_000;
/** Where the clocks of all services go, one after the other, so that no retry and no job has to be waited for. */
const aheadMs = [0, 400_000, 0.7 * hourMs, 3 * hourMs, 9 * hourMs, 20 * hourMs];
const roundMs = 20_000;
const pollMs = 1_000;

/** Ends what faults have left. */
export async function heal(world: World): Promise<void> {
  for (const link of world.links.values()) link.become({ kind: 'open' });
  for (const part of Object.values(world.parts)) await bringBack(part);
}

/** Waits until the platform has nothing left to do; answers what is wrong then. */
export async function judge(world: World, providers: Providers, load: Load, say: (line: string) => void) {
  await providers.told();
  let faults: string[] = [];
  for (const ms of aheadMs) {
    for (const clock of Object.values(world.clocks)) clock.set(ms);
    const deadline = Date.now() + roundMs;
    do {
      await delay(pollMs);
      faults = [...(await differences(load)), ...(await payableOrphans(world, providers.accounts))];
    } while (faults.length > 0 && Date.now() < deadline);
    if (faults.length === 0) break;
    say(
      `${String(faults.length)} are under way with clocks ${String(ms / 1_000)} s ahead, such as: ${faults[0] ?? ''}`,
    );
  }
  for (const clock of Object.values(world.clocks)) clock.set(0);
  const { doubled } = await compareDeliveries(load);
  return [...faults, ...doubled, ...(await examine(world))];
}

async function differences(load: Load): Promise<string[]> {
  const { missing } = await compareDeliveries(load);
  return [...(await compareRecords(load)), ...(await compareEvents(load)), ...(await compareCycles(load)), ...missing];
}

/** The operator's own examination. */
async function examine({ platform }: World): Promise<string[]> {
  return commandOf(platform)('doctor').then(
    () => [],
    (error: unknown) => [(error as Error).message],
  );
}
