import { Button, Text } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { useParams } from '@tanstack/react-router';
import { ConfirmPost } from '../../actions/confirm-dialog';
import { ActionMenu } from '../../parts/action-menu';
import { Card } from '../../parts/card';
import { SameInCode } from '../../parts/code-sample';
import { Columns } from '../../parts/columns';
import { CopyText } from '../../parts/copy-text';
import { curl } from '../../parts/curl';
import { Facts } from '../../parts/facts';
import { Figure, Figures } from '../../parts/figures';
import { Instant } from '../../parts/instant';
import { Loaded } from '../../parts/loaded';
import { Money } from '../../parts/money';
import { Page } from '../../parts/page';
import { recordPaths } from '../../parts/record-paths';
import { StoreLink } from '../../parts/store-link';
import { useStore } from '../../session/store-context';
import { useGet } from '../../session/use-get';
import { commonWords } from '../../words/common-words';
import { useWords } from '../../words/words';
import type { Product } from './product-form';
import { ProductImage } from './product-image';
import { productsWords } from './products-words';

/** One product: what it is, what it costs, and how to sell it. */
export function ProductPage() {
  const say = useWords(productsWords);
  const { id = '' }: { id?: string } = useParams({ strict: false });
  const query = useGet('/v2/products/get', ['products', 'one', id], { id });
  return (
    <Page
      title={query.data?.name ?? id}
      parent={{ path: '/products', title: say('title') }}
      actions={query.data && <ProductActions product={query.data} />}
    >
      <Loaded query={query}>{(product) => <ProductRecord product={product} />}</Loaded>
    </Page>
  );
}

function ProductActions({ product }: { readonly product: Product }) {
  const say = useWords(productsWords);
  const common = useWords(commonWords);
  const { key, may } = useStore();
  const [isDeleting, deleting] = useDisclosure(false);
  return (
    <>
      {may('PRODUCT:CREATE') && (
        <Button variant="default" component={StoreLink} to={`${recordPaths.PRODUCT(product.id)}/edit`}>
          {common('edit')}
        </Button>
      )}
      {may('CHECKOUT:CREATE') && (
        <Button
          component={StoreLink}
          to={product.cycle === null ? '/links/create' : '/subscriptions/create'}
          search={{ productId: product.id }}
        >
          {say(product.cycle === null ? 'createLink' : 'createSubscription')}
        </Button>
      )}
      <ActionMenu
        label={product.name}
        actions={[may('PRODUCT:DELETE') && { name: say('delete'), onSelect: deleting.open, isDangerous: true }]}
      />
      {isDeleting && (
        <ConfirmPost
          path="/v2/products/delete"
          body={{ id: product.id }}
          title={say('deleteTitle')}
          verb={say('delete')}
          isDangerous
          refreshes={[key('products', 'list'), key('products', 'pick')]}
          done={say('deleted')}
          opens={() => '/products'}
          onClose={deleting.close}
        >
          <Text size="sm">{say('deleteHint', { name: product.name })}</Text>
          <Text size="sm">{say('deleteKeeps', { externalId: product.externalId })}</Text>
        </ConfirmPost>
      )}
    </>
  );
}

function ProductRecord({ product }: { readonly product: Product }) {
  const say = useWords(productsWords);
  const { id, name, description, price, cycle, trialDays, imageUrl } = product;
  const items = [{ id, quantity: 1 }];
  return (
    <Columns aside={<ProductDetails product={product} />}>
      <Figures>
        <Figure name={say('price')} value={<Money centavos={price} />} />
        <Figure
          name={say('cycle')}
          value={say(cycle ?? 'once')}
          hint={trialDays === null ? undefined : `${say('trial')}: ${say('trialOf', { days: trialDays })}`}
        />
      </Figures>
      {(description !== '' || imageUrl !== null) && (
        <Card title={say('description')}>
          {imageUrl !== null && (
            <div className="product-picture">
              <ProductImage isLarge url={imageUrl} name={name} />
            </div>
          )}
          {description !== '' && (
            <Text size="sm" className="product-description">
              {description}
            </Text>
          )}
        </Card>
      )}
      <SameInCode
        code={curl('POST', cycle === null ? '/v2/checkouts/create' : '/v2/subscriptions/create', { items })}
      />
    </Columns>
  );
}

function ProductDetails({ product }: { readonly product: Product }) {
  const say = useWords(productsWords);
  const { id, externalId, hasFile, createdAt, updatedAt } = product;
  return (
    <Card title={say('details')}>
      <Facts
        facts={[
          ['id', <CopyText key="id" text={id} />],
          [say('externalId'), <CopyText key="externalId" text={externalId} />],
          [say('file'), hasFile ? say('hasFile') : undefined],
          [say('createdAt'), <Instant key="createdAt" at={createdAt} />],
          [say('updatedAt'), <Instant key="updatedAt" at={updatedAt} />],
        ]}
      />
    </Card>
  );
}
