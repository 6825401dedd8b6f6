import { defineWords } from '../../words/words';

export const newPasswordWords = defineWords(
  {
    rules: 'Regras da senha',
    hasLength: 'De 12 a 200 caracteres; espaços contam',
    isVaried: 'Sem repetições nem sequências, como abcabc ou 123456',
    isNotEmail: 'Diferente do seu e-mail',
    notCommon: 'Fora das senhas mais comuns',
    fulfilled: 'cumprida',
    open: 'ainda não',
    notYet: 'A senha ainda não cumpre as regras abaixo.',
    show: 'Mostrar ou esconder a senha',
  },
  {
    rules: 'Rules of the password',
    hasLength: '12 to 200 characters; spaces count',
    isVaried: 'No repetitions or sequences, such as abcabc or 123456',
    isNotEmail: 'Not your e-mail',
    notCommon: 'None of the most common passwords',
    fulfilled: 'fulfilled',
    open: 'not yet',
    notYet: 'The password does not fulfil the rules below yet.',
    show: 'Show or hide the password',
  },
);
