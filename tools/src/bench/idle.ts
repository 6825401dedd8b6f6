import { setTimeout as delay } from 'node:timers/promises';
import { cpuEach, cpuOf, cpuTotal, memoryOf, type Memory } from './cpu';
import { serviceNames } from '../platform/services';
import type { Platform } from '../platform/platform';

const settleMs = 20_000;
const measuredMs = 30_000;
const aimShare = 0.05;
const aimMiB = 600;

/** The section `idle` of the benchmark: CPU and memory of a platform that nobody asks anything. */
export async function benchIdle(platform: Platform): Promise<void> {
  // Starting has an end, and so have the first turns of every job.
  await delay(settleMs);
  const before = cpuOf(platform);
  await delay(measuredMs);
  const share = cpuEach(measuredMs, before, cpuOf(platform));
  const parts = Object.entries(share).map(([name, of]) => `${name} ${percent(of)}`);
  console.log(
    `idle for ${String(measuredMs / 1_000)} s: ${percent(cpuTotal(share))} of a core (aim: ${percent(aimShare)})`,
  );
  console.log(`  ${parts.join(', ')}`);
  reportMemory(memoryOf(platform));
}

function reportMemory(memory: Readonly<Record<string, Memory>>): void {
  const services = serviceNames.flatMap((name) => memory[name] ?? []);
  const sum = (of: keyof Memory): string => services.reduce((total, one) => total + one[of], 0).toFixed(0);
  console.log(`  memory of the services: ${sum('pssMiB')} MiB PSS, ${sum('rssMiB')} MiB RSS (aim: ${String(aimMiB)})`);
  const parts = Object.entries(memory).map(([name, of]) => `${name} ${of.pssMiB.toFixed(0)} | ${of.rssMiB.toFixed(0)}`);
  console.log(`  PSS | RSS in MiB: ${parts.join(', ')}`);
}

function percent(share: number): string {
  return `${(share * 100).toFixed(1)} %`;
}
