import { List } from '@mantine/core';
import type { ApiRecord } from '../../../api/records';
import { formatInstant } from '../../../format/time';
import { useLanguage, type Language } from '../../../words/language';
import { useWords, type Say } from '../../../words/words';
import { capabilityWords, type CapabilityWord } from './capability-words';
import { providersWords } from './providers-words';

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
  const sayMethod = useWords(providersWords);
  const { language } = useLanguage();
  if (capabilities.length === 0 && payouts === null) return say('unknown');
  return (
    <List size="sm" listStyleType="none">
      {capabilities.map((one) => (
        <List.Item key={one.method}>
          <strong>{sayMethod(one.method)}</strong>
          {`: ${[
            ...(one.position > 1 ? [say('position', { position: one.position })] : []),
            ...sayHealth(one, say, language),
            say(toRefundWord(one)),
            ...(one.installmentsMax === null ? [] : [say('installments', { count: one.installmentsMax })]),
            ...toCardWords(one).map((word) => say(word)),
            say(one.disputeAnswers),
          ].join('; ')}.`}
        </List.Item>
      ))}
      {payouts && (
        <List.Item>
          <strong>{sayMethod('PAYOUT')}</strong>
          {`: ${toPayoutWords(payouts)
            .map((word) => say(word))
            .join('; ')}.`}
        </List.Item>
      )}
    </List>
  );
}

function toPayoutWords({ ownerCheck, paysCodes, showsReturns }: NonNullable<Payouts>) {
  return [
    ownerCheck,
    paysCodes ? ('paysCodes' as const) : ('noCodes' as const),
    ...(showsReturns ? [] : (['noReturns'] as const)),
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

function toRefundWord({ refunds, refundNeedsKey }: Capability): 'noRefund' | 'refundByKey' | 'refund' {
  if (!refunds) return 'noRefund';
  return refundNeedsKey ? 'refundByKey' : 'refund';
}

/** What of a card is not as the owner would expect it. */
function toCardWords({ renews, verifies, confirms, typedAtProvider }: Capability) {
  return [
    ...(typedAtProvider === true ? (['typedAtProvider'] as const) : []),
    ...(renews === false ? (['noRenewals'] as const) : []),
    ...(renews === true && verifies === false ? (['noTrials'] as const) : []),
    ...(confirms === false ? (['noConfirmation'] as const) : []),
  ];
}
