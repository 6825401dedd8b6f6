import { Button } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import type { ApiRecord } from '../../api/records';
import { createdAtColumn, externalIdColumn, moneyColumn, textColumn } from '../../lists/columns';
import { TextFilter } from '../../lists/filters';
import { useFilteredListAt } from '../../lists/record-list';
import { RecordListPage } from '../../lists/record-list-page';
import { curl } from '../../parts/curl';
import { EmptyState } from '../../parts/empty-state';
import { Page } from '../../parts/page';
import { useStore } from '../../session/store-context';
import { useWords } from '../../words/words';
import { CreateSellerDialog } from './create-seller-dialog';
import { sellersWords } from './sellers-words';

/** Who gets parts of the store's payments, with what each has. */
export function SellersPage() {
  const say = useWords(sellersWords);
  const { hasSubAccounts } = useStore();
  if (hasSubAccounts) return <SellerList />;
  return (
    <Page title={say('title')}>
      <EmptyState title={say('off')} text={say('offHint')} />
    </Page>
  );
}

function SellerList() {
  const say = useWords(sellersWords);
  const { may } = useStore();
  const [isOpen, dialog] = useDisclosure(false);
  return (
    <RecordListPage<ApiRecord<'SubAccount'>>
      title={say('title')}
      actions={may('SUB_ACCOUNT:CREATE') && <Button onClick={dialog.open}>{say('create')}</Button>}
      list={useFilteredListAt('/v2/sub-accounts/list', ['sellers', 'list'])}
      columns={[
        textColumn('name', say('name'), ({ name }) => name, {}),
        moneyColumn('available', say('available'), ({ balance }) => balance.available),
        moneyColumn('pending', say('pending'), ({ balance }) => balance.pending, { isExtra: true }),
        moneyColumn('blocked', say('blocked'), ({ balance }) => balance.blocked, { isExtra: true }),
        externalIdColumn(say('externalId')),
        createdAtColumn(say('createdAt')),
      ]}
      getPath={({ id }) => `/sellers/${id}`}
      exportName={say('title').toLowerCase()}
      filters={<TextFilter name="externalId" label={say('externalId')} />}
      empty={{
        title: say('empty'),
        text: say('emptyHint'),
        curl: curl('POST', '/v2/sub-accounts/create', { name: 'Ana Souza', taxId: '123.456.789-09' }),
      }}
    >
      {isOpen && <CreateSellerDialog onClose={dialog.close} />}
    </RecordListPage>
  );
}
