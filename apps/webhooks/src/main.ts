import { migrate } from '@pitanga/database';
import { loadConfig, runService, serviceConfig } from '@pitanga/runtime';
import { Type } from 'typebox';
import { createWebhooks, webhooksConfig, webhooksMigrations } from './webhooks';

if (process.argv[2] === 'migrate') {
  const { DATABASE_URL } = loadConfig(Type.Object({ DATABASE_URL: serviceConfig.DATABASE_URL }), process.env);
  void migrate(DATABASE_URL, webhooksMigrations);
} else {
  void runService('webhooks', () => createWebhooks(loadConfig(webhooksConfig, process.env)));
}
