import { Type, type Static, type TObject } from 'typebox';
import { createSettingsReader, HttpsUrl, Pem } from '../account-settings';

/** SANDBOX moves no money: it is for installations whose operator allows it. */
const asaasEnvironments = ['PRODUCTION', 'SANDBOX'] as const;
export type AsaasEnvironment = (typeof asaasEnvironments)[number];

const bases: Readonly<Record<AsaasEnvironment, string>> = {
  PRODUCTION: 'https://api.asaas.com/v3',
  SANDBOX: 'https://api-sandbox.asaas.com/v3',
};
const keyPrefixes: Readonly<Record<AsaasEnvironment, string>> = { PRODUCTION: '$aact_prod_', SANDBOX: '$aact_hmlg_' };

/** The access of one store to its Asaas account: one key for money in and money out. */
export const asaasConfigSchema = {
  /** Made in Asaas's own pages, shown once. It begins with `$aact_`. */
  apiKey: Type.String({ pattern: '^\\$aact_[!-~]{8,600}$' }),
  environment: Type.Union([Type.Literal('PRODUCTION'), Type.Literal('SANDBOX')]),
  /** With `/v3`, without a final slash; only where the operator allows the sandbox: another server could tell anything. */
  apiBaseUrl: Type.Optional(HttpsUrl),
  /** PEM of the authorities for the certificate of that address. */
  ca: Type.Optional(Pem),
};

export type AsaasConfig = Readonly<Static<TObject<typeof asaasConfigSchema>>>;

/** Spread into the configuration of the services that have accounts at Asaas. */
export const asaasSandboxConfig = {
  ALLOW_ASAAS_SANDBOX: Type.Boolean({
    default: false,
    description:
      "lets production stores use Asaas's sandbox, which moves no money, or an API of another address than Asaas's",
  }),
};

/** Throws INVALID_ASAAS_ACCOUNT. */
export const asaasAccountReader = createSettingsReader('INVALID_ASAAS_ACCOUNT');

export function asaasBaseUrl({ environment, apiBaseUrl }: Pick<AsaasConfig, 'environment' | 'apiBaseUrl'>): string {
  return apiBaseUrl ?? bases[environment];
}

/**
 * The sandbox in production would book money that was never paid, so it, and an API of another address, need the operator's
 * permission.
 * @throws AppError INVALID_ARGUMENT for settings that cannot be used; its message shows no value
 */
export function checkAsaasConfig(
  config: AsaasConfig,
  { canUseSandbox, providerRanges }: { readonly canUseSandbox: boolean; readonly providerRanges: readonly string[] },
): void {
  const { apiKey, environment, apiBaseUrl, ca } = config;
  const other = asaasEnvironments.find((name) => name !== environment && apiKey.startsWith(keyPrefixes[name]));
  if (other !== undefined) {
    throw asaasAccountReader.unusable(`Property 'apiKey' is a key of ${other}, and 'environment' says ${environment}`);
  }
  if (!canUseSandbox && environment === 'SANDBOX') {
    throw asaasAccountReader.unusable("Property 'environment' should be PRODUCTION: the sandbox moves no money");
  }
  if (!canUseSandbox && (apiBaseUrl !== undefined || ca !== undefined)) {
    throw asaasAccountReader.unusable(
      "Properties 'apiBaseUrl' and 'ca' are for tests, which the operator has not allowed",
    );
  }
  if (apiBaseUrl !== undefined) asaasAccountReader.checkAddress('apiBaseUrl', apiBaseUrl, providerRanges);
  if (ca !== undefined) asaasAccountReader.checkAuthorities(ca);
}
