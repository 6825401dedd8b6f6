export const messageLanguages = ['pt-BR', 'en'] as const;

/** A language of mail to people. */
export type MessageLanguage = (typeof messageLanguages)[number];

const wireLanguages = { 'pt-BR': 'MAIL_LANGUAGE_PT_BR', en: 'MAIL_LANGUAGE_EN' } as const;

/** For the mail queue; Portuguese unless another is known. */
export function toMailLanguage(language: MessageLanguage | undefined): (typeof wireLanguages)[MessageLanguage] {
  return wireLanguages[language ?? 'pt-BR'];
}
