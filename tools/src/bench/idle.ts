import { setTimeout as delay } from 'node:timers/promises';
import { serviceNames } from '@pitanga/operations/services';
import { cpuEach, readCpuTime, cpuTotal, readMemory, type Memory } from './cpu';
import type { Bench } from './section';

const aimShare = 0.05;
const aimMiB = 600;

/** The section `idle` of the benchmark: CPU and memory of an idle platform. */
export async function benchIdle({ platform, plan, figures }: Bench): Promise<void> {
  const { settleSeconds, seconds } = plan.idle;
  // Starting has an end, and so have the first turns of every job.
  await delay(settleSeconds * 1_000);
  const before = readCpuTime(platform);
  await delay(seconds * 1_000);
  const share = cpuEach(seconds * 1_000, before, readCpuTime(platform));
  const parts = Object.entries(share).map(([name, of]) => `${name} ${percent(of)}`);
  console.log(`idle for ${String(seconds)} s: ${percent(cpuTotal(share))} of a core (aim: ${percent(aimShare)})`);
  console.log(`  ${parts.join(', ')}`);
  const memory = readMemory(platform);
  reportMemory(memory);
  figures.addByProcess('CPU', 'cores', share);
  const pss = serviceNames.flatMap((name) => (memory[name] ? [[name, memory[name].pssMiB] as const] : []));
  figures.addByProcess('memory of the services, PSS', 'MiB', Object.fromEntries(pss));
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
