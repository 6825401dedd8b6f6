import { List } from '@mantine/core';
import type { ApiRecord } from '../../../api/records';
import { useWords } from '../../../words/words';
import { capabilityWords } from './capability-words';
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
  if (capabilities.length === 0 && payouts === null) return say('unknown');
  return (
    <List size="sm" listStyleType="none">
      {capabilities.map((one) => (
        <List.Item key={one.method}>
          <strong>{sayMethod(one.method)}</strong>
          {`: ${[
            ...(one.position > 1 ? [say('position', { position: one.position })] : []),
            ...(one.resting ? [say('resting')] : []),
            ...(one.failedAt === null || one.resting ? [] : [say('failed')]),
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
          {`: ${say(payouts.ownerCheck)}; ${say(payouts.paysCodes ? 'paysCodes' : 'noCodes')}.`}
        </List.Item>
      )}
    </List>
  );
}

function toRefundWord({ refunds, refundNeedsKey }: Capability): 'noRefund' | 'refundByKey' | 'refund' {
  if (!refunds) return 'noRefund';
  return refundNeedsKey ? 'refundByKey' : 'refund';
}

/** What of a card is not as the owner would expect it. */
function toCardWords({ renews, verifies, typedAtProvider }: Capability) {
  return [
    ...(typedAtProvider === true ? (['typedAtProvider'] as const) : []),
    ...(renews === false ? (['noRenewals'] as const) : []),
    ...(renews === true && verifies === false ? (['noTrials'] as const) : []),
  ];
}
