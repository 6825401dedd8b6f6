// @ts-check
import { PitangaError } from '@pitanga-pay/sdk';

const later = 'Tente de novo em alguns minutos.';

/**
 * What a buyer can do something about. Other refusals are the shop's own mistakes, and say nothing to a buyer.
 *
 * @type {Readonly<Record<string, string>>}
 */
const buyersProblems = {
  CARD_DECLINED: 'Não foi possível processar o pagamento com este cartão.',
  CARD_TOKEN_EXPIRED: 'O tempo para usar este cartão acabou. Digite-o de novo.',
  CARD_ATTEMPTS_PAUSED: 'Muitos cartões foram recusados. Tente de novo mais tarde.',
  IDEMPOTENCY_KEY_REUSED:
    'Já existe um pagamento deste pedido em andamento. Espere alguns minutos antes de tentar de novo.',
  INVALID_ARGUMENT: 'Confira os dados: algum deles não é válido.',
};

/** For what this shop itself refuses, with the status of the answer. */
export class Refusal extends Error {
  /** @param {number} statusCode @param {string} message a sentence for the buyer */
  constructor(statusCode, message) {
    super(message);
    this.statusCode = statusCode;
  }
}

/**
 * The status and the sentence that a buyer gets for an error, and whether an operator should look.
 *
 * @param {unknown} error
 * @returns {{ status: number, text: string, isOurs: boolean }}
 */
export function problemOf(error) {
  if (error instanceof Refusal) return { status: error.statusCode, text: error.message, isOurs: false };
  const text = error instanceof PitangaError ? buyersProblems[error.code] : undefined;
  if (text !== undefined) return { status: 400, text, isOurs: false };
  if (error instanceof PitangaError) return { status: 502, text: later, isOurs: true };
  const { statusCode = 500 } = /** @type {{ statusCode?: number }} */ (error);
  // What the server could not read of the request.
  if (statusCode < 500) return { status: statusCode, text: 'Não foi possível entender o pedido.', isOurs: false };
  return { status: 500, text: later, isOurs: true };
}
