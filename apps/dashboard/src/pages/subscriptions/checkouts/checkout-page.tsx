import { Button } from '@mantine/core';
import { useParams } from '@tanstack/react-router';
import { useState } from 'react';
import { ConfirmPost } from '../../../actions/confirm-dialog';
import { ListView } from '../../../lists/list-view';
import { useListAt } from '../../../lists/record-list';
import { ActionMenu } from '../../../parts/action-menu';
import { Card } from '../../../parts/card';
import { Columns } from '../../../parts/columns';
import { Loaded } from '../../../parts/loaded';
import { Page } from '../../../parts/page';
import { recordPaths } from '../../../parts/record-paths';
import { Status } from '../../../parts/status';
import { useStoreClock } from '../../../session/store-clock';
import { useGet } from '../../../session/use-get';
import { useStore } from '../../../session/store-context';
import { useWords } from '../../../words/words';
import { PageAddress } from '../../sale/page-address';
import { subscriptionColumns } from '../subscription-columns';
import { useCustomerNames, useProductNames } from '../subscription-data';
import { subscriptionWords } from '../subscription-words';
import { CheckoutFacts } from './checkout-facts';
import type { SubscriptionCheckout } from './checkout-form';
import { saleTones } from '../../sale/sale-status';
import { checkoutWords } from './checkout-words';
import { SimulateCheckoutDialog } from './simulate-checkout-dialog';
import '../subscriptions.css';

/** One checkout: its address to share, and the subscriptions that began there. */
export function SubscriptionCheckoutPage() {
  const say = useWords(checkoutWords);
  const { id = '' }: { id?: string } = useParams({ strict: false });
  const query = useGet('/v2/subscriptions/checkouts/get', ['subscriptions', 'checkout', id], { id });
  const checkout = query.data;
  const productName = useProductNames(checkout?.items.map((item) => item.id) ?? []);
  const title = checkout?.items.map((item) => productName(item.id)).join(', ');
  return (
    <Page
      title={title ?? id}
      parent={{ path: '/subscriptions/checkouts', title: say('title') }}
      actions={checkout && <CheckoutActions checkout={checkout} />}
    >
      <Loaded query={query}>
        {(loaded) => (
          <Columns aside={<CheckoutFacts checkout={loaded} />}>
            <PageAddress id={loaded.id} url={loaded.url} isOver={!isOpen(loaded)} />
            <Subscribers checkoutId={loaded.id} />
          </Columns>
        )}
      </Loaded>
    </Page>
  );
}

/** It stays payable until it is deleted, whatever was paid. */
const isOpen = ({ status }: SubscriptionCheckout): boolean => ['PENDING', 'PAID', 'ACTIVE'].includes(status);

function CheckoutActions({ checkout }: { readonly checkout: SubscriptionCheckout }) {
  const say = useWords(checkoutWords);
  const { key, may, isLive } = useStore();
  const [open, setOpen] = useState<'simulate' | 'close'>();
  const close = () => {
    setOpen(undefined);
  };
  const canSimulate = !isLive && isOpen(checkout) && may('CHECKOUT:CREATE');
  return (
    <>
      <Status tone={saleTones[checkout.status]}>{say(checkout.status)}</Status>
      {canSimulate && (
        <Button
          variant="default"
          onClick={() => {
            setOpen('simulate');
          }}
        >
          {say('simulate')}
        </Button>
      )}
      <ActionMenu
        actions={[
          isOpen(checkout) &&
            may('CHECKOUT:DELETE') && {
              name: say('remove'),
              isDangerous: true,
              onSelect: () => {
                setOpen('close');
              },
            },
        ]}
      />
      {open === 'simulate' && <SimulateCheckoutDialog checkout={checkout} onClose={close} />}
      {open === 'close' && (
        <ConfirmPost
          path="/v2/subscriptions/checkouts/delete"
          body={{ id: checkout.id }}
          title={say('remove')}
          isDangerous
          refreshes={[key('subscriptions')]}
          done={say('removed')}
          onClose={close}
        >
          {say('removeHint')}
        </ConfirmPost>
      )}
    </>
  );
}

function Subscribers({ checkoutId }: { readonly checkoutId: string }) {
  const say = useWords(checkoutWords);
  const sayList = useWords(subscriptionWords);
  const { now } = useStoreClock();
  const list = useListAt('/v2/subscriptions/list', ['subscriptions', 'list'], { checkoutId });
  const customerName = useCustomerNames(list.rows.map(({ customerId }) => customerId));
  const productName = useProductNames([]);
  // The plan and method are those of the checkout, unless one was changed since: its page says.
  const columns = subscriptionColumns(sayList, { productName, customerName }, now()).filter(({ id }) =>
    ['customer', 'status', 'amount', 'nextChargeAt'].includes(id),
  );
  return (
    <Card title={say('subscribers')}>
      <ListView
        label={say('subscribers')}
        list={list}
        columns={columns}
        getPath={({ id }) => recordPaths.SUBSCRIPTION(id)}
        empty={say('subscribersNone')}
      />
    </Card>
  );
}
