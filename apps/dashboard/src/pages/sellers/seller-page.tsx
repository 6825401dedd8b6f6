import { Button, Text } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { useParams } from '@tanstack/react-router';
import type { ApiRecord } from '../../api/records';
import { ListView } from '../../lists/list-view';
import { useListAt } from '../../lists/record-list';
import { Card } from '../../parts/card';
import { Columns } from '../../parts/columns';
import { CopyText } from '../../parts/copy-text';
import { Facts } from '../../parts/facts';
import { Figure, Figures } from '../../parts/figures';
import { Instant } from '../../parts/instant';
import { Loaded } from '../../parts/loaded';
import { Money } from '../../parts/money';
import { Page } from '../../parts/page';
import { useStore } from '../../session/store-context';
import { useGet } from '../../session/use-get';
import { useWords } from '../../words/words';
import { pathOfEntry } from '../statement/entry';
import { columnsIn } from '../statement/statement-columns';
import { statementWords } from '../statement/statement-words';
import '../statement/statement.css';
import { sellersWords } from './sellers-words';
import { TransferDialog } from './transfer-dialog';
import { WithdrawDialog } from './withdraw-dialog';

type Seller = ApiRecord<'SubAccount'>;

/** One seller: what they have, what moved it, and a withdrawal to their own Pix key. */
export function SellerPage() {
  const { id = '' }: { id?: string } = useParams({ strict: false });
  const say = useWords(sellersWords);
  const { may } = useStore();
  const [isOpen, dialog] = useDisclosure(false);
  const [isMoving, moving] = useDisclosure(false);
  const query = useGet('/v2/sub-accounts/get', ['sellers', 'one', id], { id });
  const seller = query.data;
  return (
    <Page
      title={seller?.name ?? id}
      parent={{ path: '/sellers', title: say('title') }}
      actions={
        seller && (
          <>
            {may('SUB_ACCOUNT:TRANSFER') && (
              <Button variant="default" onClick={moving.open}>
                {say('transfer')}
              </Button>
            )}
            {may('SUB_ACCOUNT:WITHDRAW') && <Button onClick={dialog.open}>{say('withdraw')}</Button>}
          </>
        )
      }
    >
      <Loaded query={query}>
        {(loaded) => (
          <>
            <Figures>
              <Figure name={say('available')} value={<Money centavos={loaded.balance.available} />} />
              <Figure name={say('pending')} value={<Money centavos={loaded.balance.pending} />} />
              <Figure name={say('blocked')} value={<Money centavos={loaded.balance.blocked} />} />
            </Figures>
            <Columns aside={<SellerFacts seller={loaded} />}>
              {may('BANK_STATEMENT:READ') && <SellerStatement id={id} />}
            </Columns>
            {isMoving && <TransferDialog seller={loaded} onClose={moving.close} />}
            {isOpen && <WithdrawDialog seller={loaded} onClose={dialog.close} />}
          </>
        )}
      </Loaded>
    </Page>
  );
}

function SellerStatement({ id }: { readonly id: string }) {
  const say = useWords(sellersWords);
  const sayEntry = useWords(statementWords);
  const list = useListAt('/v2/bank-statement/list', ['statement', 'seller', id], { subAccountId: id });
  return (
    <Card title={say('statement')}>
      <ListView
        label={say('statement')}
        list={list}
        columns={columnsIn(sayEntry, false)}
        getPath={pathOfEntry}
        empty={
          <Text size="sm" c="dimmed">
            {say('nothingMoved')}
          </Text>
        }
      />
    </Card>
  );
}

function SellerFacts({ seller }: { readonly seller: Seller }) {
  const say = useWords(sellersWords);
  const { taxId, externalId, createdAt, id } = seller;
  return (
    <Card title={say('facts')}>
      <div className="stacked-facts">
        <Facts
          facts={[
            [say('taxId'), taxId],
            [say('externalId'), externalId === null ? undefined : <CopyText key="external" text={externalId} />],
            [say('createdAt'), <Instant key="at" at={createdAt} />],
            [say('id'), <CopyText key="id" text={id} />],
          ]}
        />
      </div>
    </Card>
  );
}
