import { asaasAccountReader, asaasConfigSchema, checkAsaasConfig } from '@pitanga/provider-account';
import { Type, type Static, type TObject } from 'typebox';
import { phoneKeyForms } from './pix-keys';

/** How one store's payouts leave through its Asaas account; the key and the token are secret. */
const settings = {
  ...asaasConfigSchema,
  /** What Asaas sends with each ask whether money may leave; the owner types it in here and there. */
  validationToken: Type.String({ pattern: '^[!-~]{32,255}$' }),
  /** Whether withdrawals and bills that the store's people make at Asaas itself may leave. */
  ownTransfers: Type.Union([Type.Literal('REFUSE'), Type.Literal('ALLOW')], { default: 'REFUSE' }),
  phoneKeys: Type.Union(
    phoneKeyForms.map((form) => Type.Literal(form)),
    { default: 'INTERNATIONAL' },
  ),
};
const Settings = Type.Object(settings, { additionalProperties: false });

export type AsaasPayoutSettings = Readonly<Static<TObject<typeof settings>>>;

/** @throws AppError INVALID_ARGUMENT for settings that could never reach Asaas; no value is shown */
export function checkedAsaasSettings(
  json: string,
  allowed: { readonly canUseSandbox: boolean; readonly providerRanges: readonly string[] },
): AsaasPayoutSettings {
  const given = asaasAccountReader.read(Settings, json);
  checkAsaasConfig(given, allowed);
  return given;
}
