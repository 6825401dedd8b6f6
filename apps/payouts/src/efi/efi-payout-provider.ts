import { bankError, formatMoney, isSuccess, type BankAnswer, type BankCall } from '@pitanga/provider-account/bank';
import { bankRefused, bankUnavailable, unusable } from '../provider/bank-errors';
import type { BankSenderDeps } from '../provider/bank-sender';
import type { PayoutCapabilities, PayoutOrder, PayoutProvider, PayoutReading } from '../provider/payout-provider';
import { efiRefusal } from './efi-refusals';
import { readCodeAmount, readSent, toSendId } from './efi-values';

/** Most of a Pix. */
const descriptionMax = 140;

export const efiCapabilities: PayoutCapabilities = {
  ownerCheck: 'AT_SENDING',
  paysCodes: true,
  paysBankAccounts: false,
  showsReturns: true,
  isReconciled: false,
};

/**
 * Sends a store's payouts through its account at Efí, by our own id: a repeat is a 409, and is read. The receiver's CPF or CNPJ
 * beside the key makes Efí refuse another's. Efí wants one order after the other.
 */
export function createEfiPayoutProvider(deps: BankSenderDeps): PayoutProvider {
  const inTurn = createTurns();
  return {
    name: deps.name,
    owner: deps.owner,
    capabilities: efiCapabilities,
    sendPayout: (order) => inTurn(() => send(deps, order)),
    readPayout: (order) => read(deps, order),
  };
}

/** Runs one piece of work after the other. */
function createTurns(): <T>(work: () => Promise<T>) => Promise<T> {
  let last: Promise<unknown> = Promise.resolve();
  return (work) => {
    const mine = last.then(work);
    last = mine.catch(() => undefined);
    return mine;
  };
}

async function send(deps: BankSenderDeps, order: PayoutOrder): Promise<PayoutReading> {
  if (order.target.type === 'BR_CODE') await requireCode(deps, order);
  const answer = await deps.client.ask(orderCall(deps, order));
  if (isSuccess(answer)) {
    const reading = readSent(answer.body, order);
    if (!reading) throw unusable('it is about another payout');
    return reading;
  }
  if (answer.status !== 409) throw refusalOrUnknown(deps, answer);
  // It has an order with this id: ours, that was sent before.
  const known = await read(deps, order);
  if (!known) throw unusable('it has an order that it does not show');
  return known;
}

function orderCall({ pixKey }: BankSenderDeps, order: PayoutOrder): BankCall {
  const { payoutId, amountCents, target, description = '', ownerTaxId } = order;
  const call = { operation: 'send_payout', method: 'PUT', isRepeatable: false } as const;
  const infoPagador = cut(description);
  const pagador = { chave: pixKey, ...(infoPagador !== '' && { infoPagador }) };
  const id = toSendId(payoutId);
  if (target.type === 'BR_CODE') {
    return { ...call, path: `/v2/gn/pix/${id}/qrcode`, body: { pagador, pixCopiaECola: target.key } };
  }
  const favorecido = { chave: target.key, ...(ownerTaxId !== undefined && ownerField(ownerTaxId)) };
  return { ...call, path: `/v3/gn/pix/${id}`, body: { valor: formatMoney(amountCents), pagador, favorecido } };
}

function ownerField(taxId: string): object {
  return taxId.length === 11 ? { cpf: taxId } : { cnpj: taxId };
}

function cut(text: string): string {
  return text
    .slice(0, descriptionMax)
    .replace(/[\uD800-\uDBFF]$/, '')
    .trim();
}

/** Efí pays what a code says, and is given no amount: so the code is read before. */
async function requireCode(deps: BankSenderDeps, { target, amountCents }: PayoutOrder): Promise<void> {
  const answer = await deps.client.ask({
    operation: 'read_code',
    method: 'POST',
    path: '/v2/gn/qrcodes/detalhar',
    body: { pixCopiaECola: target.key },
    isRepeatable: true,
  });
  if (!isSuccess(answer)) throw refusalOrUnknown(deps, answer);
  if (readCodeAmount(answer.body) === amountCents) return;
  throw bankRefused('The BR Code is of another amount, or Efí does not say for certain of which', {
    failureReason: 'INVALID_AMOUNT',
    providerCode: 'EFI_QRCODE_VALOR',
  });
}

async function read({ client }: BankSenderDeps, order: PayoutOrder): Promise<PayoutReading | undefined> {
  const { endToEndId, payoutId } = order;
  const place = endToEndId ?? `id-envio/${toSendId(payoutId)}`;
  const path = `/v2/gn/pix/enviados/${place}`;
  const answer = await client.ask({ operation: 'read_payout', method: 'GET', path, isRepeatable: true });
  if (isSuccess(answer)) {
    const reading = readSent(answer.body, order);
    if (!reading) throw unusable('it is about another payout');
    return reading;
  }
  if (isNeverSent(answer, client.dialect)) return undefined;
  // The refusal of a read proves nothing about the money.
  throw bankUnavailable();
}

/** Only what Efí itself says, by the type of its 404: a 404 of anything else proves nothing. */
export function isNeverSent(answer: BankAnswer, dialect: Parameters<typeof bankError>[1]): boolean {
  return answer.status === 404 && bankError(answer, dialect)?.name === 'PixEnviadoNaoEncontrado';
}

/** A refusal is one by Efí's own words; else the outcome is unknown. */
function refusalOrUnknown({ client }: BankSenderDeps, answer: BankAnswer) {
  const name = bankError(answer, client.dialect)?.name;
  const isDefinite = [400, 404, 422].includes(answer.status);
  return isDefinite && name !== undefined ? efiRefusal(name) : bankUnavailable();
}
