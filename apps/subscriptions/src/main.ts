import { loadConfig, runService } from '@pitanga/runtime';
import { runMigrations } from '@pitanga/service';
import { createSubscriptions, subscriptionsConfig, subscriptionsMigrations } from './subscriptions';

if (process.argv[2] === 'migrate') {
  void runMigrations(subscriptionsMigrations, process.env);
} else {
  void runService('subscriptions', () => createSubscriptions(loadConfig(subscriptionsConfig, process.env)));
}
