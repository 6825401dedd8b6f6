import { useQuery } from '@tanstack/react-query';
import { useEffect } from 'react';
import { account } from '../api/client';
import { record } from '../api/problem';
import { hasKeptLanguage, useLanguage, type Language } from '../words/language';
import { meQuery } from './me';

/**
 * The language of the dashboard, which is also that of mail to the person: a choice in this browser goes to the account,
 * and a browser without one takes that of the account.
 */
export function useAccountLanguage(): { readonly language: Language; readonly choose: (language: Language) => void } {
  const { language, choose } = useLanguage();
  const { data: me } = useQuery(meQuery);
  const ofAccount = me?.user.language;
  useEffect(() => {
    if (ofAccount === null && hasKeptLanguage()) saveLanguage(language);
    if (ofAccount && !hasKeptLanguage()) choose(ofAccount);
  }, [ofAccount, language, choose]);
  return {
    language,
    choose: (chosen) => {
      choose(chosen);
      saveLanguage(chosen);
    },
  };
}

/** What is shown does not wait for it; a failure leaves mail in the language so far. */
function saveLanguage(language: Language): void {
  record(account.POST('/dashboard/api/auth/language', { body: { language } })).catch(() => undefined);
}
