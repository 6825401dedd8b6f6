import { Button, Text } from '@mantine/core';
import { ChoiceFilter, TextFilter, useFilters } from '../../lists/filters';
import { useFilteredListAt } from '../../lists/record-list';
import { RecordListPage } from '../../lists/record-list-page';
import { StoreLink } from '../../parts/store-link';
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
  const { filters } = useFilters();
  const withBalance = hasBalance(filters);
  const list = useFilteredListAt('/v2/bank-statement/list', ['statement', 'list'], () =>
    withBalance ? { ...filters, withBalance } : filters,
  );
  return (
    <RecordListPage
      title={say('title')}
      actions={<ExportMenu filters={filters} />}
      head={
        <>
          <MoneyTabs />
          <BalanceFigures />
        </>
      }
      list={list}
      columns={columnsIn(say, withBalance)}
      getPath={pathOfEntry}
      filters={
        <>
          <TextFilter name="search" label={say('search')} />
          <ChoiceFilter name="kind" label={say('kind')} choices={entryKinds} say={say} />
          <ChoiceFilter name="method" label={say('method')} choices={methods} say={say} />
          <ChoiceFilter name="status" label={say('status')} choices={statuses} say={say} />
        </>
      }
      notes={
        <>
          {!withBalance && list.rows.length > 0 && <BalanceNote>{say('balanceFiltered')}</BalanceNote>}
          {list.rows.some(({ availableAfter }) => availableAfter === null) && (
            <BalanceNote>{say('balanceTooFar')}</BalanceNote>
          )}
        </>
      }
      empty={{
        title: say('empty'),
        text: say('emptyHint'),
        action: (
          <Button component={StoreLink} to="/charges" variant="default">
            {say('emptyAction')}
          </Button>
        ),
      }}
    />
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
