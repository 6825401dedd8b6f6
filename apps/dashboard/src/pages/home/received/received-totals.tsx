import type { ReactNode } from 'react';
import { formatMoney } from '../../../format/money';
import { useLanguage } from '../../../words/language';
import { useWords } from '../../../words/words';
import { signedPercent } from './chart-text';
import { computeChange, computeNet, type Received } from './received';
import { receivedWords } from './received-words';

/** The sums of the period with their change. */
export function ReceivedTotals({ received }: { readonly received: Received | undefined }) {
  const say = useWords(receivedWords);
  const { language } = useLanguage();
  const money = (centavos: number): string => formatMoney(centavos, language);
  const { period, previous } = received ?? {};
  const back = period === undefined ? 0 : period.refundedAmount + period.disputedAmount;
  return (
    <dl className="totals">
      <Total name={say('amount')} value={period && money(period.amount)}>
        {period && previous && <Change now={period.amount} before={previous.amount} />}
      </Total>
      <Total name={say('net')} value={period && money(computeNet(period))}>
        {period && previous && <Change now={computeNet(period)} before={computeNet(previous)} />}
      </Total>
      <Total name={say('payments')} value={period && new Intl.NumberFormat(language).format(period.count)}>
        {period &&
          [
            say('feesHint', { amount: money(period.platformFee) }),
            ...(back > 0 ? [say('backHint', { amount: money(back) })] : []),
          ].join(' · ')}
      </Total>
    </dl>
  );
}

interface TotalProps {
  readonly name: string;
  readonly value: string | undefined;
  readonly children: ReactNode;
}

function Total({ name, value, children }: TotalProps) {
  return (
    <div>
      <dt>{name}</dt>
      <dd>
        <span className="total-value figures">{value ?? <span className="waiting" />}</span>
        <span className="total-hint">{value === undefined ? <span className="waiting" /> : children}</span>
      </dd>
    </div>
  );
}

function Change({ now, before }: { readonly now: number; readonly before: number }) {
  const say = useWords(receivedWords);
  const { language } = useLanguage();
  const change = computeChange(now, before);
  if (change === undefined) return say('nothingBefore');
  const tone = change > 0 ? 'change-up' : change < 0 ? 'change-down' : '';
  const percent = signedPercent(change, language);
  return <span className={tone}>{say('change', { percent, amount: formatMoney(before, language) })}</span>;
}
