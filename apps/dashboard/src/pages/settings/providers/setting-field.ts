/** How a setting is typed: a secret is never shown again, a file's content is read and not shown at all. */
type FieldKind =
  | 'bank'
  | 'address'
  | 'text'
  | 'secret'
  | 'file'
  | 'base64'
  | 'lines'
  | 'yes'
  | 'amount'
  | 'account'
  | 'tokenAuth'
  | 'tokenBody'
  | 'asaasMethods'
  | 'pixMethods'
  | 'efiMethods'
  | 'environment'
  | 'ownTransfers'
  | 'methods';

export interface SettingField {
  readonly name: SettingName;
  readonly kind: FieldKind;
  readonly isRequired?: boolean;
  /** Required while that other one is empty. */
  readonly isRequiredWithout?: SettingName;
}

export type SettingGroup = readonly [group: GroupName, readonly SettingField[]];

export type SettingName =
  | 'apiKey'
  | 'environment'
  | 'pixMethods'
  | 'asaasMethods'
  | 'keepsCards'
  | 'payeeCode'
  | 'validationToken'
  | 'ownTransfers'
  | 'bank'
  | 'sandbox'
  | 'appKey'
  | 'contaCorrente'
  | 'pkcs12'
  | 'automaticBaseUrl'
  | 'chargesBaseUrl'
  | 'boletoAmountMin'
  | 'tokenAuth'
  | 'tokenBody'
  | 'scope'
  | 'query'
  | 'baseUrl'
  | 'tokenUrl'
  | 'clientId'
  | 'clientSecret'
  | 'pixKey'
  | 'certificate'
  | 'privateKey'
  | 'passphrase'
  | 'ca'
  | 'conta'
  | 'tipoConta'
  | 'agencia'
  | 'headers'
  | 'callbackBaseUrl'
  | 'registerWebhook'
  | 'reportsPayerTaxId'
  | 'watchesKey'
  | 'sendsPayouts'
  | 'secretKey'
  | 'publishableKey'
  | 'webhookSecret'
  | 'methods'
  | 'token'
  | 'callbackSecret'
  | 'accountId';

type GroupName = 'access' | 'certificates' | 'payouts' | 'more';
