import { Button } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import type { ApiRecord } from '../../api/records';
import { createdAtColumn, moneyColumn } from '../../lists/columns';
import { useFilteredListAt } from '../../lists/record-list';
import { RecordListPage } from '../../lists/record-list-page';
import { CopyText } from '../../parts/copy-text';
import { curl } from '../../parts/curl';
import { useStore } from '../../session/store-context';
import { useWords } from '../../words/words';
import { BalanceFigures } from '../statement/balance-figures';
import { MoneyTabs } from '../statement/money-tabs';
import { AdvanceDialog } from './advance-dialog';
import { advancesWords } from './advances-words';
import './advances.css';

/** Card money that became available before its settlement date, the newest first. */
export function AdvancesPage() {
  const say = useWords(advancesWords);
  const mayAdvance = useStore().may('WITHDRAW:CREATE');
  const [isOpen, dialog] = useDisclosure(false);
  return (
    <RecordListPage<ApiRecord<'Advance'>>
      title={say('title')}
      actions={mayAdvance && <Button onClick={dialog.open}>{say('advance')}</Button>}
      head={
        <>
          <MoneyTabs />
          <BalanceFigures />
        </>
      }
      list={useFilteredListAt('/v2/advances/list', ['advances', 'list'])}
      columns={[
        createdAtColumn(say('at'), {}),
        { id: 'id', header: say('id'), cell: ({ id }) => <CopyText text={id} />, text: ({ id }) => id, isExtra: true },
        moneyColumn('amount', say('amount'), ({ amount }) => amount),
        moneyColumn('cost', say('cost'), ({ cost }) => cost, { isExtra: true }),
        moneyColumn('net', say('net'), ({ net }) => net),
      ]}
      exportName={say('title').toLowerCase()}
      filters={null}
      empty={{
        title: say('empty'),
        text: say('emptyHint'),
        action: mayAdvance && (
          <Button variant="default" onClick={dialog.open}>
            {say('advance')}
          </Button>
        ),
        curl: curl('GET', '/v2/advances/quote'),
      }}
    >
      {isOpen && <AdvanceDialog onClose={dialog.close} />}
    </RecordListPage>
  );
}
