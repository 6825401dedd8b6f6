import { readIdPrefix, type Cents, type PixTarget } from '@pitanga/core';
import { asaasFields, asaasText, fromReais, type AsaasFields } from '@pitanga/provider-account';
import { readAsaasAccount, type ShownAccount } from './bank-accounts';

/** What leaves an account at Asaas. PIX_REFUND gives back what came in. */
const askTypes = ['TRANSFER', 'PIX_QR_CODE', 'BILL', 'MOBILE_PHONE_RECHARGE', 'PIX_REFUND'] as const;
type AskType = (typeof askTypes)[number];

/** The property with what is asked about, by type. */
const subjects: Readonly<Record<AskType, string>> = {
  TRANSFER: 'transfer',
  PIX_QR_CODE: 'pixQrCode',
  BILL: 'bill',
  MOBILE_PHONE_RECHARGE: 'mobilePhoneRecharge',
  PIX_REFUND: 'pixRefund',
};

/** Asaas asks whether money may leave. */
export interface WithdrawalAsk {
  readonly type: AskType;
  /** Asaas's id of the order. */
  readonly orderId: string;
  /** Undefined when it is no amount in centavos. */
  readonly amountCents: Cents | undefined;
  /** The payout that it names as its cause; undefined when it names none. */
  readonly payoutId: string | undefined;
  /** The Pix key that it goes to, as Asaas writes it; undefined where it does not say. */
  readonly pixKey: string | undefined;
  /** Of a TRANSFER: PIX or TED; undefined where it does not say. */
  readonly operationType: string | undefined;
  /** The account that a TRANSFER goes to, as far as it says. */
  readonly account: ShownAccount;
  /** Of a PIX_REFUND: the Pix that goes back. */
  readonly returned: ReturnedPix | undefined;
}

/** A Pix that came in and is to go back. At least one of the two is known of every one that may be approved. */
export interface ReturnedPix {
  readonly endToEndId: string | undefined;
  /** Asaas's id of the payment that it paid. */
  readonly paymentId: string | undefined;
}

/** Undefined for what is no ask that is known: nothing leaves then. */
export function parseWithdrawalAsk(body: Uint8Array): WithdrawalAsk | undefined {
  const ask = asaasFields(parseJson(body));
  const type = askTypes.find((known) => known === ask['type']);
  if (type === undefined) return undefined;
  const subject = asaasFields(ask[subjects[type]]);
  const orderId = subject['id'];
  // The ids of bills are numbers.
  if (typeof orderId !== 'number' && !isShortText(orderId)) return undefined;
  return {
    type,
    orderId: String(orderId),
    amountCents: fromReais(subject['value']),
    payoutId: payoutIdIn(subject['externalReference']) ?? payoutIdIn(subject['description']),
    pixKey: readPixKey(subject),
    operationType: asaasText(subject['operationType']),
    account: readAsaasAccount(subject['bankAccount']),
    returned: type === 'PIX_REFUND' ? readReturned(subject) : undefined,
  };
}

/** The return has an end-to-end id of its own only once it has left. */
function readReturned({ originalTransaction, payment }: AsaasFields): ReturnedPix {
  const endToEndId = asaasFields(originalTransaction)['endToEndIdentifier'];
  return {
    endToEndId: isShortText(endToEndId) ? endToEndId : undefined,
    paymentId: isShortText(payment) ? payment : undefined,
  };
}

/** Of a transfer it is in its bank account, of a Pix that pays a code in the account that receives it. */
function readPixKey(subject: AsaasFields): string | undefined {
  const key =
    asaasFields(subject['bankAccount'])['pixAddressKey'] ?? asaasFields(subject['externalAccount'])['addressKey'];
  return isShortText(key) ? key : undefined;
}

/** What ties an order to its payout: the id, alone or at the end of a text. */
export function payoutIdIn(text: unknown): string | undefined {
  if (typeof text !== 'string') return undefined;
  const last = text.slice(text.lastIndexOf(' ') + 1);
  return readIdPrefix(last) === 'tran' ? last : undefined;
}

/**
 * Whether a key at Asaas is the one that a payout goes to. Asaas may write documents and phones with or without their signs,
 * and a phone without its country.
 */
export function isSameKey({ type, key }: PixTarget, shown: string): boolean {
  if (type === 'EMAIL' || type === 'RANDOM') return shown.trim().toLowerCase() === key.toLowerCase();
  const plain = (text: string): string => text.replaceAll(/[^0-9A-Za-z]/g, '').toUpperCase();
  if (type === 'PHONE') return [plain(key), plain(key).replace(/^55/, '')].includes(plain(shown));
  return plain(shown) === plain(key);
}

function isShortText(value: unknown): value is string {
  return typeof value === 'string' && value !== '' && value.length <= 200;
}

function parseJson(body: Uint8Array): unknown {
  try {
    return JSON.parse(Buffer.from(body).toString('utf8'));
  } catch {
    return undefined;
  }
}
