import { Alert, Button, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useParams } from '@tanstack/react-router';
import { record } from '../../api/problem';
import { formatMoney } from '../../format/money';
import { Card } from '../../parts/card';
import { Columns } from '../../parts/columns';
import { CopyText } from '../../parts/copy-text';
import { Facts } from '../../parts/facts';
import { Icon } from '../../parts/icon';
import { Instant } from '../../parts/instant';
import { Loaded } from '../../parts/loaded';
import { Money } from '../../parts/money';
import { Page } from '../../parts/page';
import { Status } from '../../parts/status';
import { Timeline } from '../../parts/timeline';
import { useStore } from '../../session/store-context';
import { useLanguage } from '../../words/language';
import { useWords } from '../../words/words';
import { ApprovalCard } from './approval-card';
import { payoutTones, payoutState, type Payout, type PayoutArea, receiverText } from './payout';
import { listMoments } from './payout-moments';
import { payoutWords } from './payout-words';
import './payouts.css';

const titles = { payouts: 'onePayouts', pix: 'onePix' } as const;
/** While it is on its way its end comes within seconds. */
const watchMs = 2_000;

/** One withdrawal. */
export function PayoutPage() {
  return <PayoutView area="payouts" />;
}

/** One Pix transfer. */
export function PixSentPage() {
  return <PayoutView area="pix" />;
}

/** One withdrawal or Pix transfer: its approval, what happened, why it failed. */
function PayoutView({ area }: { readonly area: PayoutArea }) {
  const { id = '' }: { id?: string } = useParams({ strict: false });
  const say = useWords(payoutWords);
  const { language } = useLanguage();
  const { api, key } = useStore();
  const query = useQuery({
    queryKey: key(area, 'one', id),
    queryFn: ({ signal }): Promise<Payout> => {
      const options = { params: { query: { id } }, signal };
      return area === 'pix' ? record(api.GET('/v2/pix/get', options)) : record(api.GET('/v2/payouts/get', options));
    },
    refetchInterval: ({ state: { data } }) => (data && payoutState(data) === 'PENDING' ? watchMs : false),
  });
  const payout = query.data;
  return (
    <Page
      title={payout ? say(titles[area], { amount: formatMoney(payout.amount, language) }) : id}
      parent={{ path: `/${area}`, title: say(area) }}
      actions={
        payout && (
          <>
            <Status tone={payoutTones[payoutState(payout)]}>{say(payoutState(payout))}</Status>
            {payout.receiptUrl !== null && (
              <Button component="a" href={payout.receiptUrl} target="_blank" rel="noreferrer" variant="default">
                {say('receipt')}
              </Button>
            )}
          </>
        )
      }
    >
      <Loaded query={query}>
        {(loaded) => (
          <Columns aside={<PayoutFacts payout={loaded} />}>
            <Failure payout={loaded} />
            <ApprovalCard payout={loaded} />
            <Card title={say('history')}>
              <Timeline
                label={say('history')}
                moments={listMoments(loaded).map(({ word, ...moment }) => ({ ...moment, title: say(word) }))}
              />
            </Card>
          </Columns>
        )}
      </Loaded>
    </Page>
  );
}

function Failure({ payout: { failureReason } }: { readonly payout: Payout }) {
  const say = useWords(payoutWords);
  if (failureReason === null) return null;
  return (
    <Alert variant="light" color="gray" icon={<Icon name="warning" />} title={say('notSent')}>
      <Text size="sm">
        {say(failureReason)} {say('back')}
      </Text>
    </Alert>
  );
}

function PayoutFacts({ payout }: { readonly payout: Payout }) {
  const say = useWords(payoutWords);
  const { amount, platformFee, feeMode, returnedAmount, externalId, endToEndIdentifier, providerCode } = payout;
  return (
    <Card title={say('facts')}>
      <div className="stacked-facts">
        <Facts
          facts={[
            [say('amount'), <Money key="amount" centavos={amount} />],
            [
              say('arrives'),
              feeMode === 'INCLUDED' ? <Money key="arrives" centavos={amount - platformFee} /> : undefined,
            ],
            [say('fee'), <Money key="fee" centavos={platformFee} />],
            [say('total'), <Money key="total" centavos={feeMode === 'INCLUDED' ? amount : amount + platformFee} />],
            [
              say('returnedAmount'),
              returnedAmount === 0 ? undefined : <Money key="returned" centavos={returnedAmount} />,
            ],
            [
              say(payout.bankAccount ? 'account' : 'key'),
              <span key="key" className="payout-key">
                {receiverText(payout)}
              </span>,
            ],
            [say('externalId'), externalId === null ? undefined : <CopyText key="external" text={externalId} />],
            [
              say('endToEnd'),
              endToEndIdentifier === null ? undefined : <CopyText key="end" text={endToEndIdentifier} />,
            ],
            [say('providerCode'), providerCode ?? undefined],
            [say('createdAt'), <Instant key="at" at={payout.createdAt} />],
            [say('id'), <CopyText key="id" text={payout.id} />],
          ]}
        />
      </div>
    </Card>
  );
}
