import { Button, Text } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { answered } from '../../api/problem';
import { ExportButton } from '../../lists/export-button';
import { ChoiceFilter, FilterBar, TextFilter, useFilters, type Filters } from '../../lists/filters';
import { ListView } from '../../lists/list-view';
import { PeriodFilter } from '../../lists/period-filter';
import { useRecordList, type LoadPage } from '../../lists/record-list';
import { Card } from '../../parts/card';
import { curl } from '../../parts/curl';
import { EmptyState } from '../../parts/empty-state';
import { Page } from '../../parts/page';
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
const pathOf = {
  payouts: ({ id }: Payout) => recordPaths.PAYOUT(id),
  pix: ({ id }: Payout) => recordPaths.TRANSFER(id),
};
const words = {
  payouts: { create: 'newPayouts', empty: 'emptyPayouts', hint: 'emptyPayoutsHint' },
  pix: { create: 'newPix', empty: 'emptyPix', hint: 'emptyPixHint' },
} as const;

/** Withdrawals or Pix transfers: what waits for a person first, then all of them. */
export function PayoutList({ area }: { readonly area: PayoutArea }) {
  const say = useWords(payoutWords);
  const { may } = useStore();
  const { filters } = useFilters();
  const [isOpen, dialog] = useDisclosure(false);
  const load = useLoad(area, filters);
  const { key } = useStore();
  const list = useRecordList(key(area, 'list', filters), load);
  const columns = payoutColumns(say);
  const mayPayOut = may('WITHDRAW:CREATE');
  const { create, empty, hint } = words[area];
  return (
    <Page title={say(area)} actions={mayPayOut && <Button onClick={dialog.open}>{say(create)}</Button>}>
      <PageTabs
        label={say('area')}
        tabs={[
          { path: '/payouts', name: say('payouts') },
          { path: '/pix', name: say('pix') },
        ]}
      />
      <Waiting area={area} />
      <FilterBar actions={<ExportButton name={say(area).toLowerCase()} load={load} columns={columns} />}>
        <TextFilter name="externalId" label={say('externalIdFilter')} />
        <ChoiceFilter
          name="status"
          label={say('status')}
          choices={payoutStatuses.map((value) => [value, say(value)])}
        />
        <PeriodFilter />
      </FilterBar>
      <ListView
        label={say(area)}
        list={list}
        columns={columns}
        idOf={({ id }) => id}
        pathOf={pathOf[area]}
        isFiltered={Object.keys(filters).length > 0}
        empty={
          <EmptyState
            title={say(empty)}
            text={say(hint)}
            action={
              mayPayOut && (
                <Button variant="default" onClick={dialog.open}>
                  {say(create)}
                </Button>
              )
            }
            curl={samples[area]}
          />
        }
      />
      <LimitCard />
      {isOpen && <NewPayout area={area} onClose={dialog.close} />}
    </Page>
  );
}

/** What waits for another person's approval; nothing while there is none. */
function Waiting({ area }: { readonly area: PayoutArea }) {
  const say = useWords(payoutWords);
  const { key } = useStore();
  const filters = { approval: 'WAITING' };
  const list = useRecordList(key(area, 'list', filters), useLoad(area, filters));
  if (list.rows.length === 0) return null;
  return (
    <Card title={say('waiting')}>
      <Text size="sm" c="dimmed" mb="sm">
        {say('waitingHint')}
      </Text>
      <ListView
        label={say('waiting')}
        list={list}
        columns={payoutColumns(say)}
        idOf={({ id }) => id}
        pathOf={pathOf[area]}
        empty={null}
      />
    </Card>
  );
}

function useLoad(area: PayoutArea, filters: Filters): LoadPage<Payout> {
  const { api } = useStore();
  return (page, signal) => {
    const options = { params: { query: { ...filters, ...page } }, signal: signal ?? null };
    return area === 'pix' ? answered(api.GET('/v2/pix/list', options)) : answered(api.GET('/v2/payouts/list', options));
  };
}
