/** An objective, whose burn rates become alerts. */
export interface Objective {
  /** Part of the names of its series: `slo:<name>:error_ratio_1h`. */
  readonly name: string;
  /** Start of the names of its alerts. */
  readonly alert: string;
  /** Completes "the error budget of … burns". */
  readonly what: string;
  /** The share of good events. */
  readonly target: number;
  /** The share of bad events over a window, in PromQL. */
  readonly errorRatio: (window: string) => string;
  /** The file in docs/runbooks. */
  readonly runbook: string;
}

const creations =
  'method="POST",route=~"/v2/(transparents|checkouts|payment-links|subscriptions)/create|/v1/(pixQrCode|billing)/create"';
const reads = 'method="GET",route=~"/v[12]/.*"';

// Prometheus 3 writes a bucket of 1 as 1.0, Prometheus 2 as it came.
const second = 'le=~"1(\\\\.0)?"';

const rate = (metric: string, selector: string, window: string): string => `rate(${metric}{${selector}}[${window}])`;

/** The share of requests that took longer than the bucket's bound. */
const slowRequests = (selector: string, bucket: string, window: string): string => {
  const all = `sum(${rate('pitanga_http_request_seconds_count', selector, window)})`;
  const quick = `sum(${rate('pitanga_http_request_seconds_bucket', `${selector},${bucket}`, window)})`;
  return `(${all} - ${quick}) / ${all}`;
};

/** What we promise; docs/metrics.md says how each is measured. */
export const objectives: readonly Objective[] = [
  {
    name: 'payment_creation_availability',
    alert: 'PaymentCreationFails',
    what: 'payment creation (99.95 % are not answered 5xx)',
    target: 0.9995,
    // A store without a provider is answered 503 too, which is its own setting and no failure of ours.
    errorRatio: (window) => {
      const failed = `(sum(${rate('pitanga_http_request_seconds_count', `${creations},status=~"5.."`, window)}) or vector(0))`;
      const unconfigured = `(sum(${rate('pitanga_http_unconfigured_total', creations.slice(creations.indexOf('route')), window)}) or vector(0))`;
      const all = `sum(${rate('pitanga_http_request_seconds_count', creations, window)})`;
      return `clamp_min(${failed} - ${unconfigured}, 0) / ${all}`;
    },
    runbook: 'payment-creation-fails.md',
  },
  {
    name: 'read_latency',
    alert: 'ReadsAreSlow',
    what: 'reads (99 % within 0.3 s)',
    target: 0.99,
    errorRatio: (window) => slowRequests(reads, 'le="0.3"', window),
    runbook: 'requests-are-slow.md',
  },
  {
    name: 'creation_latency',
    alert: 'CreationsAreSlow',
    what: 'payment creation (99 % within 1 s)',
    target: 0.99,
    errorRatio: (window) => slowRequests(creations, second, window),
    runbook: 'requests-are-slow.md',
  },
  {
    name: 'webhook_first_attempt',
    alert: 'FirstAttemptsAreLate',
    what: "webhooks' first attempts (99 % within 5 s of the fact)",
    target: 0.99,
    // Half of the time for the way to webhooks and half for the wait there: never less than what is late in sum.
    errorRatio: (window) => {
      const onItsWay = lateShare('pitanga_event_delay_seconds', 'service="webhooks"', window);
      return `${onItsWay} + ${lateShare('pitanga_webhook_first_attempt_seconds', 'pace="full"', window)}`;
    },
    runbook: 'webhooks-late.md',
  },
];

function lateShare(histogram: string, selector: string, window: string): string {
  const all = `sum(${rate(`${histogram}_count`, selector, window)})`;
  return `(1 - sum(${rate(`${histogram}_bucket`, `${selector},le="2.5"`, window)}) / ${all})`;
}
