import { defineWords } from '../../words/words';

export const customerPickerWords = defineWords(
  {
    placeholder: 'Busque por nome, e-mail, CPF/CNPJ ou telefone',
    empty: 'Ainda não há clientes.',
    create: 'Cadastrar um cliente',
    unnamed: 'Sem nome',
  },
  {
    placeholder: 'Search by name, e-mail, tax id or phone',
    empty: 'There are no customers yet.',
    create: 'Create a customer',
    unnamed: 'No name',
  },
);
