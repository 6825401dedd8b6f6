import { Button, Text } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { ChoiceFilter, TextFilter } from '../../lists/filters';
import { ListView } from '../../lists/list-view';
import { useFilteredListAt, useListAt } from '../../lists/record-list';
import { RecordListPage } from '../../lists/record-list-page';
import { Card } from '../../parts/card';
import { curl } from '../../parts/curl';
import { PageTabs } from '../../parts/page-tabs';
import { recordPaths } from '../../parts/record-paths';
import { useStore } from '../../session/store-context';
import { useWords } from '../../words/words';
import { LimitCard } from './limit-card';
import { NewPayout } from './new-payout';
import { payoutStatuses, type Payout, type PayoutArea } from './payout';
import { payoutColumns } from './payout-columns';
import { payoutWords } from './payout-words';
import './payouts.css';

const samples: Readonly<Record<PayoutArea, string>> = {
  payouts: curl('POST', '/v2/payouts/create', { amount: 10_000 }),
  pix: curl('POST', '/v2/pix/send', {
    amount: 10_000,
    externalId: 'fornecedor-42',
    pix: { type: 'EMAIL', key: 'ana@example.com' },
  }),
};
const listPaths = { payouts: '/v2/payouts/list', pix: '/v2/pix/list' } as const;
const pathOf = {
  payouts: ({ id }: Payout) => recordPaths.PAYOUT(id),
  pix: ({ id }: Payout) => recordPaths.TRANSFER(id),
};
const words = {
  payouts: { create: 'newPayouts', empty: 'emptyPayouts', hint: 'emptyPayoutsHint' },
  pix: { create: 'newPix', empty: 'emptyPix', hint: 'emptyPixHint' },
} as const;

/** Withdrawals to the store's own account. */
export function PayoutsPage() {
  return <PayoutList area="payouts" />;
}

/** Pix transfers to anybody. */
export function PixPage() {
  return <PayoutList area="pix" />;
}

/** Withdrawals or Pix transfers: what waits for a person first, then all of them. */
function PayoutList({ area }: { readonly area: PayoutArea }) {
  const say = useWords(payoutWords);
  const mayPayOut = useStore().may('WITHDRAW:CREATE');
  const [isOpen, dialog] = useDisclosure(false);
  const { create, empty, hint } = words[area];
  return (
    <RecordListPage
      title={say(area)}
      actions={mayPayOut && <Button onClick={dialog.open}>{say(create)}</Button>}
      head={
        <>
          <PageTabs
            label={say('area')}
            tabs={[
              { path: '/payouts', name: say('payouts') },
              { path: '/pix', name: say('pix') },
            ]}
          />
          <Waiting area={area} />
        </>
      }
      list={useFilteredListAt(listPaths[area], [area, 'list'])}
      columns={payoutColumns(say)}
      getPath={pathOf[area]}
      exportName={say(area).toLowerCase()}
      filters={
        <>
          <TextFilter name="externalId" label={say('externalIdFilter')} />
          <ChoiceFilter name="status" label={say('status')} choices={payoutStatuses} say={say} />
        </>
      }
      empty={{
        title: say(empty),
        text: say(hint),
        action: mayPayOut && (
          <Button variant="default" onClick={dialog.open}>
            {say(create)}
          </Button>
        ),
        curl: samples[area],
      }}
    >
      <LimitCard />
      {isOpen && <NewPayout area={area} onClose={dialog.close} />}
    </RecordListPage>
  );
}

/** What waits for another person's approval; nothing while there is none. */
function Waiting({ area }: { readonly area: PayoutArea }) {
  const say = useWords(payoutWords);
  const list = useListAt(listPaths[area], [area, 'list'], { approval: 'WAITING' });
  if (list.rows.length === 0) return null;
  // They are all of one state, which the title says.
  const columns = payoutColumns(say).filter(({ id }) => id !== 'status');
  return (
    <Card title={say('waiting')}>
      <Text size="sm" c="dimmed" mb="sm">
        {say('waitingHint')}
      </Text>
      <ListView label={say('waiting')} list={list} columns={columns} getPath={pathOf[area]} empty={null} />
    </Card>
  );
}
