import { Anchor, Text } from '@mantine/core';
import { formatMoney } from '../../format/money';
import { formatDay, storeDay } from '../../format/time';
import { Money } from '../../parts/money';
import { ProblemNotice } from '../../parts/problem-notice';
import { Status, type Tone } from '../../parts/status';
import { StoreLink } from '../../parts/store-link';
import { useStore } from '../../session/store-context';
import { useGet } from '../../session/use-get';
import { useLanguage } from '../../words/language';
import { useWords } from '../../words/words';
import type { Settlement } from '../settlements/settlements';
import { settlementsWords } from '../settlements/settlements-words';
import type { ChargeDetails } from './charge-status';

const tones: Readonly<Record<Settlement['status'], Tone>> = { PENDING: 'wait', SETTLED: 'good', TAKEN: 'quiet' };

/** On which day each installment comes, or came, into the balance; nothing of a Pix, which is there at once. */
export function ChargeSettlements({ charge: { id, method, paidAmount } }: { readonly charge: ChargeDetails }) {
  const say = useWords(settlementsWords);
  const { may } = useStore();
  const isShown = may('BANK_STATEMENT:READ') && paidAmount !== null && (method === 'CARD' || method === 'BOLETO');
  const { data, error, refetch } = useGet(
    '/v2/settlements/list',
    ['settlements', 'of', id],
    { chargeId: id },
    { enabled: isShown },
  );
  if (!isShown || data?.length === 0) return null;
  return (
    <>
      <div className="lines-head">
        <span>{say('settlements')}</span>
        <span>{say('amount')}</span>
      </div>
      <ProblemNotice problem={error} onRetry={() => void refetch()} />
      <ul className="record-lines">
        {data?.map((settlement) => (
          <Installment key={settlement.id} settlement={settlement} />
        ))}
      </ul>
    </>
  );
}

function Installment({ settlement }: { readonly settlement: Settlement }) {
  const say = useWords(settlementsWords);
  const { language } = useLanguage();
  const { status, installment, installmentsCount, settlesAt, amount, takenAmount } = settlement;
  const day = storeDay(new Date(settlesAt));
  const shown = formatDay(day, language);
  return (
    <li>
      {status === 'PENDING' ? (
        <Anchor component={StoreLink} to="/settlements" search={{ startDate: day, endDate: day }} size="sm">
          {shown}
        </Anchor>
      ) : (
        <span>{shown}</span>
      )}
      {installmentsCount > 1 && (
        <Text span size="sm" c="dimmed">
          {say('numbered', { number: installment, count: installmentsCount })}
        </Text>
      )}
      <Status tone={tones[status]}>{say(status)}</Status>
      <span className="end">
        <Money centavos={amount} />
      </span>
      {takenAmount > 0 && (
        <Text size="xs" c="dimmed" w="100%">
          {say('taken', { amount: formatMoney(takenAmount, language) })}
        </Text>
      )}
    </li>
  );
}
