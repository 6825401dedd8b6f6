import type * as TelemetrySdk from './telemetry-sdk';

/**
 * Entry of its own, loaded with `--require` before everything else, because instrumentation patches
 * modules as they are loaded. Without OTEL_EXPORTER_OTLP_ENDPOINT nothing of OpenTelemetry's SDK is
 * even read, which saves its start-up time and its cost on every call.
 */
if (process.env['OTEL_EXPORTER_OTLP_ENDPOINT'] && process.env['OTEL_SDK_DISABLED']?.toLowerCase() !== 'true') {
  // An import would be hoisted and so load the SDK always; a dynamic one would come too late to patch.
  // eslint-disable-next-line @typescript-eslint/no-require-imports
  const sdk = require('./telemetry-sdk') as typeof TelemetrySdk;
  sdk.startTelemetry();
}
