import type { WalletName } from '@pitanga/records';
import type { InLanguages } from './language';

/** As their owners write them, in every language. */
export const walletNamesShown: Readonly<Record<WalletName, string>> = {
  APPLE_PAY: 'Apple Pay',
  GOOGLE_PAY: 'Google Pay',
};

const portuguese = {
  or: ' ou ',
  pay: (names: string): string => `Pagar com ${names}`,
  test: (name: string): string => `${name} (teste)`,
  unsent: 'Não foi possível pagar com a carteira. Tente de novo.',
  others: 'Ou escolha outra forma:',
  noneHere: (names: string): string =>
    `Aqui só se paga com ${names}, e este navegador não tem. Abra esta página em outro aparelho ou fale com a loja.`,
};

/** The words of the form by which a wallet pays. */
export const walletWords: InLanguages<typeof portuguese> = {
  'pt-BR': portuguese,
  en: {
    or: ' or ',
    pay: (names) => `Pay with ${names}`,
    test: (name) => `${name} (test)`,
    unsent: 'The wallet could not pay. Try again.',
    others: 'Or choose another way:',
    noneHere: (names) =>
      `Only ${names} is taken here, and this browser has none. Open this page on another device or contact the store.`,
  },
};
