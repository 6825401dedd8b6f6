import { formatInstant } from '../format/time';
import { commonWords } from '../words/common-words';
import { useLanguage } from '../words/language';
import { useWords } from '../words/words';

/** A time in the store's zone, with the exact instant on hover; a dash for none. */
export function Instant({ at }: { readonly at: string | null | undefined }) {
  const { language } = useLanguage();
  const say = useWords(commonWords);
  if (typeof at !== 'string') return <span>—</span>;
  return (
    <time dateTime={at} title={`${at} · ${say('storeTime')}`} className="figures">
      {formatInstant(at, language)}
    </time>
  );
}
