import { Facts } from '../../../parts/facts';
import { formatMoney } from '../../../format/money';
import { useLanguage } from '../../../words/language';
import { useWords, type Say } from '../../../words/words';
import { maskPixKey } from '../../payouts/pix-key';
import { keysOnlyIn, namesIn, type AllowedKey, type LimitChange } from './limits';
import { limitsWords, type LimitWord } from './limits-words';

type Patch = LimitChange['after'];

interface Props {
  readonly before: Patch;
  readonly after: Patch;
}

/** Each limit that a change is about, as it was and as it will be. */
export function ChangedLimits({ before, after }: Props) {
  const say = useWords(limitsWords);
  const sayLimit = useSayLimit();
  return (
    <Facts
      facts={namesIn(after).map((name) => [
        say(name),
        name === 'allowedKeys'
          ? sayKeyChange(say, before.allowedKeys ?? null, after.allowedKeys ?? null)
          : say('change', { before: sayLimit(name, before[name]), after: sayLimit(name, after[name]) }),
      ])}
    />
  );
}

/** A limit in words: an amount, a time, or that there is none. */
export function useSayLimit() {
  const say = useWords(limitsWords);
  const { language } = useLanguage();
  return (name: Exclude<keyof Patch, 'allowedKeys'>, limit: number | null | undefined): string => {
    if (limit === null || limit === undefined) return say('none');
    return name === 'intervalSeconds' ? sayInterval(say, limit) : formatMoney(limit, language);
  };
}

function sayInterval(say: Say<LimitWord>, seconds: number): string {
  if (seconds > 0 && seconds % 3_600 === 0) return say('hours', { count: seconds / 3_600 });
  if (seconds > 0 && seconds % 60 === 0) return say('minutes', { count: seconds / 60 });
  return say('seconds', { count: seconds });
}

/** A key as people write it; one that comes masked stays as it is. */
export function formatKey({ type, key }: AllowedKey): string {
  return maskPixKey(type, key);
}

/** Keys side by side, or that there is no list, or that it is empty. */
export function sayKeys(say: Say<LimitWord>, keys: readonly AllowedKey[] | null): string {
  if (keys === null) return say('anyKey');
  return keys.length === 0 ? say('noKey') : keys.map(formatKey).join(', ');
}

function sayKeyChange(say: Say<LimitWord>, before: AllowedKey[] | null, after: AllowedKey[] | null): string {
  if (before === null || after === null) {
    return say('change', { before: sayKeys(say, before), after: sayKeys(say, after) });
  }
  const [added, removed] = [keysOnlyIn(after, before), keysOnlyIn(before, after)];
  return [
    ...(added.length > 0 ? [say('keyIn', { keys: sayKeys(say, added) })] : []),
    ...(removed.length > 0 ? [say('keyOut', { keys: sayKeys(say, removed) })] : []),
  ].join('; ');
}
