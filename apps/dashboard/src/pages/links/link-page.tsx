import { Button } from '@mantine/core';
import { useParams } from '@tanstack/react-router';
import { useState } from 'react';
import { ConfirmPost } from '../../actions/confirm-dialog';
import type { ApiRecord } from '../../api/records';
import { ActionMenu } from '../../parts/action-menu';
import { Card } from '../../parts/card';
import { SameInCode } from '../../parts/code-sample';
import { Columns } from '../../parts/columns';
import { CopyButton } from '../../parts/copy-button';
import { CopyText } from '../../parts/copy-text';
import { curl } from '../../parts/curl';
import { Facts } from '../../parts/facts';
import { Instant } from '../../parts/instant';
import { Loaded, LoadingCard } from '../../parts/loaded';
import { Metadata } from '../../parts/metadata';
import { Money } from '../../parts/money';
import { Page } from '../../parts/page';
import { Status } from '../../parts/status';
import { StoreLink } from '../../parts/store-link';
import { useStore } from '../../session/store-context';
import { useGet } from '../../session/use-get';
import { commonWords } from '../../words/common-words';
import { useWords } from '../../words/words';
import { LinkPayments, LinkTotals } from './link-payments';
import { linksWords } from './links-words';
import { PageAddress } from '../sale/page-address';
import { saleTitle, useProducts } from '../sale/product-names';
import { saleTones } from '../sale/sale-status';
import { saleWords } from '../sale/sale-words';
import { SimulateDialog } from '../sale/simulate-dialog';
import { SoldItems } from '../sale/sold-items';

type Link = ApiRecord<'PaymentLinkWithPayments'>;

/** One payment link: its address, what came by it, what it sells. */
export function LinkPage() {
  const say = useWords(linksWords);
  const saySale = useWords(saleWords);
  const { id = '' }: { id?: string } = useParams({ strict: false });
  const query = useGet('/v2/payment-links/get', ['links', 'one', id], { id });
  const link = query.data;
  const first = link?.items[0]?.id;
  const products = useProducts(first === undefined ? [] : [first]);
  // The name comes with the rest: a title that changes later would move the page.
  const isNamed = first === undefined || products.has(first) || products.isComplete;
  return (
    <Page
      title={link && isNamed ? saleTitle(link.items, products, saySale) : id}
      parent={{ path: '/links', title: say('title') }}
      actions={link && isNamed && <LinkActions link={link} />}
    >
      <Loaded query={query}>
        {(loaded) =>
          !isNamed ? (
            <LoadingCard />
          ) : (
            <Columns
              aside={
                <div className="stacked-facts">
                  <PageAddress id={loaded.id} url={loaded.url} isOver={loaded.status !== 'ACTIVE'} />
                  <LinkFacts link={loaded} />
                  <Metadata metadata={loaded.metadata} />
                </div>
              }
            >
              <LinkTotals link={loaded} />
              <LinkPayments id={loaded.id} />
              <SoldItems items={loaded.items} />
              <SameInCode code={curl('GET', `/v2/payment-links/payments?id=${loaded.id}`)} />
            </Columns>
          )
        }
      </Loaded>
    </Page>
  );
}

function LinkActions({ link }: { readonly link: Link }) {
  const say = useWords(linksWords);
  const saySale = useWords(saleWords);
  const common = useWords(commonWords);
  const { key, may, isLive } = useStore();
  const [open, setOpen] = useState<'simulate' | 'deactivate'>();
  const close = (): void => {
    setOpen(undefined);
  };
  const isActive = link.status === 'ACTIVE';
  return (
    <>
      <Status tone={saleTones[link.status]}>{isActive ? saySale('ACTIVE') : say('inactive')}</Status>
      {isActive && <CopyButton text={link.url}>{saySale('copyLink')}</CopyButton>}
      {isActive && !isLive && may('CHECKOUT:CREATE') && (
        <Button
          variant="default"
          onClick={() => {
            setOpen('simulate');
          }}
        >
          {saySale('simulate')}
        </Button>
      )}
      {isActive && may('CHECKOUT:CREATE') && (
        <Button variant="default" component={StoreLink} to={`/links/${link.id}/edit`}>
          {common('edit')}
        </Button>
      )}
      <ActionMenu
        actions={[
          isActive &&
            may('CHECKOUT:DELETE') && {
              name: say('deactivate'),
              isDangerous: true,
              onSelect: () => {
                setOpen('deactivate');
              },
            },
        ]}
      />
      {open === 'simulate' && <SimulateDialog id={link.id} kind="links" methods={link.methods} onClose={close} />}
      {open === 'deactivate' && (
        <ConfirmPost
          path="/v2/payment-links/delete"
          body={{ id: link.id }}
          title={say('deactivate')}
          isDangerous
          refreshes={[key('links')]}
          done={say('deactivated')}
          onClose={close}
        >
          {say('deactivateHint')}
        </ConfirmPost>
      )}
    </>
  );
}

function LinkFacts({ link }: { readonly link: Link }) {
  const say = useWords(linksWords);
  const saySale = useWords(saleWords);
  const { methods, coupons, card } = link;
  const { maxInstallments: count } = card;
  const installmentsText = count === 1 ? saySale('once') : saySale('upTo', { count });
  return (
    <Card title={saySale('details')}>
      <Facts
        facts={[
          [say('price'), <Money key="amount" centavos={link.amount} />],
          [saySale('methods'), methods.map((method) => saySale(method)).join(', ')],
          [say('installments'), methods.includes('CARD') ? installmentsText : undefined],
          [saySale('passFees'), card.passFeesToCustomer ? saySale('yes') : undefined],
          [saySale('coupons'), coupons.length === 0 ? say('noCoupons') : coupons.join(', ')],
          [saySale('completionUrl'), link.completionUrl ?? undefined],
          [saySale('returnUrl'), link.returnUrl ?? undefined],
          [saySale('skipCustomer'), link.skip_customer ? saySale('yes') : undefined],
          [saySale('skipReview'), link.skip_review ? saySale('yes') : undefined],
          [
            saySale('externalId'),
            link.externalId === null ? undefined : <CopyText key="externalId" text={link.externalId} />,
          ],
          [saySale('id'), <CopyText key="id" text={link.id} />],
          [saySale('createdAt'), <Instant key="createdAt" at={link.createdAt} />],
          [saySale('updatedAt'), <Instant key="updatedAt" at={link.updatedAt} />],
        ]}
      />
    </Card>
  );
}
