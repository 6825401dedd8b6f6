import { billingConfig } from '@pitanga/billing';
import { gatewayConfig } from '@pitanga/gateway';
import { ledgerConfig } from '@pitanga/ledger';
import { payoutsConfig } from '@pitanga/payouts';
import { subscriptionsConfig } from '@pitanga/subscriptions';
import { webhooksConfig } from '@pitanga/webhooks';
import { perService } from '../platform/services';

interface Setting {
  readonly default?: string | number | boolean | readonly string[];
  readonly description?: string;
}

const schemas = {
  gateway: gatewayConfig,
  billing: billingConfig,
  subscriptions: subscriptionsConfig,
  payouts: payoutsConfig,
  ledger: ledgerConfig,
  webhooks: webhooksConfig,
};

const head = `# Every setting of every service, generated from the configuration schemas (npm run env-example).
# npm start sets what has no default by itself. A setting that holds a secret may come from a file: NAME_FILE.
# For one service of npm start, put its name before the setting: BILLING_LOG_LEVEL=debug.
`;

/** The text of .env.example: one section a service; settings with a default are commented out with it. */
export function envExample(): string {
  const sections = perService((name) => {
    const properties: Readonly<Record<string, object>> = schemas[name].properties;
    const required = new Set<string>(schemas[name].required);
    const lines = Object.entries(properties).map(([variable, schema]) => {
      const setting: Setting = schema;
      const text = [setting.default ?? []].flat().join(',');
      const isOptional = setting.default !== undefined || !required.has(variable);
      return `# ${setting.description ?? ''}\n${isOptional ? '# ' : ''}${variable}=${text}`;
    });
    return `\n# --- ${name} ---\n${lines.join('\n')}\n`;
  });
  return head + Object.values(sections).join('');
}
