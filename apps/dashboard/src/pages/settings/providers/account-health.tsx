import { Text } from '@mantine/core';
import { formatInstant, sortableInstant } from '../../../format/time';
import { useLanguage, type Language } from '../../../words/language';
import { useWords, type Say } from '../../../words/words';
import type { Capability } from './account-order';
import { capabilityWords, type CapabilityWord } from './capability-words';

/** How an account has answered new payments of one method, in words. */
export function HealthText({ health }: { readonly health: Capability }) {
  const say = useWords(capabilityWords);
  const { language } = useLanguage();
  const text = sayHealth(health, say, language).join('; ');
  if (text === '') return null;
  return (
    <Text size="xs" c="dimmed" className="account-order-health">
      {`${text.slice(0, 1).toUpperCase()}${text.slice(1)}.`}
    </Text>
  );
}

/** `12:30:05`: a rest is a matter of seconds. */
const toSecond = (iso: string): string => sortableInstant(iso).slice(11);

/**
 * Whether it rests, what came of what it was asked for in the last minutes, and when and how it last failed. Nothing of cards,
 * of which no account stands in for another.
 */
export function sayHealth(
  { method, resting, restingSince, restingUntil, failedAt, failure, asked, failed, averageMs }: Capability,
  say: Say<CapabilityWord>,
  language: Language,
): readonly string[] {
  if (method === 'CARD') return [];
  // A tenth of a second is the least that is said.
  const seconds = Math.max(0.1, Math.round((averageMs ?? 0) / 100) / 10);
  return [
    ...(resting && restingSince !== null
      ? [
          say('resting', {
            since: formatInstant(restingSince, language),
            until: restingUntil === null ? 'empty' : toSecond(restingUntil),
          }),
        ]
      : []),
    asked === 0 ? say('quiet') : say('recent', { made: asked - failed, asked, rate: failed / asked, seconds }),
    ...(failure === null || failedAt === null
      ? []
      : [say(`failed_${failure}`, { at: formatInstant(failedAt, language) })]),
  ];
}
