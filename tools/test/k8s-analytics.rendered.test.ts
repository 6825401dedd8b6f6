import { loadConfig } from '@pitanga/runtime';
import { s3Config } from '@pitanga/billing/blob-store';
import { renderedOf } from './k8s-network';
import { configMapsOf, selects } from './k8s-objects';

it.each(['production', 'staging'])(
  '%s exports the history one run at a time, on settings that it accepts, to a bucket of its own',
  (overlay) => {
    const rendered = renderedOf(overlay);
    const { schedule, concurrencyPolicy, jobTemplate } = rendered.one('CronJob', 'history').spec;
    expect({ schedule, concurrencyPolicy }).toEqual({ schedule: '15 3 * * *', concurrencyPolicy: 'Forbid' });
    const [container] = jobTemplate?.spec.template.spec.containers ?? [];
    const settings = configMapsOf(rendered, container);
    const secrets = Object.fromEntries((container?.env ?? []).map(({ name, value }) => [name, value ?? 'a secret']));
    const { BLOB_S3_BUCKET: bucket, ...config } = loadConfig(s3Config, { ...settings, ...secrets });
    expect(Object.keys(config).sort()).toEqual(
      Object.keys(s3Config.properties)
        .sort()
        .filter((name) => name !== 'BLOB_S3_BUCKET'),
    );
    expect(bucket).not.toBe(
      configMapsOf(rendered, rendered.one('Deployment', 'billing').spec.template.spec.containers[0])['BLOB_S3_BUCKET'],
    );
  },
);

it.each(['production', 'staging'])(
  '%s watches the stream of public events, and traces it, like a service',
  (overlay) => {
    const rendered = renderedOf(overlay);
    const { labels } = rendered.one('Deployment', 'public-events').spec.template.metadata;
    expect(selects(rendered.one('PodMonitor', 'services').spec.selector ?? {}, labels)).toBe(true);
    expect(selects(rendered.one('NetworkPolicy', 'monitoring').spec.podSelector, labels)).toBe(true);
    const [container] = rendered.one('Deployment', 'public-events').spec.template.spec.containers;
    expect(container?.ports).toContainEqual(expect.objectContaining({ name: 'ops', containerPort: 9090 }));
    expect(configMapsOf(rendered, container)).toMatchObject({
      KAFKA_TLS: 'true',
      KAFKA_SASL_MECHANISM: 'scram-sha-512',
    });
  },
);
