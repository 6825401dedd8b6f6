import { createdAtColumn, instantColumn, statusColumn, textColumn } from '../../lists/columns';
import { ChoiceFilter, TextFilter } from '../../lists/filters';
import { useFilteredListAt } from '../../lists/record-list';
import { CreateButton, RecordListPage } from '../../lists/record-list-page';
import { curl } from '../../parts/curl';
import { recordPaths } from '../../parts/record-paths';
import { useLanguage } from '../../words/language';
import { useWords } from '../../words/words';
import { CopyFromTest } from '../copying/copy-from-test';
import { couponTones, redeemLimit, type Coupon } from './coupon';
import { couponsWords } from './coupons-words';
import { Discount, discountText, Redemptions } from './discount';

/** The coupons of the store, the newest first. */
export function CouponsPage() {
  const say = useWords(couponsWords);
  const { language } = useLanguage();
  return (
    <RecordListPage<Coupon>
      title={say('title')}
      actions={
        <>
          <CopyFromTest />
          <CreateButton to="/coupons/create" needs="COUPON:CREATE">
            {say('create')}
          </CreateButton>
        </>
      }
      list={useFilteredListAt('/v2/coupons/list', ['coupons', 'list'])}
      columns={[
        textColumn('code', say('code'), ({ code }) => code),
        {
          id: 'discount',
          header: say('discount'),
          cell: (coupon) => <Discount coupon={coupon} />,
          text: (coupon) => discountText(coupon, language).replaceAll('\u00a0', ' '),
          isFigure: true,
        },
        statusColumn(say('status'), couponTones, say),
        {
          id: 'redemptions',
          header: say('redemptions'),
          cell: (coupon) => <Redemptions coupon={coupon} />,
          text: ({ redeemsCount }) => redeemsCount,
          isExtra: true,
        },
        instantColumn('startsAt', say('startsAt'), ({ startsAt }) => startsAt, { isExportOnly: true }),
        instantColumn('expiresAt', say('expiresAt'), ({ expiresAt }) => expiresAt, { isExtra: true }),
        createdAtColumn(say('createdAt')),
        // On the page the limit stands beside the uses.
        textColumn('limit', say('maxRedeems'), (coupon) => redeemLimit(coupon)?.toString(), { isExportOnly: true }),
      ]}
      getPath={({ id }) => recordPaths.COUPON(id)}
      exportName="cupons"
      hidesFiltersWhileEmpty
      filters={
        <>
          <TextFilter name="id" label={say('searchCode')} />
          <ChoiceFilter
            name="status"
            label={say('status')}
            choices={['ACTIVE', 'INACTIVE', 'EXPIRED'] as const}
            say={say}
          />
        </>
      }
      empty={{
        title: say('empty'),
        text: say('emptyHint'),
        curl: curl('POST', '/v2/coupons/create', {
          code: 'BEMVINDO10',
          discountKind: 'PERCENTAGE',
          discount: 1000,
          maxRedeems: 100,
        }),
      }}
    />
  );
}
