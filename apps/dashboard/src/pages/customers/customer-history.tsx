import { useFilters } from '../../lists/filters';
import { ListView } from '../../lists/list-view';
import { useListAt } from '../../lists/record-list';
import { recordPaths } from '../../parts/record-paths';
import { StoreLink } from '../../parts/store-link';
import { useWords } from '../../words/words';
import { chargesWords } from '../charges/charges-words';
import { CustomerPaid } from './customer-paid';
import { customersWords } from './customers-words';
import { chargeColumns, checkoutColumns, checkoutPath, subscriptionColumns } from './history-columns';

const tabs = ['charges', 'checkouts', 'subscriptions'] as const;

interface Props {
  /** Of the customer. */
  readonly id: string;
}

/** What a customer has bought: one list at a time, which the address names. */
export function CustomerHistory({ id }: Props) {
  const say = useWords(customersWords);
  const { filters } = useFilters();
  const tab = tabs.find((name) => name === filters['tab']) ?? 'charges';
  return (
    <>
      <CustomerPaid id={id} />
      <nav className="page-tabs" aria-label={say('tabs')}>
        <ul>
          {tabs.map((name) => (
            <li key={name}>
              <StoreLink
                to={recordPaths.CUSTOMER(id)}
                search={{ tab: name }}
                // The router marks the tab that the address names; without one it is the first.
                aria-current={name === tab ? 'page' : undefined}
              >
                {say(name)}
              </StoreLink>
            </li>
          ))}
        </ul>
      </nav>
      {tab === 'charges' && <Charges id={id} />}
      {tab === 'checkouts' && <Checkouts id={id} />}
      {tab === 'subscriptions' && <Subscriptions id={id} />}
    </>
  );
}

function Charges({ id }: Props) {
  const say = useWords(customersWords);
  const sayCharge = useWords(chargesWords);
  const list = useListAt('/v2/charges/list', ['charges', 'list'], { customerId: id });
  return (
    <ListView
      label={say('charges')}
      list={list}
      columns={chargeColumns(say, sayCharge)}
      getPath={(charge) => recordPaths.CHARGE(charge.id)}
      empty={<Nothing text={say('noCharges')} />}
    />
  );
}

function Checkouts({ id }: Props) {
  const say = useWords(customersWords);
  const list = useListAt('/v2/checkouts/list', ['checkouts', 'list'], { customerId: id });
  return (
    <ListView
      label={say('checkouts')}
      list={list}
      columns={checkoutColumns(say)}
      getPath={checkoutPath}
      empty={<Nothing text={say('noCheckouts')} />}
    />
  );
}

function Subscriptions({ id }: Props) {
  const say = useWords(customersWords);
  const list = useListAt('/v2/subscriptions/list', ['subscriptions', 'list'], { customerId: id });
  return (
    <ListView
      label={say('subscriptions')}
      list={list}
      columns={subscriptionColumns(say)}
      getPath={(subscription) => recordPaths.SUBSCRIPTION(subscription.id)}
      empty={<Nothing text={say('noSubscriptions')} />}
    />
  );
}

function Nothing({ text }: { readonly text: string }) {
  return (
    <p className="customer-nothing" role="status">
      {text}
    </p>
  );
}
