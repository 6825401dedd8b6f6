import { Button } from '@mantine/core';
import { answered } from '../../api/problem';
import type { Column } from '../../lists/column';
import { csvInstant } from '../../lists/csv';
import { ExportButton } from '../../lists/export-button';
import { ChoiceFilter, FilterBar, TextFilter, useFilters } from '../../lists/filters';
import { ListView } from '../../lists/list-view';
import { PeriodFilter } from '../../lists/period-filter';
import { useRecordList, type LoadPage } from '../../lists/record-list';
import { curl } from '../../parts/curl';
import { EmptyState } from '../../parts/empty-state';
import { Icon } from '../../parts/icon';
import { Instant } from '../../parts/instant';
import { Page } from '../../parts/page';
import { recordPaths } from '../../parts/record-paths';
import { Status } from '../../parts/status';
import { StoreLink } from '../../parts/store-link';
import { useStore } from '../../session/store-context';
import { useLanguage, type Language } from '../../words/language';
import { useWords, type Say } from '../../words/words';
import { couponTones, limitOf, type Coupon } from './coupon';
import { couponsWords, type CouponsWord } from './coupons-words';
import { Discount, discountText, Redemptions } from './discount';

const statuses = ['ACTIVE', 'INACTIVE', 'EXPIRED'] as const;

/** The coupons of the store, the newest first. */
export function CouponsPage() {
  const say = useWords(couponsWords);
  const { language } = useLanguage();
  const { api, key, may } = useStore();
  const { filters } = useFilters();
  const load: LoadPage<Coupon> = (page, signal) =>
    answered(api.GET('/v2/coupons/list', { params: { query: { ...filters, ...page } }, signal: signal ?? null }));
  const list = useRecordList(key('coupons', 'list', filters), load);
  const columns = columnsIn(say, language);
  const isFiltered = Object.keys(filters).length > 0;
  const create = may('COUPON:CREATE') && (
    <Button component={StoreLink} to="/coupons/create" leftSection={<Icon name="plus" size={16} />}>
      {say('create')}
    </Button>
  );
  return (
    <Page title={say('title')} actions={create}>
      {(list.rows.length > 0 || isFiltered) && (
        <FilterBar actions={<ExportButton name="cupons" load={load} columns={[...columns, limitColumn(say)]} />}>
          <TextFilter name="id" label={say('searchCode')} />
          <ChoiceFilter name="status" label={say('status')} choices={statuses.map((value) => [value, say(value)])} />
          <PeriodFilter />
        </FilterBar>
      )}
      <ListView
        label={say('title')}
        list={list}
        columns={columns}
        idOf={({ id }) => id}
        pathOf={({ id }) => recordPaths.COUPON(id)}
        isFiltered={isFiltered}
        empty={
          <EmptyState
            title={say('empty')}
            text={say('emptyHint')}
            curl={curl('POST', '/v2/coupons/create', {
              code: 'BEMVINDO10',
              discountKind: 'PERCENTAGE',
              discount: 1000,
              maxRedeems: 100,
            })}
          />
        }
      />
    </Page>
  );
}

function columnsIn(say: Say<CouponsWord>, language: Language): readonly Column<Coupon>[] {
  return [
    { id: 'code', header: say('code'), cell: ({ code }) => code, text: ({ code }) => code },
    {
      id: 'discount',
      header: say('discount'),
      cell: (coupon) => <Discount coupon={coupon} />,
      text: (coupon) => discountText(coupon, language).replaceAll('\u00a0', ' '),
      isFigure: true,
    },
    {
      id: 'status',
      header: say('status'),
      cell: ({ status }) => <Status tone={couponTones[status]}>{say(status)}</Status>,
      text: ({ status }) => say(status),
    },
    {
      id: 'redemptions',
      header: say('redemptions'),
      cell: (coupon) => <Redemptions coupon={coupon} />,
      text: ({ redeemsCount }) => String(redeemsCount),
      isExtra: true,
    },
    {
      id: 'createdAt',
      header: say('createdAt'),
      cell: ({ createdAt }) => <Instant at={createdAt} />,
      text: ({ createdAt }) => csvInstant(createdAt),
      isExtra: true,
    },
  ];
}

/** Of the export alone: on the page the limit stands beside the uses. */
function limitColumn(say: Say<CouponsWord>): Column<Coupon> {
  const text = (coupon: Coupon): string => String(limitOf(coupon) ?? '');
  return { id: 'limit', header: say('maxRedeems'), cell: text, text };
}
