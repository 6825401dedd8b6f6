import { addressConfig, dataKeyConfig, publicUrlConfig, serviceConfig } from '@pitanga/runtime';
import { Type, type Static } from 'typebox';

export const payoutsConfig = Type.Object({
  ...serviceConfig,
  PUBLIC_URL: publicUrlConfig,
  DATA_KEY: dataKeyConfig,
  LEDGER_ADDRESS: addressConfig('ledger'),
});

export type PayoutsConfig = Static<typeof payoutsConfig>;
