import { migrate } from '@pitanga/database';
import { loadConfig, runService, serviceConfig } from '@pitanga/runtime';
import { Type } from 'typebox';
import { createSubscriptions, subscriptionsConfig, subscriptionsMigrations } from './subscriptions';

if (process.argv[2] === 'migrate') {
  const { DATABASE_URL } = loadConfig(Type.Object({ DATABASE_URL: serviceConfig.DATABASE_URL }), process.env);
  void migrate(DATABASE_URL, subscriptionsMigrations);
} else {
  void runService('subscriptions', () => createSubscriptions(loadConfig(subscriptionsConfig, process.env)));
}
