import { cents, isAppError, parseDigitableLine, toDecimal, type AccountOwner, type Clock } from '@pitanga/core';
import { asaasFields, asaasText, asaasUnavailable, toReais, type AsaasClient } from '@pitanga/provider-account';
import type { BoletoFine } from '../money/late-fees';
import type {
  BoletoHandle,
  BoletoOrder,
  BoletoProvider,
  BoletoReading,
  BoletoRegistration,
  BoletoRules,
} from '../provider/boleto-provider';
import { paidOnDay } from '../provider/paid-on-day';
import { asaasCentsMin, type AsaasPayment } from './asaas-payment';
import type { AsaasPaymentOrder, AsaasPayments } from './asaas-payments';
import { asaasName } from './asaas-pix-provider';

/** Paid boletos are confirmed the next business day; holidays differ by bank. The form of a bar code limits the amount. */
const asaasBoletoRules: BoletoRules = {
  canChargeLateFees: true,
  needsAddress: false,
  amountCentsMin: asaasCentsMin,
  amountCentsMax: cents(9_999_999_999),
  daysAheadMax: 365,
  confirmationDays: 3,
};

export interface AsaasBoletoDeps {
  readonly client: AsaasClient;
  readonly payments: AsaasPayments;
  readonly owner: AccountOwner | undefined;
  readonly clock: Pick<Clock, 'real'>;
}

/** Boletos of a store at its Asaas account, each with a Pix code. */
export function createAsaasBoletoProvider(deps: AsaasBoletoDeps): BoletoProvider {
  const { client, payments } = deps;
  const find = ({ chargeId, reference }: BoletoHandle) => payments.find(chargeId, reference);
  return {
    name: asaasName,
    // What its Pix code is paid with may be disputed (MED), which shows at Asaas alone.
    showsDisputes: false,
    isReconciled: true,
    rules: asaasBoletoRules,
    registerBoleto: async (order) => {
      const payment = await payments.findOrCreate(toPaymentOrder(order));
      return readRegistration(client, payments, payment);
    },
    readBoleto: async (boleto) => {
      const found = await find(boleto);
      return found.length === 0 ? undefined : readPayments(deps, found);
    },
    cancelBoleto: async (boleto) => payments.close(await find(boleto)),
  };
}

function toPaymentOrder(order: BoletoOrder): AsaasPaymentOrder {
  const { interestBasisPoints, fine, payer } = order;
  return {
    externalReference: order.chargeId,
    isNew: order.isNew ?? false,
    givesWay: order.givesWay,
    debtor: payer,
    body: {
      billingType: 'BOLETO',
      value: toReais(order.amountCents),
      dueDate: order.dueDate,
      description: undefined,
      interest: interestBasisPoints === undefined ? undefined : { value: toPercent(interestBasisPoints) },
      fine: fine && toFine(fine),
    },
  };
}

function toPercent(basisPoints: number): number {
  return Number(toDecimal(basisPoints));
}

function toFine({ kind, value }: BoletoFine) {
  return { type: kind, value: kind === 'FIXED' ? toReais(cents(value)) : toPercent(value) };
}

/** The numbers are shown to the payer, so they are checked as if the payer had typed them. */
async function readRegistration(
  client: AsaasClient,
  payments: AsaasPayments,
  { id, bankSlipUrl }: AsaasPayment,
): Promise<BoletoRegistration> {
  const path = `/payments/${encodeURIComponent(id)}/identificationField`;
  const call = { operation: 'read_line', method: 'GET', path, isRepeatable: true } as const;
  const [body, brCode] = await Promise.all([client.accepted(call), readCode(payments, id)]);
  const line = (asaasText(asaasFields(body)['identificationField']) ?? '').replace(/\D/g, '');
  const pdf = bankSlipUrl === undefined ? {} : { pdfUrl: bankSlipUrl };
  return { barCode: parseBarCode(line), digitableLine: line, brCode, reference: id, ...pdf };
}

/** An account without a Pix key yet makes boletos without a code. */
async function readCode(payments: AsaasPayments, id: string): Promise<string | undefined> {
  try {
    return await payments.readCode(id);
  } catch (error) {
    if (isAppError(error) && error.reason === 'ASAAS_REFUSED') return undefined;
    throw error;
  }
}

function parseBarCode(line: string): string {
  try {
    return parseDigitableLine(line).barCode;
  } catch (error) {
    if (!isAppError(error)) throw error;
    throw asaasUnavailable(error);
  }
}

async function readPayments(deps: AsaasBoletoDeps, found: readonly AsaasPayment[]): Promise<BoletoReading> {
  const paid = found.find(({ state }) => state === 'PAID');
  const reference = (paid ?? found[0])?.id;
  if (paid) {
    const payment = await readPaid(deps, paid);
    return { status: payment ? 'PAID' : 'OPEN', reference, payment };
  }
  const isGone = found.every(({ state }) => state === 'GONE');
  return { status: isGone ? 'CANCELLED' : 'OPEN', reference, payment: undefined };
}

/** The payment by bar code, of which Asaas gives the day, or by Pix code; undefined while Asaas does not show that Pix. */
async function readPaid(
  { payments, owner, clock }: AsaasBoletoDeps,
  { id, amountCents, payerDay, pixTransaction }: AsaasPayment,
): Promise<BoletoReading['payment']> {
  if (pixTransaction === undefined) {
    return { rail: 'BOLETO', reference: id, amountCents, paidAt: paidOnDay(payerDay, clock.real()), owner };
  }
  const pix = await payments.readPix(pixTransaction);
  return pix && { rail: 'PIX', reference: pix.endToEndId, amountCents: pix.amountCents, paidAt: pix.paidAt, owner };
}
