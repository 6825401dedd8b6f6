import { Button } from '@mantine/core';
import { useLanguage } from '../../words/language';

/** Changes to the other language, in that language's own name. */
export function LanguageButton() {
  const { language, choose } = useLanguage();
  const other = language === 'en' ? 'pt-BR' : 'en';
  return (
    <Button
      variant="subtle"
      size="compact-sm"
      lang={other}
      onClick={() => {
        choose(other);
      }}
    >
      {other === 'en' ? 'English' : 'Português'}
    </Button>
  );
}
