import { Text } from '@mantine/core';
import { Json } from '../../../parts/json';
import { formatInstant } from '../../../format/time';
import { Timeline } from '../../../parts/timeline';
import { useLanguage } from '../../../words/language';
import { useWords, type Say } from '../../../words/words';
import { deliveriesWords, type DeliveriesWord } from './deliveries-words';
import type { Attempt } from './delivery-status';

const reasons = ['timeout', 'dns', 'connect', 'tls', 'protocol', 'blocked_address', 'interrupted'] as const;

/** What each attempt was answered, the newest first. */
export function Attempts({ attempts }: { readonly attempts: readonly Attempt[] }) {
  const say = useWords(deliveriesWords);
  if (attempts.length === 0) return <Text size="sm">{say('noAttempts')}</Text>;
  const moments = attempts.map((attempt, index) => ({
    id: String(index),
    at: attempt.startedAt,
    tone: isDelivered(attempt) ? ('good' as const) : ('bad' as const),
    title: attemptTitle(attempt, index + 1, say),
    detail: <AttemptAnswer attempt={attempt} />,
  }));
  return <Timeline label={say('attempts')} moments={moments.reverse()} />;
}

function AttemptAnswer({ attempt }: { readonly attempt: Attempt }) {
  const say = useWords(deliveriesWords);
  const { language } = useLanguage();
  const { statusCode, duration, errorClass, responseHead, responseTruncated, retryAfter } = attempt;
  const { startedAt, storeStartedAt } = attempt;
  // They differ in the test environment, once its clock was advanced.
  const storeTime = storeStartedAt === null || sameSecond(startedAt, storeStartedAt) ? undefined : storeStartedAt;
  const facts = [
    storeTime === undefined ? undefined : say('storeTime', { at: formatInstant(storeTime, language) }),
    duration === null ? undefined : say('duration', { ms: duration }),
    retryAfter === null ? undefined : say('retryAfter', { value: retryAfter }),
    errorClass === null ? undefined : reasonText(errorClass, say),
    responseTruncated ? say('truncated') : undefined,
  ].filter((fact) => fact !== undefined);
  return (
    <>
      <Text size="sm" c="dimmed" mb={6}>
        {facts.join(' · ')}
      </Text>
      {responseHead !== null && responseHead !== '' ? (
        <Json label={say('answer')} text={responseHead} />
      ) : (
        statusCode !== null && (
          <Text size="sm" c="dimmed">
            {say('emptyBody')}
          </Text>
        )
      )}
    </>
  );
}

function sameSecond(one: string, other: string): boolean {
  return Math.abs(Date.parse(one) - Date.parse(other)) < 1_000;
}

function isDelivered({ statusCode, errorClass }: Attempt): boolean {
  return statusCode !== null && statusCode >= 200 && statusCode < 300 && errorClass === null;
}

function attemptTitle({ statusCode, trigger }: Attempt, number: number, say: Say<DeliveriesWord>): string {
  const name = say('attempt', { number }) + (trigger === 'MANUAL' ? ` (${say('manual')})` : '');
  return `${name}: ${statusCode === null ? say('noAnswer') : String(statusCode)}`;
}

function reasonText(errorClass: string, say: Say<DeliveriesWord>): string {
  const known = reasons.find((reason) => reason === errorClass);
  return known ? say(known) : errorClass;
}
