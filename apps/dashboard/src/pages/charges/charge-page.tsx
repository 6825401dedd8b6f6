import { Anchor, Button } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { useQuery } from '@tanstack/react-query';
import { useParams } from '@tanstack/react-router';
import { record } from '../../api/problem';
import { formatMoney } from '../../format/money';
import { Card } from '../../parts/card';
import { CopyText } from '../../parts/copy-text';
import { Facts } from '../../parts/facts';
import { Instant } from '../../parts/instant';
import { Money } from '../../parts/money';
import { Page } from '../../parts/page';
import { ProblemNotice } from '../../parts/problem-notice';
import { Status } from '../../parts/status';
import { useStore } from '../../session/store-context';
import { useLanguage } from '../../words/language';
import { useWords } from '../../words/words';
import { chargeTones, type Charge } from './charge-status';
import { chargesWords } from './charges-words';
import { RefundDialog } from './refund-dialog';

/** One charge: what it is, who paid, and what can be done with it. */
export function ChargePage() {
  const say = useWords(chargesWords);
  const { language } = useLanguage();
  const { api, key, may } = useStore();
  const { id = '' }: { id?: string } = useParams({ strict: false });
  const [isRefunding, refunding] = useDisclosure(false);
  const {
    data: charge,
    error,
    refetch,
  } = useQuery({
    queryKey: key('charges', 'one', id),
    queryFn: ({ signal }) => record(api.GET('/v2/charges/get', { params: { query: { id } }, signal })),
  });
  const left = charge ? leftOf(charge) : 0;
  return (
    <Page
      title={charge ? say('charge', { amount: formatMoney(charge.amount, language) }) : id}
      parent={{ path: '/charges', title: say('title') }}
      actions={
        left > 0 &&
        may('REFUND:CREATE') && (
          <Button variant="default" onClick={refunding.open}>
            {say('refund')}
          </Button>
        )
      }
    >
      <ProblemNotice problem={error} onRetry={() => void refetch()} />
      {charge && (
        <Card title={say('details')}>
          <Facts
            facts={[
              [
                say('status'),
                <Status key="status" tone={chargeTones[charge.status]}>
                  {say(charge.status)}
                </Status>,
              ],
              [say('amount'), <Money key="amount" centavos={charge.amount} />],
              [say('fee'), <Money key="fee" centavos={charge.platformFee} />],
              [
                say('refunded'),
                charge.refundedAmount > 0 ? <Money key="back" centavos={charge.refundedAmount} /> : undefined,
              ],
              [say('method'), say(charge.method)],
              [say('origin'), say(charge.origin)],
              [say('payer'), charge.customer?.name],
              [say('externalId'), charge.externalId ?? undefined],
              [say('createdAt'), <Instant key="createdAt" at={charge.createdAt} />],
              [say('paidAt'), charge.paidAt === null ? undefined : <Instant key="paidAt" at={charge.paidAt} />],
              [say('id'), <CopyText key="id" text={charge.id} />],
              [
                say('receipt'),
                charge.receiptUrl === null ? undefined : (
                  <Anchor key="receipt" href={charge.receiptUrl} target="_blank" rel="noreferrer" size="sm">
                    {say('receipt')}
                  </Anchor>
                ),
              ],
            ]}
          />
        </Card>
      )}
      {charge && isRefunding && <RefundDialog charge={charge} left={left} onClose={refunding.close} />}
    </Page>
  );
}

/** Centavos that can still go back; none while a dispute is open. */
function leftOf({ status, paidAmount, refundedAmount }: Charge): number {
  return status === 'PAID' ? (paidAmount ?? 0) - refundedAmount : 0;
}
