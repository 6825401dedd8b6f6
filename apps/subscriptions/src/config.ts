import { serviceConfig } from '@pitanga/runtime';
import { Type, type Static } from 'typebox';

export const subscriptionsConfig = Type.Object({ ...serviceConfig });

export type SubscriptionsConfig = Static<typeof subscriptionsConfig>;
