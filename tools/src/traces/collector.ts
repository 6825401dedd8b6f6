import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { gunzipSync } from 'node:zlib';

/** A span as a service exported it. */
export interface Span {
  readonly service: string;
  readonly traceId: string;
  readonly spanId: string;
  /** Absent or empty at the first span of a trace. */
  readonly parentSpanId?: string;
  readonly name: string;
  /** Nanoseconds since 1970. */
  readonly startTimeUnixNano: string;
  readonly endTimeUnixNano: string;
  readonly attributes: readonly { readonly key: string; readonly value: unknown }[];
  /** 2 is an error. */
  readonly status?: { readonly code?: number };
}

interface OtlpTraces {
  readonly resourceSpans: readonly {
    readonly resource: {
      readonly attributes: readonly { readonly key: string; readonly value: { readonly stringValue?: string } }[];
    };
    readonly scopeSpans: readonly { readonly spans: readonly Omit<Span, 'service'>[] }[];
  }[];
}

export interface Collector {
  /** Settings of a service that sends its spans here, each service its own in the order in which they ended. */
  readonly settings: Readonly<Record<string, string>>;
  close(): void;
}

/** Where spans of services go: an OpenTelemetry collector that passes everything on. */
export async function openCollector(take: (spans: readonly Span[]) => void): Promise<Collector> {
  const server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      const bytes = Buffer.concat(chunks);
      const json = request.headers['content-encoding'] === 'gzip' ? gunzipSync(bytes) : bytes;
      take(readExport(JSON.parse(json.toString()) as OtlpTraces));
      response.setHeader('content-type', 'application/json').end('{}');
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  return {
    settings: {
      OTEL_EXPORTER_OTLP_ENDPOINT: `http://127.0.0.1:${String(port)}`,
      OTEL_BSP_SCHEDULE_DELAY: '200',
      // A late batch is exported all the same.
      OTEL_EXPORTER_OTLP_TIMEOUT: '60000',
      OTEL_BSP_EXPORT_TIMEOUT: '60000',
    },
    close: () => {
      server.closeAllConnections();
      server.close();
    },
  };
}

function readExport({ resourceSpans }: OtlpTraces): Span[] {
  return resourceSpans.flatMap(({ resource, scopeSpans }) => {
    const service = resource.attributes.find(({ key }) => key === 'service.name')?.value.stringValue ?? '';
    return scopeSpans.flatMap(({ spans }) => spans.map((span) => ({ ...span, service })));
  });
}
