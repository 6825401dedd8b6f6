import { dataKeyConfig, serviceConfig } from '@pitanga/runtime';
import { Type, type Static } from 'typebox';

export const payoutsConfig = Type.Object({ ...serviceConfig, DATA_KEY: dataKeyConfig });

export type PayoutsConfig = Static<typeof payoutsConfig>;
