import { billingConfig } from '@pitanga/billing';
import { gatewayConfig } from '@pitanga/gateway';
import { ledgerConfig } from '@pitanga/ledger';
import { payoutsConfig } from '@pitanga/payouts';
import type { loadConfig } from '@pitanga/runtime';
import { subscriptionsConfig } from '@pitanga/subscriptions';
import { webhooksConfig } from '@pitanga/webhooks';
import type { PerService, ServiceName } from '@pitanga/operations/services';

type Schema = Parameters<typeof loadConfig>[0];

/** The configuration schema of each service: what it reads of its environment, and nothing else. */
export const serviceConfigs: PerService<Schema> = {
  gateway: gatewayConfig,
  billing: billingConfig,
  subscriptions: subscriptionsConfig,
  payouts: payoutsConfig,
  ledger: ledgerConfig,
  webhooks: webhooksConfig,
};

export interface Setting {
  readonly name: string;
  /** As it is written in the environment; undefined when there is none. */
  readonly default: string | undefined;
  readonly isRequired: boolean;
  readonly values: string;
  readonly description: string;
}

interface Shape {
  readonly type?: string;
  readonly anyOf?: readonly { readonly const?: string }[];
  readonly default?: string | number | boolean | readonly string[];
  readonly description?: string;
  readonly minimum?: number;
  readonly maximum?: number;
}

/** The settings of a service in the order of its schema. */
export function listSettings(service: ServiceName): readonly Setting[] {
  const { properties } = serviceConfigs[service];
  const required = new Set<string>(serviceConfigs[service].required);
  return Object.entries(properties).map(([name, property]) => {
    const shape: Shape = property;
    const fallback = shape.default;
    return {
      name,
      default: fallback === undefined ? undefined : [fallback].flat().join(','),
      isRequired: fallback === undefined && required.has(name),
      values: describeValues(shape),
      description: shape.description ?? '',
    };
  });
}

function describeValues({ type, anyOf, minimum, maximum }: Shape): string {
  if (anyOf !== undefined) return anyOf.map(({ const: choice }) => choice ?? '').join(', ');
  if (type === 'boolean') return 'true, false';
  if (type === 'array') return 'comma list';
  if (type !== 'integer') return 'text';
  if (maximum === undefined) return minimum === undefined ? 'integer' : `integer from ${minimum}`;
  return `integer ${minimum ?? 0} to ${maximum}`;
}
