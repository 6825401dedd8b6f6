import { defineWords } from '../../../words/words';

export const orderWords = defineWords(
  {
    title: 'Ordem das contas: {method}',
    hint: 'A primeira conta cria os pagamentos novos. O que ela não conseguir criar vai para a seguinte, na mesma hora. O que já existe fica com a conta que criou.',
    cardHint: 'Os cartões novos vão para a primeira conta. Um cartão salvo é cobrado pela conta que o guarda.',
    up: 'Subir {provider}',
    down: 'Descer {provider}',
    moved: '{provider}: agora na {place}ª posição. Salve para valer.',
    save: 'Salvar ordem',
    saved: 'Ordem salva. Vale em 5 segundos.',
  },
  {
    title: 'Order of the accounts: {method}',
    hint: 'The first account makes new payments. What it cannot make goes to the next one at once. What exists stays with the account that made it.',
    cardHint: 'New cards go to the first account. A saved card is charged by the account that keeps it.',
    up: 'Move {provider} up',
    down: 'Move {provider} down',
    moved: '{provider} is now number {place}. Save to apply.',
    save: 'Save order',
    saved: 'Order saved. It applies within 5 seconds.',
  },
);
