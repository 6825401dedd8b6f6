import { useState } from 'react';
import { formatDay, formatMonth } from '../../format/time';
import { ListView } from '../../lists/list-view';
import { useListAt } from '../../lists/record-list';
import { Card } from '../../parts/card';
import { Icon } from '../../parts/icon';
import { Money } from '../../parts/money';
import { recordPaths } from '../../parts/record-paths';
import { useLanguage } from '../../words/language';
import { useWords } from '../../words/words';
import { settlementColumns } from './settlement-columns';
import type { CalendarDay, CalendarMonth, SettlementMethod } from './settlements';
import { settlementsWords } from './settlements-words';

interface Props {
  readonly month: CalendarMonth;
  /** The only method that is shown. */
  readonly method: string | undefined;
}

/** The days of a month on which money comes in; each opens to the payments of it. */
export function MonthOfSettlements({ month: { month, amount, days }, method }: Props) {
  const { language } = useLanguage();
  return (
    <Card
      title={formatMonth(month, language)}
      actions={
        <strong>
          <Money centavos={amount} />
        </strong>
      }
    >
      <ul className="settlement-days">
        {days.map((day) => (
          <li key={day.day}>
            <DayOfSettlements day={day} method={method} />
          </li>
        ))}
      </ul>
    </Card>
  );
}

function DayOfSettlements({
  day: { day, amount, count, methods },
  method,
}: { readonly day: CalendarDay } & Pick<Props, 'method'>) {
  const say = useWords(settlementsWords);
  const { language } = useLanguage();
  const [isOpen, setOpen] = useState(false);
  return (
    <details
      onToggle={({ currentTarget }) => {
        setOpen(currentTarget.open);
      }}
    >
      <summary>
        <Icon name="down" size={16} />
        <span className="settlement-day">{formatDay(day, language)}</span>
        <span className="settlement-methods">
          {methods.map((of) => (
            <span key={of.method}>
              {say(of.method)} <Money centavos={of.amount} />
            </span>
          ))}
          <span>{say('installments', { count })}</span>
        </span>
        <strong className="settlement-sum">
          <Money centavos={amount} />
        </strong>
      </summary>
      {isOpen && <PaymentsOfDay day={day} method={methods.find((of) => of.method === method)?.method} />}
    </details>
  );
}

function PaymentsOfDay({ day, method }: { readonly day: string; readonly method: SettlementMethod | undefined }) {
  const say = useWords(settlementsWords);
  const { language } = useLanguage();
  const query = { startDate: day, endDate: day, ...(method === undefined ? {} : { method }) };
  const list = useListAt('/v2/settlements/list', ['settlements', 'list'], query);
  return (
    <ListView
      label={say('payments', { day: formatDay(day, language) })}
      list={list}
      columns={settlementColumns(say)}
      getPath={({ chargeId }) => recordPaths.CHARGE(chargeId)}
      empty={say('none')}
    />
  );
}
