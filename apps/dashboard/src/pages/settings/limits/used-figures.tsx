import type { ApiRecord } from '../../../api/records';
import { formatInstant } from '../../../format/time';
import { Figure, Figures } from '../../../parts/figures';
import { Instant } from '../../../parts/instant';
import { Money } from '../../../parts/money';
import { useLanguage } from '../../../words/language';
import { useWords } from '../../../words/words';
import { useSayLimit } from './changed-limits';
import { limitsWords } from './limits-words';

/** What has left, or is about to, beside what may. */
export function UsedFigures({ limits }: { readonly limits: ApiRecord<'PayoutLimits'> }) {
  const say = useWords(limitsWords);
  const sayLimit = useSayLimit();
  const { language } = useLanguage();
  const { used, perDay, perNight, intervalSeconds } = limits;
  const hint = (name: 'perDay' | 'perNight', limit: number | null, endsAt: string) => {
    const end = formatInstant(endsAt, language);
    return limit === null ? say('until', { end }) : say('ofLimit', { limit: sayLimit(name, limit), end });
  };
  return (
    <Figures>
      <Figure
        name={say('usedToday')}
        value={<Money centavos={used.day} />}
        hint={hint('perDay', perDay, used.dayEndsAt)}
      />
      <Figure
        name={say('usedNight')}
        value={<Money centavos={used.night} />}
        hint={hint('perNight', perNight, used.nightEndsAt)}
      />
      {intervalSeconds !== null && (
        <Figure
          name={say('nextOrder')}
          value={used.nextOrderAt === null ? say('nextNow') : <Instant at={used.nextOrderAt} />}
          hint={say('nextHint', { interval: sayLimit('intervalSeconds', intervalSeconds) })}
        />
      )}
    </Figures>
  );
}
