import { List } from '@mantine/core';
import type { ApiRecord } from '../../../api/records';
import { useLanguage } from '../../../words/language';
import { useWords, type Say } from '../../../words/words';
import { sayHealth } from './account-health';
import { capabilityWords, type CapabilityWord } from './capability-words';
import { providersWords } from './providers-words';

type Capability = ApiRecord<'ProviderCapabilities'>;
type Payouts = ApiRecord<'ProviderAccount'>['payoutCapabilities'];

interface CapabilitiesProps {
  readonly capabilities: readonly Capability[];
  /** Null where it sends nothing. */
  readonly payouts: Payouts;
}

/** What a provider can do with the payments of each method, and with what leaves by it, in words. */
export function Capabilities({ capabilities, payouts }: CapabilitiesProps) {
  const say = useWords(capabilityWords);
  if (capabilities.length === 0 && payouts === null) return say('unknown');
  const sayPayouts = () => [
    ...(payouts?.ownerCheck === 'LOOKUP' ? [say('LOOKUP')] : []),
    ...(payouts?.paysCodes === true ? [say('paysCodes')] : []),
    ...(payouts?.paysBankAccounts === true ? [say('paysBankAccounts')] : []),
  ];
  const lines = [
    ...capabilities.map((one) => [one.method, sayAble(one, say)] as const),
    ['PAYOUT', sayPayouts()] as const,
  ];
  return <MethodLines lines={lines} />;
}

/** How the account has answered new payments of each method. */
export function Health({ capabilities }: Pick<CapabilitiesProps, 'capabilities'>) {
  const say = useWords(capabilityWords);
  const { language } = useLanguage();
  return <MethodLines lines={capabilities.map((one) => [one.method, sayHealth(one, say, language)] as const)} />;
}

interface LinesProps {
  readonly lines: readonly (readonly [method: Capability['method'] | 'PAYOUT', parts: readonly string[]])[];
}

/** A line for each method of which there is something to say. */
function MethodLines({ lines }: LinesProps) {
  const sayMethod = useWords(providersWords);
  return (
    <List size="sm" listStyleType="none" spacing={4}>
      {lines.map(
        ([method, parts]) =>
          parts.length > 0 && (
            <List.Item key={method}>
              <strong>{sayMethod(method)}</strong>
              {`: ${parts.join('; ')}.`}
            </List.Item>
          ),
      )}
    </List>
  );
}

/** What it cannot do, or does otherwise than its owner would expect: each limit once, with the methods that have it. */
export function Limits({ capabilities, payouts }: CapabilitiesProps) {
  const say = useWords(capabilityWords);
  const sayMethod = useWords(providersWords);
  const all = [
    ...capabilities.flatMap(({ method, limits }) => limits.map(({ code }) => ({ code, method: sayMethod(method) }))),
    ...(payouts?.limits ?? []).map(({ code }) => ({ code, method: sayMethod('PAYOUT') })),
  ];
  const sayMethods = (limit: string) => all.flatMap(({ code, method }) => (code === limit ? [method] : [])).join(', ');
  return (
    <List size="sm" listStyleType="none" spacing={4}>
      {[...new Set(all.map(({ code }) => code))].map((code) => (
        <List.Item key={code}>
          <strong>{sayMethods(code)}</strong>
          {`: ${say(code)}.`}
        </List.Item>
      ))}
    </List>
  );
}

/** Whether it has any limit. */
export function isLimited({ capabilities, payouts }: CapabilitiesProps): boolean {
  return [...capabilities, ...(payouts ? [payouts] : [])].some(({ limits }) => limits.length > 0);
}

function sayAble(one: Capability, say: Say<CapabilityWord>): readonly string[] {
  const { method, position, refunds, refundNeedsKey, installmentsMax, disputeAnswers } = one;
  return [
    ...(position > 1 ? [say(method === 'CARD' ? 'cardPosition' : 'position', { position })] : []),
    ...(refunds && !refundNeedsKey ? [say('refund')] : []),
    ...(installmentsMax === null ? [] : [say('installments', { count: installmentsMax })]),
    // Files alone are a limit.
    ...(disputeAnswers === 'TEXTS' || disputeAnswers === 'TEXTS_AND_FILES' ? [say(disputeAnswers)] : []),
  ];
}
