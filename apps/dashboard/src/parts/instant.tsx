import { formatInstant } from '../format/time';
import { commonWords } from '../words/common-words';
import { useLanguage } from '../words/language';
import { useWords } from '../words/words';

interface Props {
  readonly at: string | null | undefined;
  /** Where the order of what lies close together matters: logs and timelines. */
  readonly hasSeconds?: boolean;
}

/** A time in the store's zone, with the exact instant on hover, or on a tap, which gives it the focus; a dash for none. */
export function Instant({ at, hasSeconds = false }: Props) {
  const { language } = useLanguage();
  const say = useWords(commonWords);
  if (typeof at !== 'string') return <span>—</span>;
  return (
    <time dateTime={at} title={`${at} · ${say('storeTime')}`} className="figures" tabIndex={-1}>
      {formatInstant(at, language, hasSeconds)}
    </time>
  );
}
