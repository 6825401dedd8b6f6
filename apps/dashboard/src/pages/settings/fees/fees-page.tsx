import { Text } from '@mantine/core';
import { useEffect } from 'react';
import type { ApiRecord } from '../../../api/records';
import { formatBasisPoints, formatMoney } from '../../../format/money';
import { moneyColumn, textColumn } from '../../../lists/columns';
import { DataTable } from '../../../lists/data-table';
import { Card } from '../../../parts/card';
import { Facts } from '../../../parts/facts';
import { Loaded } from '../../../parts/loaded';
import { Page } from '../../../parts/page';
import { useStore } from '../../../session/store-context';
import { useGet } from '../../../session/use-get';
import { useLanguage } from '../../../words/language';
import { useWords } from '../../../words/words';
import { SettingsTabs } from '../settings-tabs';
import { feeRows, type FeeRow } from './fee-rows';
import { noteFeesSeen } from './fees-seen';
import { feesWords } from './fees-words';

/** What the store pays, and when its money comes in. */
export function FeesPage() {
  const say = useWords(feesWords);
  const { scope } = useStore();
  const query = useGet('/v2/store/get', ['store']);
  useEffect(() => {
    noteFeesSeen(scope.storeId);
  }, [scope.storeId]);
  return (
    <Page title={say('title')}>
      <SettingsTabs />
      <Text size="sm" c="dimmed" maw={680} mb="md">
        {say('intro')}
      </Text>
      <Loaded query={query}>{(store) => <Fees store={store} />}</Loaded>
    </Page>
  );
}

function Fees({ store }: { readonly store: ApiRecord<'Store'> }) {
  const say = useWords(feesWords);
  return (
    <>
      <Card title={say('payments')}>
        <PaymentFees store={store} />
      </Card>
      <Card title={say('passed')}>
        <Text size="sm">{say('passedText')}</Text>
      </Card>
      <OtherFees store={store} />
    </>
  );
}

interface Props {
  readonly store: ApiRecord<'Store'>;
}

function PaymentFees({ store }: Props) {
  const say = useWords(feesWords);
  const { language } = useLanguage();
  const toName = ({ method, from, to }: FeeRow): string =>
    method === 'CARD' ? say('card', { from, to }) : say(method);
  const toFee = ({ basisPoints, fixed }: FeeRow): string =>
    [...(basisPoints > 0 ? [formatBasisPoints(basisPoints, language)] : []), formatMoney(fixed, language)].join(' + ');
  const toArrival = ({ method, to, days }: FeeRow): string => {
    if (method === 'PIX') return say('atOnce');
    if (method === 'BOLETO') return say('boletoDays', { days });
    return say(to === 1 ? 'cardDaysOnce' : 'cardDays', { days });
  };
  return (
    <DataTable
      label={say('payments')}
      rows={feeRows(store)}
      getId={({ id }) => id}
      columns={[
        textColumn('method', say('method'), toName),
        textColumn('fee', say('fee'), toFee),
        textColumn('arrives', say('arrives'), toArrival, { isExtra: true }),
        moneyColumn<FeeRow>('example', say('example'), ({ ofHundred }) => ofHundred, { isExtra: true }),
      ]}
    />
  );
}

function OtherFees({ store: { fees, payoutFeeMode } }: Props) {
  const say = useWords(feesWords);
  const { language } = useLanguage();
  const mode = say(payoutFeeMode === 'ADDED' ? 'added' : 'included');
  const advance =
    fees.advance === null
      ? say('advanceUnknown')
      : say('advanceText', { rate: formatBasisPoints(fees.advance, language) });
  return (
    <Card title={say('others')}>
      <Facts
        facts={[
          [say('payout'), `${formatMoney(fees.payout, language)}, ${mode}`],
          [say('advance'), advance],
        ]}
      />
      <Text size="sm" c="dimmed" mt="xs">
        {say('operator')}
      </Text>
    </Card>
  );
}
