import {
  databaseConfig,
  addressConfig,
  loadConfig,
  rpcTlsConfig,
  sealerFromConfig,
  sealingConfig,
} from '@pitanga/runtime';
import { Type } from 'typebox';
import { closeClients, connectSettingsClients } from '../clients';
import type { StoreWriteDeps } from '../stores/change-store';
import { createDeps } from '../use-case-deps';
import { withStoreDeps, type AdminTool } from './admin-tool';

const writeConfig = Type.Object({
  ...databaseConfig,
  BILLING_ADDRESS: addressConfig('billing'),
  PAYOUTS_ADDRESS: addressConfig('payouts'),
  WEBHOOKS_ADDRESS: addressConfig('webhooks'),
  ...sealingConfig,
  ...rpcTlsConfig,
});

/** Runs the work of a command that changes stores, whose new state other services receive. */
export async function withWriteDeps(tool: AdminTool, work: (deps: StoreWriteDeps) => Promise<void>): Promise<void> {
  const config = loadConfig(writeConfig, tool.env);
  const settings = connectSettingsClients(config, tool.log);
  try {
    await withStoreDeps(tool, ({ db, tools }) =>
      work({ ...createDeps(db, { ...tools, sealer: sealerFromConfig(config) }), settings }),
    );
  } finally {
    closeClients(settings);
  }
}
