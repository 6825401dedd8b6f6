import { defineWords } from '../words/words';

export const secondFactorWords = defineWords(
  {
    title: 'Confirme que é você',
    hint: 'Digite o código do seu aplicativo autenticador.',
    recoveryHint: 'Digite um dos códigos de recuperação que você guardou. Cada um vale uma vez.',
    passkeyHint: 'Confirme com a sua chave de acesso.',
    code: 'Código de 6 dígitos',
    recoveryCode: 'Código de recuperação',
    confirm: 'Confirmar',
    useRecovery: 'Usar um código de recuperação',
    useApp: 'Usar o aplicativo autenticador',
    usePasskey: 'Usar a chave de acesso',
    noFactor: 'Esta ação pede um segundo fator, e a sua conta ainda não tem nenhum.',
    setUp: 'Configurar o segundo fator',
  },
  {
    title: 'Confirm that it is you',
    hint: 'Type the code of your authenticator app.',
    recoveryHint: 'Type one of the recovery codes that you kept. Each works once.',
    passkeyHint: 'Confirm with your passkey.',
    code: '6-digit code',
    recoveryCode: 'Recovery code',
    confirm: 'Confirm',
    useRecovery: 'Use a recovery code',
    useApp: 'Use the authenticator app',
    usePasskey: 'Use the passkey',
    noFactor: 'This needs a second factor, and your account has none yet.',
    setUp: 'Set up a second factor',
  },
);
