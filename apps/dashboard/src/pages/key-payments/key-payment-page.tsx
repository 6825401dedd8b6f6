import { useParams } from '@tanstack/react-router';
import { formatMoney } from '../../format/money';
import { Card } from '../../parts/card';
import { Columns } from '../../parts/columns';
import { CopyText } from '../../parts/copy-text';
import { Facts } from '../../parts/facts';
import { Instant } from '../../parts/instant';
import { Loaded } from '../../parts/loaded';
import { Page } from '../../parts/page';
import { Status } from '../../parts/status';
import { useGet } from '../../session/use-get';
import { useLanguage } from '../../words/language';
import { useWords } from '../../words/words';
import { KeyPaymentDecision } from './key-payment-decision';
import { keyPaymentTones, type KeyPayment } from './key-payment-status';
import { keyPaymentsWords } from './key-payments-words';

/** One Pix that no charge asked for: who paid it, what it may be meant for, and what became of it. */
export function KeyPaymentPage() {
  const say = useWords(keyPaymentsWords);
  const { language } = useLanguage();
  const { id = '' }: { id?: string } = useParams({ strict: false });
  const query = useGet('/v2/key-payments/get', ['key-payments', 'one', id], { id });
  const payment = query.data;
  return (
    <Page
      title={payment ? say('one', { amount: formatMoney(payment.amount, language) }) : id}
      parent={{ path: '/key-payments', title: say('title') }}
      actions={payment && <Status tone={keyPaymentTones[payment.status]}>{say(payment.status)}</Status>}
    >
      <Loaded query={query}>
        {(loaded) => (
          <Columns
            aside={
              <div className="stacked-facts">
                <KeyPaymentFacts payment={loaded} />
              </div>
            }
          >
            <KeyPaymentDecision payment={loaded} />
          </Columns>
        )}
      </Loaded>
    </Page>
  );
}

function KeyPaymentFacts({ payment }: { readonly payment: KeyPayment }) {
  const say = useWords(keyPaymentsWords);
  const { payer, txid, endToEndId, receivedAt, id } = payment;
  return (
    <Card>
      <Facts
        facts={[
          [say('payer'), payer.name ?? (payer.taxId === null ? say('unknownPayer') : undefined)],
          [say('taxId'), payer.taxId ?? undefined],
          [say('receivedAt'), <Instant key="at" at={receivedAt} />],
          [say('endToEndId'), <CopyText key="e2e" text={endToEndId} />],
          [say('txid'), txid === null ? undefined : <CopyText key="txid" text={txid} />],
          [say('id'), <CopyText key="id" text={id} />],
        ]}
      />
    </Card>
  );
}
