import { loadConfig, runService } from '@pitanga/runtime';
import { runMigrations } from '@pitanga/service';
import { createWebhooks, webhooksConfig, webhooksMigrations } from './webhooks';

if (process.argv[2] === 'migrate') {
  void runMigrations(webhooksMigrations, process.env);
} else {
  void runService('webhooks', () => createWebhooks(loadConfig(webhooksConfig, process.env)));
}
