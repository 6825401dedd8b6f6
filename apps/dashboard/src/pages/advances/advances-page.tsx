import { Button } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { answered } from '../../api/problem';
import type { ApiRecord } from '../../api/records';
import type { Column } from '../../lists/column';
import { csvMoney } from '../../lists/csv';
import { ExportButton } from '../../lists/export-button';
import { FilterBar, useFilters } from '../../lists/filters';
import { ListView } from '../../lists/list-view';
import { PeriodFilter } from '../../lists/period-filter';
import { useRecordList, type LoadPage } from '../../lists/record-list';
import { CopyText } from '../../parts/copy-text';
import { curl } from '../../parts/curl';
import { EmptyState } from '../../parts/empty-state';
import { Instant } from '../../parts/instant';
import { Money } from '../../parts/money';
import { Page } from '../../parts/page';
import { useStore } from '../../session/store-context';
import { useWords } from '../../words/words';
import { BalanceFigures } from '../statement/balance-figures';
import { MoneyTabs } from '../statement/money-tabs';
import { AdvanceDialog } from './advance-dialog';
import { advancesWords } from './advances-words';
import './advances.css';

type Advance = ApiRecord<'Advance'>;
type Say = ReturnType<typeof useWords<keyof (typeof advancesWords)['en']>>;

/** Card money that became available before its settlement date, the newest first. */
export function AdvancesPage() {
  const say = useWords(advancesWords);
  const { api, key, may } = useStore();
  const { filters } = useFilters();
  const [isOpen, dialog] = useDisclosure(false);
  const load: LoadPage<Advance> = (page, signal) =>
    answered(api.GET('/v2/advances/list', { params: { query: { ...filters, ...page } }, signal: signal ?? null }));
  const list = useRecordList(key('advances', 'list', filters), load);
  const columns = columnsIn(say);
  const mayAdvance = may('WITHDRAW:CREATE');
  return (
    <Page title={say('title')} actions={mayAdvance && <Button onClick={dialog.open}>{say('advance')}</Button>}>
      <MoneyTabs />
      <BalanceFigures />
      <FilterBar actions={<ExportButton name={say('title').toLowerCase()} load={load} columns={columns} />}>
        <PeriodFilter />
      </FilterBar>
      <ListView
        label={say('title')}
        list={list}
        columns={columns}
        idOf={({ id }) => id}
        isFiltered={Object.keys(filters).length > 0}
        empty={
          <EmptyState
            title={say('empty')}
            text={say('emptyHint')}
            action={
              mayAdvance && (
                <Button variant="default" onClick={dialog.open}>
                  {say('advance')}
                </Button>
              )
            }
            curl={curl('GET', '/v2/advances/quote')}
          />
        }
      />
      {isOpen && <AdvanceDialog onClose={dialog.close} />}
    </Page>
  );
}

function columnsIn(say: Say): readonly Column<Advance>[] {
  const figure = (id: 'amount' | 'cost' | 'net'): Column<Advance> => ({
    id,
    header: say(id),
    cell: (advance) => <Money centavos={advance[id]} />,
    text: (advance) => csvMoney(advance[id]),
    isFigure: true,
  });
  return [
    { id: 'at', header: say('at'), cell: ({ createdAt }) => <Instant at={createdAt} />, text: (row) => row.createdAt },
    { id: 'id', header: say('id'), cell: ({ id }) => <CopyText text={id} />, text: ({ id }) => id, isExtra: true },
    figure('amount'),
    { ...figure('cost'), isExtra: true },
    figure('net'),
  ];
}
