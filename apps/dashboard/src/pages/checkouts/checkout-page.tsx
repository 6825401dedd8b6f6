import { Button, Text } from '@mantine/core';
import { useParams } from '@tanstack/react-router';
import { useState } from 'react';
import { ConfirmPost } from '../../actions/confirm-dialog';
import type { ApiRecord } from '../../api/records';
import { formatMoney } from '../../format/money';
import { ListView } from '../../lists/list-view';
import { useListAt } from '../../lists/record-list';
import { ActionMenu } from '../../parts/action-menu';
import { Card } from '../../parts/card';
import { SameInCode } from '../../parts/code-sample';
import { Columns } from '../../parts/columns';
import { CopyButton } from '../../parts/copy-button';
import { curl } from '../../parts/curl';
import { Loaded } from '../../parts/loaded';
import { Metadata } from '../../parts/metadata';
import { Page } from '../../parts/page';
import { recordPaths } from '../../parts/record-paths';
import { Status } from '../../parts/status';
import { useStore } from '../../session/store-context';
import { useGet } from '../../session/use-get';
import { useLanguage } from '../../words/language';
import { useWords } from '../../words/words';
import { chargesWords } from '../charges/charges-words';
import { paymentColumns } from '../sale/payment-columns';
import { PageAddress } from '../sale/page-address';
import { saleState, saleTones } from '../sale/sale-status';
import { saleWords } from '../sale/sale-words';
import { SimulateDialog } from '../sale/simulate-dialog';
import { toPrices, SoldItems } from '../sale/sold-items';
import { CheckoutFacts, CheckoutFigures, PayerCard } from './checkout-facts';
import { checkoutsWords } from './checkouts-words';

type Checkout = ApiRecord<'CheckoutWithPayments'>;

/** One checkout: its address, who pays, what was tried. */
export function CheckoutPage() {
  const say = useWords(checkoutsWords);
  const { language } = useLanguage();
  const { id = '' }: { id?: string } = useParams({ strict: false });
  const query = useGet('/v2/checkouts/get', ['checkouts', 'one', id], { id });
  const checkout = query.data;
  return (
    <Page
      title={checkout ? say('checkout', { amount: formatMoney(checkout.amount, language) }) : id}
      parent={{ path: '/checkouts', title: say('title') }}
      actions={checkout && <CheckoutActions checkout={checkout} />}
    >
      <Loaded query={query}>
        {(loaded) => (
          <Columns
            aside={
              <div className="stacked-facts">
                <PageAddress id={loaded.id} url={loaded.url} isOver={loaded.status !== 'PENDING'} />
                <PayerCard checkout={loaded} />
                <CheckoutFacts checkout={loaded} />
                <Metadata metadata={loaded.metadata} />
              </div>
            }
          >
            {loaded.paidAmount !== null && <CheckoutFigures checkout={loaded} />}
            <ChargesCard checkout={loaded} />
            <SoldLines checkout={loaded} />
            <SameInCode code={curl('GET', `/v2/checkouts/get?id=${loaded.id}`)} />
          </Columns>
        )}
      </Loaded>
    </Page>
  );
}

function CheckoutActions({ checkout }: { readonly checkout: Checkout }) {
  const say = useWords(checkoutsWords);
  const saySale = useWords(saleWords);
  const { key, may, isLive } = useStore();
  const [open, setOpen] = useState<'simulate' | 'cancel'>();
  const close = (): void => {
    setOpen(undefined);
  };
  const { status, receiptUrl, subscriptionId } = checkout;
  const isOpen = status === 'PENDING' && subscriptionId === null;
  return (
    <>
      <Status tone={saleTones[saleState(checkout)]}>{saySale(saleState(checkout))}</Status>
      {receiptUrl !== null && (
        <Button variant="default" component="a" href={receiptUrl} target="_blank" rel="noreferrer">
          {say('receipt')}
        </Button>
      )}
      {status === 'PENDING' && <CopyButton text={checkout.url}>{saySale('copyLink')}</CopyButton>}
      {isOpen && !isLive && may('CHECKOUT:CREATE') && (
        <Button
          variant="default"
          onClick={() => {
            setOpen('simulate');
          }}
        >
          {saySale('simulate')}
        </Button>
      )}
      <ActionMenu
        actions={[
          isOpen &&
            may('CHECKOUT:DELETE') && {
              name: say('cancel'),
              isDangerous: true,
              onSelect: () => {
                setOpen('cancel');
              },
            },
        ]}
      />
      {open === 'simulate' && (
        <SimulateDialog id={checkout.id} kind="checkouts" methods={checkout.methods} onClose={close} />
      )}
      {open === 'cancel' && (
        <ConfirmPost
          path="/v2/checkouts/delete"
          body={{ id: checkout.id }}
          title={say('cancel')}
          isDangerous
          refreshes={[key('checkouts'), key('charges')]}
          done={say('cancelled')}
          onClose={close}
        >
          {say('cancelHint')}
        </ConfirmPost>
      )}
    </>
  );
}

/** What it sells, with the prices and the discount of the order where it has been paid or tried. */
function SoldLines({ checkout }: { readonly checkout: Checkout }) {
  const charges = useListAt('/v2/charges/list', ['charges', 'list'], { checkoutId: checkout.id });
  const sold = charges.rows.find(({ isUpSell }) => !isUpSell)?.items ?? [];
  const discounted = checkout.couponsUsed.length > 0 ? checkout.amount : undefined;
  return <SoldItems items={checkout.items} prices={toPrices(sold)} discounted={discounted} />;
}

/** What was tried and paid here; each leads to its charge, where it can be refunded. */
function ChargesCard({ checkout: { id: checkoutId, payments, status } }: { readonly checkout: Checkout }) {
  const say = useWords(checkoutsWords);
  const sayCharge = useWords(chargesWords);
  const { may } = useStore();
  const list = useListAt('/v2/charges/list', ['charges', 'list'], { checkoutId });
  return (
    <Card title={say('charges')}>
      <ListView
        label={say('charges')}
        list={list}
        columns={paymentColumns(sayCharge, say('paidAt'))}
        getPath={({ id }) => recordPaths.CHARGE(id)}
        empty={say('noCharges')}
      />
      {status === 'PAID' && payments.length > 0 && may('REFUND:CREATE') && (
        <Text size="sm" c="dimmed" mt="xs">
          {say('refundHint')}
        </Text>
      )}
    </Card>
  );
}
