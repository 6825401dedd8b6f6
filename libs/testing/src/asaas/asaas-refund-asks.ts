import type { AsaasBooks, AsaasPayment, AsaasRefund } from './asaas-books';
import { randomUUID, reais, timeAt } from './asaas-parts';
import { endWhenWhole } from './asaas-refunds';

/** How an ask reaches the address that is set in Asaas's interface. */
export type AsaasAsk = (call: {
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
}) => Promise<{ readonly status: number; readonly body: string }>;

const triesMax = 3;

/** Three failures are a refusal, and so is every answer that Asaas does not know. */
export async function askAndJudge(ask: () => ReturnType<AsaasAsk>): Promise<boolean> {
  for (let tries = 0; tries < triesMax; tries += 1) {
    const { status, body } = await ask();
    const answer = status === 200 ? (JSON.parse(body) as { status?: unknown }).status : undefined;
    if (answer === 'APPROVED') return true;
    if (answer === 'REFUSED') return false;
  }
  return false;
}

interface Validation {
  readonly token: string;
  readonly ask: AsaasAsk;
  readonly refunds?: boolean;
}

/** Asks about every refund of a Pix that waits, where the account is set to; it is done or cancelled by the answer. */
export async function askRefunds(books: AsaasBooks, validation: Validation | undefined): Promise<readonly string[]> {
  if (validation?.refunds !== true) return [];
  const ended: string[] = [];
  for (const payment of books.payments) {
    for (const refund of payment.refunds.filter(({ status }) => status === 'PENDING')) {
      const isApproved = await askAndJudge(() => validation.ask(refundAsk(books, validation.token, payment, refund)));
      refund.status = isApproved ? 'DONE' : 'CANCELLED';
      if (!isApproved) books.balanceCents += refund.valueCents;
      ended.push(refund.status);
    }
    endWhenWhole(payment);
  }
  return ended;
}

const ids = new WeakMap<AsaasRefund, string>();

/** The ask about a refund: it names the Pix and the payment, and not what the refund was described as. */
function refundAsk(books: AsaasBooks, token: string, payment: AsaasPayment, refund: AsaasRefund) {
  const id = ids.get(refund) ?? randomUUID();
  ids.set(refund, id);
  const pix = books.pixTransactions.find((known) => known.id === payment.pixTransaction);
  // 2026-11-28 10:00:00 is 28/11/2026 10:00:00 here, and nowhere else at Asaas.
  const toBrazilian = (text: string) => text.replace(/^(\d{4})-(\d\d)-(\d\d)/, '$3/$2/$1');
  const pixRefund = {
    id,
    transferId: randomUUID(),
    endToEndIdentifier: null,
    value: reais(refund.valueCents),
    refundedValue: 0,
    dateCreated: toBrazilian(refund.dateCreated),
    effectiveDate: toBrazilian(refund.dateCreated),
    status: 'AWAITING_REQUEST',
    type: 'CREDIT_REFUND',
    description: null,
    originalTransaction: pix && {
      id: pix.id,
      endToEndIdentifier: pix.endToEndIdentifier,
      value: reais(pix.valueCents),
      effectiveDate: toBrazilian(timeAt(pix.at)),
    },
    payment: payment.id,
    externalReference: null,
  };
  const headers = { 'content-type': 'application/json', 'asaas-access-token': token };
  return { headers, body: JSON.stringify({ type: 'PIX_REFUND', pixRefund }) };
}
