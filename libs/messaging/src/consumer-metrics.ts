import { Counter, Gauge, Histogram } from 'prom-client';
import type { Messaging } from './messaging';

/** The metrics of consumers. */
export interface ConsumerMetrics {
  readonly running: Gauge;
  readonly consumed: Counter;
  readonly lag: Gauge;
  readonly stalled: Gauge;
  readonly delays: Histogram;
  readonly dead: Counter;
  readonly errors: Counter;
  readonly stopped: Gauge;
}

const metricsByRegistry = new WeakMap<object, ConsumerMetrics>();

/** One set of metrics a registry, though a service may run several consumers. */
export function consumerMetrics(messaging: Messaging): ConsumerMetrics | undefined {
  const registry = messaging.metrics;
  if (!registry) return undefined;
  const known = metricsByRegistry.get(registry);
  if (known) return known;
  const registers = [registry];
  const made = {
    running: new Gauge({
      name: 'pitanga_consumer_running',
      help: '1 while the consumer is in its group and fetches; 0 while it cannot and tries again.',
      labelNames: ['group'],
      registers,
    }),
    consumed: new Counter({
      name: 'pitanga_events_consumed_total',
      help: 'Messages passed, applied or skipped.',
      labelNames: ['topic'],
      registers,
    }),
    lag: new Gauge({
      name: 'pitanga_consumer_lag',
      help: 'Messages of a partition that this consumer has still to take, when it took its last batch.',
      labelNames: ['topic', 'partition'],
      registers,
    }),
    stalled: new Gauge({
      name: 'pitanga_consumer_failures_in_a_row',
      help: 'How often the current batch of a partition has failed; 0 when it moves.',
      labelNames: ['topic', 'partition'],
      registers,
    }),
    delays: new Histogram({
      name: 'pitanga_event_delay_seconds',
      help: 'From the commit that recorded a fact until this service has applied it.',
      buckets: [0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30, 60, 300],
      registers,
    }),
    dead: new Counter({
      name: 'pitanga_dead_letters_total',
      help: 'Messages that no retry applies, put into the dead letter topic.',
      labelNames: ['topic'],
      registers,
    }),
    errors: new Counter({
      name: 'pitanga_consumer_errors_total',
      help: 'Failures to apply events: tries for transient and unknown errors, events for permanent ones.',
      labelNames: ['topic', 'kind'],
      registers,
    }),
    stopped: new Gauge({
      name: 'pitanga_consumer_stopped',
      help: '1 while a partition is stopped at an event that no retry applies.',
      labelNames: ['topic', 'partition'],
      registers,
    }),
  };
  metricsByRegistry.set(registry, made);
  return made;
}
