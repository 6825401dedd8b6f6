import type { AsaasBooks } from './asaas-books';
import { dayAt, page, reais, toRouteName, withoutNulls, type AsaasRoute } from './asaas-parts';

/** A movement of the balance, with its cause. */
interface Movement {
  readonly id: string;
  readonly at: Date;
  readonly type: string;
  readonly valueCents: number;
  readonly balanceCents: number;
  readonly paymentId?: string;
  readonly transferId?: string;
  readonly pixTransactionId?: string;
}

export type AsaasCause = Pick<Movement, 'paymentId' | 'transferId' | 'pixTransactionId'>;

/** The statement of an account: every movement of its balance, each with the balance after it. */
export interface AsaasStatement {
  readonly movements: Movement[];
  /** Moves the balance; the only way that it moves once the statement is added. */
  move(type: string, valueCents: number, cause?: AsaasCause): void;
}

/** @param openingCents the balance before the first movement */
export function addStatement(books: AsaasBooks, openingCents = 0): AsaasStatement {
  let balanceCents = openingCents;
  const statement: AsaasStatement = {
    movements: [],
    move: (type, valueCents, cause = {}) => {
      balanceCents += valueCents;
      books.balanceCents = balanceCents;
      const id = `ftn_${String(statement.movements.length + 1).padStart(12, '0')}`;
      statement.movements.push({ id, at: books.now(), type, valueCents, balanceCents, ...cause });
    },
  };
  books.balanceCents = openingCents;
  books.routes.unshift(statementRoute(statement));
  return statement;
}

function statementRoute(statement: AsaasStatement): AsaasRoute {
  return (request) => {
    if (toRouteName(request) !== 'GET financialTransactions') return undefined;
    const { query } = request;
    const [from, to] = [query.get('startDate') ?? '', query.get('finishDate') ?? '9'];
    const found = statement.movements
      .filter(({ at }) => dayAt(at) >= from && dayAt(at) <= to)
      .map(({ at, valueCents, balanceCents, ...movement }) =>
        withoutNulls({
          object: 'financialTransaction',
          ...movement,
          value: reais(valueCents),
          balance: reais(balanceCents),
          date: dayAt(at),
          description: 'Fulano de Tal',
        }),
      );
    // A page has the newest first unless it is asked for otherwise.
    return page(query.get('order') === 'asc' ? found.toReversed() : found, query);
  };
}
