import type { Span } from './collector';

/** The spans of one trace as a tree, a line each: how long it took, when it began, the service and what it did. */
export function renderTree(spans: readonly Span[]): string {
  const ids = new Set(spans.map(({ spanId }) => spanId));
  const sorted = [...spans].sort((a, b) => readStart(a) - readStart(b));
  const childrenOf = Map.groupBy(sorted, ({ parentSpanId }) =>
    // A parent that is another system's, or was never exported.
    parentSpanId !== undefined && ids.has(parentSpanId) ? parentSpanId : '',
  );
  const [first] = sorted;
  if (first === undefined) return '';
  const lines = (parent: string, depth: number): string[] =>
    (childrenOf.get(parent) ?? []).flatMap((span) => [line(span, first, depth), ...lines(span.spanId, depth + 1)]);
  return [`${'took'.padStart(10)}${'after'.padStart(11)}  trace ${first.traceId}`, ...lines('', 0)].join('\n');
}

/** The newest traces, a line each, the oldest first. */
export function renderList(spans: readonly Span[], count: number): string {
  const traces = [...Map.groupBy(spans, ({ traceId }) => traceId).values()].slice(-count);
  return traces
    .map((trace) => {
      const first = trace.reduce((earliest, span) => (readStart(span) < readStart(earliest) ? span : earliest));
      const began = new Date(readStart(first)).toISOString();
      return `${first.traceId}  ${began}  ${inMs(readDuration(first)).padStart(10)}  ${first.service} ${describeSpan(first)} (${String(trace.length)} spans)`;
    })
    .join('\n');
}

function line(span: Span, first: Span, depth: number): string {
  const after = `+${inMs(readStart(span) - readStart(first))}`;
  const failed = span.status?.code === 2 ? '  ERROR' : '';
  return `${inMs(readDuration(span)).padStart(10)}${after.padStart(11)}  ${'  '.repeat(depth)}${span.service} ${describeSpan(span)}${failed}`;
}

/** With what its attributes tell beside: the path's pattern, the statement. */
function describeSpan({ name, attributes }: Span): string {
  const attribute = (wanted: string): string => {
    const value = attributes.find(({ key }) => key === wanted)?.value as { readonly stringValue?: string } | undefined;
    return value?.stringValue?.replaceAll(/\s+/g, ' ') ?? '';
  };
  const told = ['http.route', 'db.query.text'].map(attribute).filter((text) => !name.includes(text));
  const text = [name, ...told].join(' ');
  return text.length > 140 ? `${text.slice(0, 139)}…` : text;
}

/** Milliseconds since 1970, with their fractions. */
const readStart = ({ startTimeUnixNano }: Span): number => Number(startTimeUnixNano) / 1e6;
const readDuration = (span: Span): number => Number(span.endTimeUnixNano) / 1e6 - readStart(span);
const inMs = (ms: number): string => `${ms.toFixed(1)} ms`;
