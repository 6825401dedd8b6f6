import { defineWords } from '../../words/words';

export const homeWords = defineWords(
  { title: 'Início', balance: 'Saldo', available: 'Disponível', pending: 'A receber', blocked: 'Bloqueado' },
  { title: 'Home', balance: 'Balance', available: 'Available', pending: 'Pending', blocked: 'Blocked' },
);
