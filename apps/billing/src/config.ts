import { dataKeyConfig, publicUrlConfig, serviceConfig } from '@pitanga/runtime';
import { Type, type Static } from 'typebox';

export const billingConfig = Type.Object({
  ...serviceConfig,
  PUBLIC_URL: publicUrlConfig,
  DATA_KEY: dataKeyConfig,
  SIMULATOR_SAME_TAX_ID: Type.Boolean({
    default: true,
    description: 'whether the Pix simulator of dev mode supports ensureSameTaxId',
  }),
});

export type BillingConfig = Static<typeof billingConfig>;
