import { Button, Text } from '@mantine/core';
import { getAt } from '../../api/paths';
import { formatDay } from '../../format/time';
import { ExportButton } from '../../lists/export-button';
import { ChoiceFilter, FilterBar, useFilters } from '../../lists/filters';
import { PeriodFilter } from '../../lists/period-filter';
import { findPeriodProblem, type Period } from '../../lists/periods';
import { curl } from '../../parts/curl';
import { EmptyState } from '../../parts/empty-state';
import { Figure, Figures } from '../../parts/figures';
import { Loaded } from '../../parts/loaded';
import { Money } from '../../parts/money';
import { Page } from '../../parts/page';
import { StoreLink } from '../../parts/store-link';
import { useStore } from '../../session/store-context';
import { useStoreClock } from '../../session/store-clock';
import { useGet } from '../../session/use-get';
import { useLanguage } from '../../words/language';
import { useWords } from '../../words/words';
import { MoneyTabs } from '../statement/money-tabs';
import { MonthOfSettlements } from './month-of-settlements';
import { settlementColumns } from './settlement-columns';
import {
  daysMax,
  toMonths,
  settlementMethods,
  sumUp,
  usualPeriod,
  type Calendar,
  type Settlement,
} from './settlements';
import { settlementsWords } from './settlements-words';
import './settlements.css';

/** What of the pending money comes in on each day, with the payments of it; days and method are in the address. */
export function SettlementsPage() {
  const say = useWords(settlementsWords);
  const { filters } = useFilters();
  const { api, may } = useStore();
  const usual = usualPeriod(useStoreClock().today());
  const { startDate = usual.startDate, endDate = usual.endDate, method } = filters;
  const problem = findPeriodProblem({ startDate, endDate }, daysMax);
  const period = { startDate, endDate };
  const query = useGet('/v2/settlements/calendar', ['settlements', 'calendar', startDate, endDate], period, {
    enabled: problem === undefined,
    placeholderData: (previous) => previous,
  });
  const listed = { ...period, ...(method === undefined ? {} : { method }) };
  return (
    <Page
      title={say('title')}
      actions={
        may('WITHDRAW:READ') && (
          <Button variant="default" component={StoreLink} to="/advances">
            {say('advance')}
          </Button>
        )
      }
    >
      <MoneyTabs />
      <Text size="sm" c="dimmed" maw={680} mb="md">
        {say('intro')}
      </Text>
      <FilterBar
        actions={
          <ExportButton<Settlement>
            name={['a-receber', startDate, endDate].join('-')}
            load={(page, signal) => getAt(api, '/v2/settlements/list', { ...listed, ...page }, signal)}
            columns={settlementColumns(say)}
          />
        }
      >
        <ChoiceFilter name="method" label={say('method')} choices={settlementMethods} say={say} />
        <PeriodFilter usual={usual} />
      </FilterBar>
      {problem === undefined ? (
        <Loaded query={query}>{(calendar) => <Months calendar={calendar} period={period} method={method} />}</Loaded>
      ) : (
        <Text size="sm" role="alert">
          {say(problem, { days: daysMax })}
        </Text>
      )}
    </Page>
  );
}

interface MonthsProps {
  readonly calendar: Calendar;
  readonly period: Period;
  readonly method: string | undefined;
}

function Months({ calendar, period, method }: MonthsProps) {
  const say = useWords(settlementsWords);
  const { language } = useLanguage();
  const { may } = useStore();
  const store = useGet('/v2/store/get', ['store'], undefined, { enabled: may('STORE:READ') });
  const months = toMonths(calendar, method);
  const { amount, count } = sumUp(months);
  const later = store.data === undefined ? undefined : store.data.balance.pending - calendar.amount;
  return (
    <>
      <Figures>
        <Figure name={say('inPeriod')} value={<Money centavos={amount} />} hint={say('installments', { count })} />
        {method === undefined && later !== undefined && later > 0 && (
          <Figure
            name={say('later')}
            value={<Money centavos={later} />}
            hint={say('laterHint', { day: formatDay(period.endDate, language) })}
          />
        )}
      </Figures>
      {months.map((month) => (
        <MonthOfSettlements key={month.month} month={month} method={method} />
      ))}
      {months.length === 0 && (
        <EmptyState
          title={say('none')}
          text={say('noneHint')}
          curl={curl('GET', `/v2/settlements/calendar?startDate=${period.startDate}&endDate=${period.endDate}`)}
        />
      )}
    </>
  );
}
