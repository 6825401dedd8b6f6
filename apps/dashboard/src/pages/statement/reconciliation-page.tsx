import { Anchor, Button, Text } from '@mantine/core';
import { formatMoney } from '../../format/money';
import { formatDay } from '../../format/time';
import { useFilters } from '../../lists/filters';
import { findPeriodProblem, periodsOn } from '../../lists/periods';
import { curl } from '../../parts/curl';
import { EmptyState } from '../../parts/empty-state';
import { Icon } from '../../parts/icon';
import { Loaded } from '../../parts/loaded';
import { Page } from '../../parts/page';
import { StoreLink } from '../../parts/store-link';
import { useStore } from '../../session/store-context';
import { useStoreClock } from '../../session/store-clock';
import { useGet } from '../../session/use-get';
import { useLanguage } from '../../words/language';
import { useWords } from '../../words/words';
import { MoneyTabs } from './money-tabs';
import { daysMax, type Reconciliation } from './reconciliation';
import { ReconciliationExport } from './reconciliation-export';
import { ReconciliationPeriod } from './reconciliation-period';
import { ReconciliationTable } from './reconciliation-table';
import { reconciliationWords } from './reconciliation-words';
import './reconciliation.css';

/** The statement of some days added up by kind, and whether the ledger says the same; the days are in the address. */
export function ReconciliationPage() {
  const say = useWords(reconciliationWords);
  const { filters } = useFilters();
  const { today } = useStoreClock();
  const usual = periodsOn(today()).thisMonth;
  const startDate = filters.startDate ?? usual.startDate;
  const endDate = filters.endDate ?? (filters.startDate === undefined ? usual.endDate : filters.startDate);
  const problem = findPeriodProblem({ startDate, endDate }, daysMax);
  const query = useGet(
    '/v2/bank-statement/reconciliation',
    ['statement', 'reconciliation', startDate, endDate],
    { startDate, endDate },
    { enabled: problem === undefined },
  );
  const found = problem === undefined ? query.data : undefined;
  return (
    <Page title={say('title')} actions={found && <ReconciliationExport found={found} />}>
      <MoneyTabs />
      <Text size="sm" c="dimmed" maw={680} mb="md">
        {say('intro')}
      </Text>
      <ReconciliationPeriod period={{ startDate, endDate }} today={today()} />
      {problem === undefined ? (
        <Loaded query={query}>{(data) => <Result found={data} />}</Loaded>
      ) : (
        <Text size="sm" role="alert">
          {say(problem, { days: daysMax })}
        </Text>
      )}
    </Page>
  );
}

function Result({ found }: { readonly found: Reconciliation }) {
  const say = useWords(reconciliationWords);
  return (
    <>
      <Verdict found={found} />
      <ReconciliationTable found={found} />
      <PendingNote />
      {found.lines.some(({ kind, debits }) => kind === 'PAYMENT' && debits > 0) && (
        <Text size="sm" c="dimmed" mt="xs">
          {say('feesHint')}
        </Text>
      )}
      {found.lines.length === 0 && (
        <EmptyState
          title={say('none')}
          text={say('noneHint')}
          action={
            <Button component={StoreLink} to="/statement" variant="default">
              {say('toStatement')}
            </Button>
          }
          curl={curl('GET', `/v2/bank-statement/reconciliation?startDate=${found.startDate}&endDate=${found.endDate}`)}
        />
      )}
    </>
  );
}

/** What is in no line, because it is not available yet. */
function PendingNote() {
  const say = useWords(reconciliationWords);
  const { language } = useLanguage();
  const { may } = useStore();
  const { data: store } = useGet('/v2/store/get', ['store'], undefined, { enabled: may('STORE:READ') });
  if (!store) return null;
  return (
    <Text size="sm" mt="md">
      {say('pending', { amount: formatMoney(store.balance.pending, language) })}{' '}
      <Anchor component={StoreLink} to="/settlements" inherit>
        {say('pendingLink')}
      </Anchor>
    </Text>
  );
}

/** Whether the statement and the ledger agree, first of all. */
function Verdict({ found: { isBalanced, ledgerDifference, startDate, endDate } }: { readonly found: Reconciliation }) {
  const say = useWords(reconciliationWords);
  const { language } = useLanguage();
  const days = [startDate, endDate].map((day) => formatDay(day, language)).join(' – ');
  return (
    <div className={`verdict verdict-${isBalanced ? 'good' : 'bad'}`} role={isBalanced ? 'status' : 'alert'}>
      <Icon name={isBalanced ? 'check' : 'warning'} />
      <p>
        <strong>
          {say(isBalanced ? 'balanced' : 'different')} · {days}
        </strong>
        {isBalanced
          ? say('balancedHint')
          : say('differentHint', { amount: formatMoney(Math.abs(ledgerDifference), language) })}
      </p>
    </div>
  );
}
