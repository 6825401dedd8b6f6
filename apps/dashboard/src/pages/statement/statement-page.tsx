import { Button, Text } from '@mantine/core';
import { answered } from '../../api/problem';
import { ChoiceFilter, FilterBar, TextFilter, useFilters } from '../../lists/filters';
import { ListView } from '../../lists/list-view';
import { PeriodFilter } from '../../lists/period-filter';
import { useRecordList, type LoadPage } from '../../lists/record-list';
import { EmptyState } from '../../parts/empty-state';
import { Page } from '../../parts/page';
import { StoreLink } from '../../parts/store-link';
import { useStore } from '../../session/store-context';
import { useWords } from '../../words/words';
import { BalanceFigures } from './balance-figures';
import { entryKinds, entryTones, hasBalance, pathOfEntry, type StatementEntry } from './entry';
import { ExportMenu } from './export-menu';
import { MoneyTabs } from './money-tabs';
import { columnsIn } from './statement-columns';
import { statementWords } from './statement-words';
import './statement.css';

const statuses = Object.keys(entryTones) as StatementEntry['status'][];
const methods = ['PIX', 'BOLETO', 'CARD'] as const;

/** Everything that moved the store's money, the newest first. */
export function StatementPage() {
  const say = useWords(statementWords);
  const { api, key } = useStore();
  const { filters } = useFilters();
  const withBalance = hasBalance(filters);
  const load: LoadPage<StatementEntry> = (page, signal) =>
    answered(
      api.GET('/v2/bank-statement/list', {
        params: { query: { ...filters, ...page, ...(withBalance ? { withBalance } : {}) } },
        signal: signal ?? null,
      }),
    );
  const list = useRecordList(key('statement', 'list', filters), load);
  return (
    <Page title={say('title')} actions={<ExportMenu filters={filters} />}>
      <MoneyTabs />
      <BalanceFigures />
      <FilterBar>
        <TextFilter name="search" label={say('search')} />
        <ChoiceFilter name="kind" label={say('kind')} choices={entryKinds.map((value) => [value, say(value)])} />
        <ChoiceFilter name="method" label={say('method')} choices={methods.map((value) => [value, say(value)])} />
        <ChoiceFilter name="status" label={say('status')} choices={statuses.map((value) => [value, say(value)])} />
        <PeriodFilter />
      </FilterBar>
      {!withBalance && list.rows.length > 0 && <BalanceNote>{say('balanceFiltered')}</BalanceNote>}
      {list.rows.some(({ availableAfter }) => availableAfter === null) && (
        <BalanceNote>{say('balanceTooFar')}</BalanceNote>
      )}
      <ListView
        label={say('title')}
        list={list}
        columns={columnsIn(say, withBalance)}
        idOf={({ id }) => id}
        pathOf={pathOfEntry}
        isFiltered={Object.keys(filters).length > 0}
        empty={
          <EmptyState
            title={say('empty')}
            text={say('emptyHint')}
            action={
              <Button component={StoreLink} to="/charges" variant="default">
                {say('emptyAction')}
              </Button>
            }
          />
        }
      />
    </Page>
  );
}

/** Why a balance is not shown. */
function BalanceNote({ children }: { readonly children: string }) {
  return (
    <Text size="sm" c="dimmed" mb="xs" role="status">
      {children}
    </Text>
  );
}
