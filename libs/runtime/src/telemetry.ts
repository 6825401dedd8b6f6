import { setSourceMapsSupport } from 'node:module';
import { readBuildInfo } from './build-info';
import type * as TelemetrySdk from './telemetry-sdk';

/**
 * A separate entry point, loaded with `--require` before all others, because instrumentation patches modules on load.
 * Without OTEL_EXPORTER_OTLP_ENDPOINT the SDK of OpenTelemetry is not loaded, which saves its start-up time and its
 * cost on every call.
 *
 * Stack traces show our sources: node's own flag would also keep the maps of npm packages, which are half of a heap.
 */
setSourceMapsSupport(true, { nodeModules: false, generatedCode: false });

if (process.env['OTEL_EXPORTER_OTLP_ENDPOINT'] && process.env['OTEL_SDK_DISABLED']?.toLowerCase() !== 'true') {
  process.env['OTEL_RESOURCE_ATTRIBUTES'] = withBuildInfo(process.env['OTEL_RESOURCE_ATTRIBUTES']);
  // A static import would always load the SDK; a dynamic one would be too late to patch modules.
  // eslint-disable-next-line @typescript-eslint/no-require-imports
  const sdk = require('./telemetry-sdk') as typeof TelemetrySdk;
  sdk.startTelemetry();
}

/** An operator's own come last and win. */
function withBuildInfo(attributes: string | undefined): string {
  const build = readBuildInfo();
  const ours = build ? [`service.version=${build.version}`, `vcs.ref.head.revision=${build.revision}`] : [];
  return [...ours, ...(attributes ? [attributes] : [])].join(',');
}
