import { List } from '@mantine/core';
import type { ReactNode } from 'react';
import type { ApiRecord } from '../../../api/records';
import { formatInstant } from '../../../format/time';
import { useLanguage, type Language } from '../../../words/language';
import { useWords, type Say } from '../../../words/words';
import { capabilityWords, type CapabilityWord } from './capability-words';
import { providersWords, type ProvidersWord } from './providers-words';

type Capability = ApiRecord<'ProviderCapabilities'>;
type Payouts = ApiRecord<'Provider'>['payoutCapabilities'];

interface CapabilitiesProps {
  readonly capabilities: readonly Capability[];
  /** Null where it sends nothing. */
  readonly payouts: Payouts;
}

/** What a provider can do with the payments of each method, and with what leaves by it, in words. */
export function Capabilities({ capabilities, payouts }: CapabilitiesProps) {
  const say = useWords(capabilityWords);
  const { language } = useLanguage();
  if (capabilities.length === 0 && payouts === null) return say('unknown');
  const sayPayouts = () => [
    ...(payouts?.ownerCheck === 'LOOKUP' ? [say('LOOKUP')] : []),
    ...(payouts?.paysCodes === true ? [say('paysCodes')] : []),
  ];
  const lines = [
    ...capabilities.map((one) => [one.method, sayAble(one, say, language)] as const),
    ['PAYOUT', sayPayouts()] as const,
  ];
  return <ByMethod lines={lines}>{(parts) => `: ${parts.join('; ')}.`}</ByMethod>;
}

/** What it cannot do, or does otherwise than its owner would expect, one line each. */
export function Limits({ capabilities, payouts }: CapabilitiesProps) {
  const say = useWords(capabilityWords);
  const of = (limits: Capability['limits']) => limits.map(({ code }) => say(code));
  const lines = [
    ...capabilities.map(({ method, limits }) => [method, of(limits)] as const),
    ['PAYOUT', of(payouts?.limits ?? [])] as const,
  ];
  return (
    <ByMethod lines={lines}>
      {(parts) => (
        <List size="sm">
          {parts.map((part) => (
            <List.Item key={part}>{part}</List.Item>
          ))}
        </List>
      )}
    </ByMethod>
  );
}

/** Whether it has any limit. */
export function isLimited({ capabilities, payouts }: CapabilitiesProps): boolean {
  return [...capabilities, ...(payouts ? [payouts] : [])].some(({ limits }) => limits.length > 0);
}

interface ByMethodProps {
  readonly lines: readonly (readonly [method: ProvidersWord, parts: readonly string[]])[];
  readonly children: (parts: readonly string[]) => ReactNode;
}

/** The methods of which there is something to say. */
function ByMethod({ lines, children }: ByMethodProps) {
  const say = useWords(providersWords);
  return (
    <List size="sm" listStyleType="none">
      {lines.map(
        ([method, parts]) =>
          parts.length > 0 && (
            <List.Item key={method}>
              <strong>{say(method)}</strong>
              {children(parts)}
            </List.Item>
          ),
      )}
    </List>
  );
}

function sayAble(one: Capability, say: Say<CapabilityWord>, language: Language): readonly string[] {
  const { position, refunds, refundNeedsKey, installmentsMax, disputeAnswers } = one;
  return [
    ...(position > 1 ? [say('position', { position })] : []),
    ...sayHealth(one, say, language),
    ...(refunds && !refundNeedsKey ? [say('refund')] : []),
    ...(installmentsMax === null ? [] : [say('installments', { count: installmentsMax })]),
    // Files alone are a limit.
    ...(disputeAnswers === 'TEXTS' || disputeAnswers === 'TEXTS_AND_FILES' ? [say(disputeAnswers)] : []),
  ];
}

/** Whether it rests, how it last failed, and what came of what it was asked for in the last minutes. */
function sayHealth(one: Capability, say: Say<CapabilityWord>, language: Language): readonly string[] {
  const { resting, restingSince, failure, asked, failed, averageMs } = one;
  return [
    ...(resting && restingSince !== null ? [say('resting', { since: formatInstant(restingSince, language) })] : []),
    ...(failure === null ? [] : [say(`failed_${failure}`)]),
    ...(asked === 0 ? [] : [say('recent', { made: asked - failed, asked, seconds: (averageMs ?? 0) / 1_000 })]),
  ];
}
