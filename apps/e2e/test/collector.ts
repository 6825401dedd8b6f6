import { openCollector as openOtlpCollector, type Span } from '@pitanga/tools';

export type { Span };

export interface Collector {
  readonly spans: readonly Span[];
  /** Settings of a service that sends its spans here, each service its own in the order in which they ended. */
  readonly settings: Readonly<Record<string, string>>;
  close(): void;
}

/** Where spans of services go: an OpenTelemetry collector that keeps everything. */
export async function openCollector(): Promise<Collector> {
  const spans: Span[] = [];
  const collector = await openOtlpCollector((ended) => spans.push(...ended));
  return { ...collector, spans };
}
