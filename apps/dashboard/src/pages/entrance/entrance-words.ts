import { defineWords } from '../../words/words';

export const entranceWords = defineWords(
  {
    signIn: 'Entrar',
    email: 'E-mail',
    password: 'Senha',
    showPassword: 'Mostrar ou esconder a senha',
    withPasskey: 'Entrar com chave de acesso',
    secondStep: 'Segundo passo',
    or: 'ou',
  },
  {
    signIn: 'Sign in',
    email: 'E-mail',
    password: 'Password',
    showPassword: 'Show or hide the password',
    withPasskey: 'Sign in with a passkey',
    secondStep: 'Second step',
    or: 'or',
  },
);
