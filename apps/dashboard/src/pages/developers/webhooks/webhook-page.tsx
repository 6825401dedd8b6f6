import { Anchor, Button } from '@mantine/core';
import { useParams } from '@tanstack/react-router';
import { useState } from 'react';
import { ListView } from '../../../lists/list-view';
import { useListAt } from '../../../lists/record-list';
import { ActionMenu } from '../../../parts/action-menu';
import { Card } from '../../../parts/card';
import { Columns } from '../../../parts/columns';
import { Loaded } from '../../../parts/loaded';
import { Page } from '../../../parts/page';
import { recordPaths } from '../../../parts/record-paths';
import { StoreLink } from '../../../parts/store-link';
import { useStore } from '../../../session/store-context';
import { useGet } from '../../../session/use-get';
import { useWords } from '../../../words/words';
import { deliveriesWords } from '../deliveries/deliveries-words';
import { deliveryColumns } from '../deliveries/delivery-columns';
import { TestEventDialog } from './test-event-dialog';
import { WebhookDialog, type WebhookChange } from './webhook-dialog';
import { WebhookFacts, WebhookHealth } from './webhook-facts';
import { webhooksWords } from './webhooks-words';
import '../developers.css';

/** One endpoint: how it fares, what it takes, and what was sent to it. */
export function WebhookPage() {
  const say = useWords(webhooksWords);
  const { may } = useStore();
  const { id = '' }: { id?: string } = useParams({ strict: false });
  const [open, setOpen] = useState<WebhookChange | 'test'>();
  const query = useGet('/v2/webhooks/get', ['webhooks', 'one', id], { id });
  const webhook = query.data;
  const isActive = webhook?.status === 'ACTIVE';
  const mayChange = may('WEBHOOK:DELETE');
  const opens = (what: WebhookChange | 'test') => () => {
    setOpen(what);
  };
  const close = () => {
    setOpen(undefined);
  };
  return (
    <Page
      title={webhook?.name ?? id}
      parent={{ path: '/developers/webhooks', title: say('title') }}
      actions={
        webhook && (
          <>
            {mayChange && isActive && (
              <Button variant="default" onClick={opens('test')}>
                {say('test')}
              </Button>
            )}
            {may('WEBHOOK:CREATE') && (
              <Button variant="default" component={StoreLink} to={`/developers/webhooks/${id}/edit`}>
                {say('edit')}
              </Button>
            )}
            <ActionMenu
              label={webhook.name}
              actions={[
                mayChange && { name: say(isActive ? 'switchOff' : 'switchOn'), onSelect: opens('toggle') },
                mayChange && { name: say('rotate'), onSelect: opens('rotate') },
                mayChange && { name: say('delete'), onSelect: opens('delete'), isDangerous: true },
              ]}
            />
          </>
        )
      }
    >
      <Loaded query={query}>
        {(one) => (
          <Columns
            aside={
              <>
                <WebhookHealth webhook={one} />
                <WebhookFacts webhook={one} />
              </>
            }
          >
            <WebhookDeliveries id={id} />
          </Columns>
        )}
      </Loaded>
      {webhook && open === 'test' && <TestEventDialog webhook={webhook} onClose={close} />}
      {webhook && open !== undefined && open !== 'test' && (
        <WebhookDialog webhook={webhook} change={open} onClose={close} />
      )}
    </Page>
  );
}

function WebhookDeliveries({ id }: { readonly id: string }) {
  const say = useWords(webhooksWords);
  const sayDelivery = useWords(deliveriesWords);
  const list = useListAt('/v2/webhooks/deliveries', ['deliveries', 'list'], { webhookId: id });
  return (
    <Card
      title={say('deliveries')}
      actions={
        <Anchor size="sm" component={StoreLink} to="/developers/deliveries" search={{ webhookId: id }}>
          {say('seeDeliveries')}
        </Anchor>
      }
    >
      <ListView
        label={say('deliveries')}
        list={list}
        columns={deliveryColumns(sayDelivery)}
        getPath={(row) => recordPaths.DELIVERY(row.id)}
        empty={say('healthNone')}
      />
    </Card>
  );
}
