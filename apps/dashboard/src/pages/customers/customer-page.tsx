import { Anchor, Button } from '@mantine/core';
import { useParams } from '@tanstack/react-router';
import { lazy, Suspense } from 'react';
import { formatPhone } from '../../format/phone';
import { punctuatedTaxId } from '@pitanga/core/identifiers';
import { Card } from '../../parts/card';
import { Columns } from '../../parts/columns';
import { CopyText } from '../../parts/copy-text';
import { Facts } from '../../parts/facts';
import { Instant } from '../../parts/instant';
import { Loaded } from '../../parts/loaded';
import { Metadata } from '../../parts/metadata';
import { Page } from '../../parts/page';
import { recordPaths } from '../../parts/record-paths';
import { StoreLink } from '../../parts/store-link';
import { useStore } from '../../session/store-context';
import { useGet } from '../../session/use-get';
import { commonWords } from '../../words/common-words';
import { useWords } from '../../words/words';
import { displayName, type Customer } from './customer-form';
import { CustomerHistory } from './customer-history';
import { customersWords } from './customers-words';
import { PersonMenu } from './person-menu';
import './customers.css';

/** Below what the page is about. */
const NotesCard = lazy(async () => ({ default: (await import('../notes/notes-card')).NotesCard }));

/** One customer: who they are, what they bought and paid, and what they may ask for. */
export function CustomerPage() {
  const say = useWords(customersWords);
  const common = useWords(commonWords);
  const { may } = useStore();
  const { id = '' }: { id?: string } = useParams({ strict: false });
  const query = useGet('/v2/customers/get', ['customers', 'one', id], { id });
  const customer = query.data;
  return (
    <Page
      title={customer ? displayName(customer) : id}
      parent={{ path: '/customers', title: say('title') }}
      actions={
        customer && (
          <>
            {may('CUSTOMER:CREATE') && (
              <Button variant="default" component={StoreLink} to={`${recordPaths.CUSTOMER(id)}/edit`}>
                {common('edit')}
              </Button>
            )}
            <PersonMenu customer={customer} />
          </>
        )
      }
    >
      <Loaded query={query}>
        {(loaded) => (
          <Columns
            aside={
              <>
                <CustomerFacts customer={loaded} />
                <Metadata metadata={loaded.metadata} />
              </>
            }
          >
            {may('CHECKOUT:READ') && <CustomerHistory id={loaded.id} />}
            <Suspense>
              <NotesCard kind="customers" id={loaded.id} />
            </Suspense>
          </Columns>
        )}
      </Loaded>
    </Page>
  );
}

function CustomerFacts({ customer }: { readonly customer: Customer }) {
  const say = useWords(customersWords);
  const { id, email, taxId, cellphone, address, city, state, zipCode, createdAt, updatedAt } = customer;
  const place = [city, state].filter((text) => text !== '').join(' – ');
  const given = (text: string) => (text === '' ? undefined : text);
  return (
    <Card title={say('details')}>
      <Facts
        facts={[
          [
            say('email'),
            email === '' ? undefined : (
              <Anchor key="email" size="sm" href={`mailto:${encodeURIComponent(email)}`}>
                {email}
              </Anchor>
            ),
          ],
          [say('taxId'), taxId === '' ? undefined : <CopyText key="taxId" text={punctuatedTaxId(taxId)} />],
          [say('cellphone'), given(formatPhone(cellphone))],
          [say('address'), given(address)],
          [say('city'), given(place)],
          [say('zipCode'), given(zipCode)],
          ['id', <CopyText key="id" text={id} />],
          [say('createdAt'), <Instant key="createdAt" at={createdAt} />],
          [say('updatedAt'), <Instant key="updatedAt" at={updatedAt} />],
        ]}
      />
    </Card>
  );
}
