import { collectDefaultMetrics, Counter, Gauge, Histogram, Registry } from 'prom-client';
import { readBuildInfo } from './build-info';

export type Metrics = Registry;

/**
 * How often the lag of the event loop is sampled, in milliseconds; a loop without lag reads as much. Each sample wakes the
 * process: every 10 ms, the library's default, costs 0.4 % of a core at rest.
 */
const eventLoopMonitoringPrecision = 100;

/** One registry a service: several services share a process in tests. */
export function createMetrics(): Metrics {
  const registry = new Registry();
  collectDefaultMetrics({ register: registry, eventLoopMonitoringPrecision });
  new Gauge({
    name: 'pitanga_build_info',
    help: 'Always 1: what runs is in the labels',
    labelNames: ['version', 'revision'],
    registers: [registry],
  }).set({ ...(readBuildInfo() ?? { version: 'unreleased', revision: 'unknown' }) }, 1);
  return registry;
}

/** From a cached read to a call at its deadline; 0.3 and 1 are the objectives of reads and creations. */
const bucketsSeconds = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.3, 0.5, 1, 2.5, 5, 10];

/**
 * Rate, errors and duration in one histogram, for example by method and code. A second call with the name returns the
 * same histogram.
 */
export function durationHistogram<L extends string>(
  registry: Metrics,
  options: { readonly name: `${string}_seconds`; readonly help: string; readonly labelNames: readonly L[] },
): Histogram<L> {
  const existing = registry.getSingleMetric(options.name);
  if (existing !== undefined) return existing as Histogram<L>;
  return new Histogram({
    ...options,
    labelNames: [...options.labelNames],
    buckets: bucketsSeconds,
    registers: [registry],
  });
}

/** A second call with the name returns the same counter. */
export function eventCounter<L extends string>(
  registry: Metrics,
  options: { readonly name: `${string}_total`; readonly help: string; readonly labelNames: readonly L[] },
): Counter<L> {
  const existing = registry.getSingleMetric(options.name);
  if (existing instanceof Counter) return existing;
  return new Counter({ ...options, labelNames: [...options.labelNames], registers: [registry] });
}
