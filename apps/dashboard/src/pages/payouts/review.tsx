import type { UseQueryResult } from '@tanstack/react-query';
import type { ApiRecord } from '../../api/records';
import { Facts } from '../../parts/facts';
import { Instant } from '../../parts/instant';
import { Loaded } from '../../parts/loaded';
import { Money } from '../../parts/money';
import { useGet } from '../../session/use-get';
import { useWords } from '../../words/words';
import { accountText } from './payout';
import { payoutWords } from './payout-words';
import { maskPixKey } from './pix-key';

/** What waits for a person: a payout of either kind, or a refund to a Pix key. */
export type OrderArea = 'payouts' | 'refunds';
export type ApprovalReview = ApiRecord<'ApprovalReview'>;

/** The whole key and who asked, for who approves. Each look is in the audit log, so it is read once and not kept. */
export function useReview(area: OrderArea, id: string, isWanted: boolean): UseQueryResult<ApprovalReview> {
  const options = { enabled: isWanted, staleTime: Infinity, gcTime: 0, retry: false, refetchOnWindowFocus: false };
  const payout = useGet(
    '/v2/payouts/review',
    ['review', 'payouts', id],
    { id },
    { ...options, enabled: isWanted && area === 'payouts' },
  );
  const refund = useGet(
    '/v2/refunds/review',
    ['review', 'refunds', id],
    { id },
    { ...options, enabled: isWanted && area === 'refunds' },
  );
  return area === 'payouts' ? payout : refund;
}

/** Everything that a second person decides about, the key in full. */
export function Review({ query }: { readonly query: UseQueryResult<ApprovalReview> }) {
  const say = useWords(payoutWords);
  return (
    <Loaded query={query}>
      {({ amount, pix, bankAccount, holder, description, requestedBy, dayAmount }) => (
        <div className="payout-review">
          <Facts
            facts={[
              [say('amount'), <Money key="amount" centavos={amount} />],
              [
                say(bankAccount ? 'account' : 'key'),
                <strong key="key" className="payout-key">
                  {bankAccount ? accountText(bankAccount) : pix && writtenKey(pix)}
                </strong>,
              ],
              [
                say(bankAccount ? 'accountType' : 'keyType'),
                bankAccount ? say(bankAccount.accountType) : pix && say(keyTypeWord(pix.type) ?? 'keyType'),
              ],
              [say('holder'), holder ? [holder.name, holder.taxId].filter(Boolean).join(' · ') : say('holderUnknown')],
              [say('description'), description ?? undefined],
              [say('requestedBy'), whoAsked(requestedBy, say('apiKey'))],
              [say('session'), requestedBy.session ? <Session key="session" of={requestedBy.session} /> : undefined],
              [say('dayAmount'), <Money key="day" centavos={dayAmount} />],
            ]}
          />
        </div>
      )}
    </Loaded>
  );
}

/** A tax id or phone as people write it: easier to compare than its bare digits. */
function writtenKey({ type, key }: NonNullable<ApprovalReview['pix']>): string {
  const known = keyTypeWord(type);
  return known ? maskPixKey(known, key) : key;
}

/** The browser that asked, and since when its person was signed in. */
function Session({
  of: { device, signedInAt },
}: {
  readonly of: NonNullable<ApprovalReview['requestedBy']['session']>;
}) {
  const say = useWords(payoutWords);
  return (
    <>
      {device === '' ? say('unknownDevice') : device} · {say('signedInAt')} <Instant at={signedInAt} />
    </>
  );
}

const keyTypes = ['CPF', 'CNPJ', 'PHONE', 'EMAIL', 'RANDOM', 'BR_CODE'] as const;
const keyTypeWord = (type: string) => keyTypes.find((known) => known === type);

/** A person by e-mail; a key by its description and id, with who made it. */
function whoAsked({ kind, id, description, email }: ApprovalReview['requestedBy'], keyWord: string): string {
  if (kind !== 'KEY') return email ?? id;
  return [`${keyWord} ${description ?? ''}`.trim(), id, email].filter(Boolean).join(' · ');
}
