import { startInterStandIn, type InterPix, type InterStandIn } from '@pitanga/testing';
import { mannersOf } from './fake-bank-manners';
import { Refusal } from './fake-bank-parts';
import { bankRoutes } from './fake-bank-routes';
import { bankBooks, type BankBooks } from './fake-bank-state';

/** An account at Inter that takes Pix, too: by the API that other banks have, in the words of Inter. */
export interface InterAccount extends InterStandIn {
  readonly bank: BankBooks;
  /** Whether the list of Pix has what paid boletos (?). */
  listsBoletoPix: boolean;
  /** A payer pays the newest Pix charge, and the webhook of the key is called. */
  payPix(): Promise<void>;
}

/** @param now Inter's own clock */
export async function startInter(now: () => Date): Promise<InterAccount> {
  const inter = await startInterStandIn(now);
  const bank = bankBooks(inter.pixKey, now);
  const account: InterAccount = Object.assign(inter, { bank, listsBoletoPix: true, payPix: () => payNewest(account) });
  inter.pix = {
    route: (asked, body) => runPix(account, asked, body),
    receive: (txid, valueCents) => bank.receive({ txid, valor: (valueCents / 100).toFixed(2) }).endToEndId,
  };
  return account;
}

const manners = mannersOf.INTER;

function runPix(account: InterAccount, asked: Parameters<InterPix['route']>[0], body: string) {
  const { method, path, query, headers } = asked;
  const url = new URL(`?${query.toString()}`, account.origin);
  try {
    const { status, answer } = bankRoutes(account.bank, manners)({ method, url, headers, body }, path);
    const isList = method === 'GET' && path.length === 1 && path[0] === 'pix';
    return { status, body: isList && !account.listsBoletoPix ? withoutBoletos(account, answer) : answer };
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    const { status, answer } = manners.refusal(error.problem);
    return { status, body: answer };
  }
}

function withoutBoletos({ books }: InterAccount, answer: object): object {
  const { pix } = answer as { readonly pix: readonly { readonly txid?: string }[] };
  return { ...answer, pix: pix.filter((one) => books.charges.every(({ txid }) => txid !== one.txid)) };
}

async function payNewest({ bank, pixKey, deliver }: InterAccount): Promise<void> {
  const { endToEndId, txid, horario } = bank.pay(bank.charges().at(-1) ?? '');
  const url = bank.webhooks.get(pixKey);
  // Never believed: another amount than the truth.
  if (url !== undefined) await deliver(url, { pix: [{ endToEndId, txid, valor: '99999.99', horario }] });
}
