import { defineWords } from '../../words/words';

export const productPickerWords = defineWords(
  {
    placeholder: 'Busque por nome ou código',
    empty: 'Ainda não há produtos.',
    create: 'Criar um produto',
    once: 'avulso',
    WEEKLY: 'por semana',
    MONTHLY: 'por mês',
    QUARTERLY: 'por trimestre',
    SEMIANNUALLY: 'por semestre',
    ANNUALLY: 'por ano',
  },
  {
    placeholder: 'Search by name or code',
    empty: 'There are no products yet.',
    create: 'Create a product',
    once: 'one-off',
    WEEKLY: 'a week',
    MONTHLY: 'a month',
    QUARTERLY: 'a quarter',
    SEMIANNUALLY: 'half a year',
    ANNUALLY: 'a year',
  },
);
