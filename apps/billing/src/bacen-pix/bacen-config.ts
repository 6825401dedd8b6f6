import type { BankMethod } from '@pitanga/core/pix-banks';
import { bankAccessSchema, findBank, type BankAccess } from '@pitanga/provider-account/bank';
import { createSettingsReader, HttpsUrl } from '@pitanga/provider-account';
import { Type, type Static, type TObject } from 'typebox';

const ofPix = {
  /** Of authorisations and automatic charges, where it is another. */
  automaticBaseUrl: Type.Optional(HttpsUrl),
  /** Of boletos and cards, where the bank takes them by the same credentials. */
  chargesBaseUrl: Type.Optional(HttpsUrl),
  /** What the store takes by this account; absent: PIX. */
  methods: Type.Optional(
    Type.Array(Type.Unsafe<BankMethod>(Type.Enum(['PIX', 'BOLETO', 'CARD'])), { minItems: 1, uniqueItems: true }),
  ),
  /** The least amount of a boleto, in centavos, where the bank's own differs from what is known of it. */
  boletoAmountMin: Type.Optional(Type.Integer({ minimum: 1, maximum: 1_000_000 })),
  /** Business days after the last day of payment in which the bank still reports a payment in time, likewise. */
  boletoConfirmationDays: Type.Optional(Type.Integer({ minimum: 1, maximum: 10 })),
  /** Whether the list of received Pix may have those that paid boletos, which no charge here asked for by Pix. */
  boletoPixListed: Type.Optional(Type.Boolean()),
  /** Names the account to the bank's script for cards, where it has one. */
  payeeCode: Type.Optional(Type.String({ pattern: '^[0-9A-Fa-f]{32}$' })),
  /** The least amount of a card charge, in centavos. */
  cardAmountMin: Type.Optional(Type.Integer({ minimum: 1, maximum: 1_000_000 })),
  /** Whether each payment at this bank names its payer's whole tax id, so that another payer can be refused. */
  reportsPayerTaxId: Type.Optional(Type.Boolean()),
  /** Whether Pix without a charge are looked for: false where another system uses the key, too. */
  watchesKey: Type.Optional(Type.Boolean()),
  /** The receiver's own account, where automatic Pix goes to; without it this account takes none. */
  conta: Type.Optional(Type.String({ pattern: '^[0-9A-Za-z]{1,20}$' })),
  tipoConta: Type.Optional(Type.Union([Type.Literal('CORRENTE'), Type.Literal('POUPANCA'), Type.Literal('PAGAMENTO')])),
  /** Branch; not every account has one. */
  agencia: Type.Optional(Type.String({ pattern: '^[0-9]{1,4}$' })),
};

/** The access of one receiver to one bank, as its owner types it. */
export const bacenConfigSchema = { ...bankAccessSchema, ...ofPix };

/** With what the bank's own data fill in. */
export type BacenPixConfig = BankAccess & Readonly<Static<TObject<typeof ofPix>>>;

/** A boleto of Efí has a Pix code whose txid Efí does not show; whether its list has what pays it is not confirmed. */
export function listsBoletos({ bank, methods, boletoPixListed }: BacenPixConfig): boolean {
  return boletoPixListed ?? (bank === 'EFI' && methods?.includes('BOLETO') === true);
}

/** The account that automatic Pix names as its receiver. */
export interface ReceiverAccount {
  readonly conta: string;
  readonly tipoConta: 'CORRENTE' | 'POUPANCA' | 'PAGAMENTO';
  readonly agencia?: string;
}

/** Undefined for an account that takes no automatic Pix. */
export function receiverAccount({ conta, tipoConta, agencia }: Partial<ReceiverAccount>): ReceiverAccount | undefined {
  if (conta === undefined || tipoConta === undefined) return undefined;
  return { conta, tipoConta, ...(agencia !== undefined && { agencia }) };
}

const scopes = 'cob.write cob.read cobv.write cobv.read pix.write pix.read webhook.write webhook.read';
/** Asked for only by accounts with automatic Pix, like those of boletos by accounts that take them: banks refuse a scope that they did not grant. */
const automaticScopes =
  'rec.write rec.read cobr.write cobr.read payloadlocationrec.write payloadlocationrec.read ' +
  'webhookrec.write webhookrec.read webhookcobr.write webhookcobr.read';

export function scopesFor(config: BacenPixConfig): string {
  const { boletoScopes } = findBank(config).dialect;
  const asked = [
    scopes,
    ...(receiverAccount(config) ? [automaticScopes] : []),
    ...(config.methods?.includes('BOLETO') === true && boletoScopes !== '' ? [boletoScopes] : []),
  ];
  return asked.join(' ');
}

/** Throws INVALID_PIX_ACCOUNT. */
export const pixAccountReader = createSettingsReader('INVALID_PIX_ACCOUNT');
