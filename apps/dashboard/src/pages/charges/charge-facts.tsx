import { Anchor, Text } from '@mantine/core';
import { recordPaths } from '../../parts/record-paths';
import { formatDay } from '../../format/time';
import { Card } from '../../parts/card';
import { CopyText } from '../../parts/copy-text';
import { Facts } from '../../parts/facts';
import { Instant } from '../../parts/instant';
import { Metadata } from '../../parts/metadata';
import { Money } from '../../parts/money';
import { StoreLink } from '../../parts/store-link';
import { useStore } from '../../session/store-context';
import { useLanguage } from '../../words/language';
import { useWords } from '../../words/words';
import { walletNames } from '../../words/wallet-names';
import { payerFacts, type ChargeDetails } from './charge-status';
import { chargeWords } from './charge-words';
import { chargesWords } from './charges-words';

interface Props {
  readonly charge: ChargeDetails;
}

/** The customer and who paid: another person only where the tax ids of both are known to differ. */
export function PayerCard({ charge }: Props) {
  const say = useWords(chargeWords);
  const { may } = useStore();
  const { customer, payer } = charge;
  const { taxId, isOther } = payerFacts(charge);
  if (customer === null && payer === null && taxId === null) {
    return (
      <Card title={say('payer')}>
        <Text size="sm" c="dimmed">
          {say('noPayer')}
        </Text>
      </Card>
    );
  }
  const name = customer?.name ?? customer?.id;
  return (
    <Card title={say('payer')}>
      <Facts
        facts={[
          [
            say('customer'),
            customer === null ? undefined : may('CUSTOMER:READ') ? (
              <Anchor key="customer" component={StoreLink} to={recordPaths.CUSTOMER(customer.id)} size="sm">
                {name}
              </Anchor>
            ) : (
              name
            ),
          ],
          [
            isOther ? say('other') : say('payer'),
            payer === null || payer.name === customer?.name ? undefined : payer.name,
          ],
          [say('taxId'), taxId ?? undefined],
        ]}
      />
    </Card>
  );
}

/** What was sold, with the price of one, as it was then. */
export function SoldCard({ charge: { items, description } }: Props) {
  const say = useWords(chargeWords);
  const sayList = useWords(chargesWords);
  const { may } = useStore();
  if (items.length === 0 && description === null) return null;
  return (
    <Card title={sayList('sold')}>
      {items.length === 0 && <Text size="sm">{description}</Text>}
      <ul className="record-lines">
        {items.map(({ id, name, quantity, price }) => (
          <li key={id}>
            {may('PRODUCT:READ') ? (
              <Anchor component={StoreLink} to={recordPaths.PRODUCT(id)} size="sm">
                {name}
              </Anchor>
            ) : (
              <span>{name}</span>
            )}
            <span className="end">
              {say('times', { quantity })} <Money centavos={price} />
            </span>
          </li>
        ))}
      </ul>
    </Card>
  );
}

/** What it was, or can be, paid by. */
export function PaymentCard({ charge }: Props) {
  const say = useWords(chargeWords);
  const sayList = useWords(chargesWords);
  const { language } = useLanguage();
  const { boleto, card, failure } = charge;
  const copied = (text: string | null | undefined) =>
    typeof text === 'string' && text !== '' ? <CopyText text={text} /> : undefined;
  return (
    <Card title={say('payment')}>
      <Facts
        facts={[
          [sayList('method'), sayList(charge.method)],
          [say('card'), card ? cardName(card) : undefined],
          [say('installments'), card ? `${String(card.installmentCount)}×` : undefined],
          [
            say('failure'),
            failure
              ? `${say(failure.reason)}${failure.providerCode === null ? '' : ` (${failure.providerCode})`}`
              : undefined,
          ],
          [say('dueDate'), boleto ? formatDay(boleto.dueDate, language) : undefined],
          [say('digitableLine'), copied(boleto?.digitableLine)],
          [say('brCode'), copied(charge.brCode)],
          [say('endToEndId'), copied(charge.endToEndId)],
          [
            say('expiresAt'),
            charge.status === 'PENDING' && charge.expiresAt !== null ? (
              <Instant key="expiresAt" at={charge.expiresAt} />
            ) : undefined,
          ],
          [
            say('boletoPage'),
            boleto && charge.status === 'PENDING' ? (
              <Anchor key="boleto" href={boleto.url} target="_blank" rel="noreferrer" size="sm">
                {say('boletoPage')}
              </Anchor>
            ) : undefined,
          ],
        ]}
      />
    </Card>
  );
}

/** `Apple Pay · Visa •••• 4242`. */
function cardName({ brand, lastFour, wallet }: NonNullable<Props['charge']['card']>): string {
  const card = `${brand.charAt(0)}${brand.slice(1).toLowerCase()} •••• ${lastFour}`;
  return wallet === null ? card : `${walletNames[wallet]} · ${card}`;
}

/** Where its buyer came from, as the address of the page or the store said. */
export function UtmCard({ charge: { utms, src, sck } }: Props) {
  const say = useWords(chargeWords);
  const { source, medium, campaign, term, content } = utms ?? {};
  const facts = Object.entries({
    ...{ utm_source: source, utm_medium: medium, utm_campaign: campaign, utm_term: term, utm_content: content },
    ...{ src, sck },
  }).map(([name, text]) => [name, text ?? undefined] as const);
  if (facts.every(([, text]) => text === undefined)) return null;
  return (
    <Card title={say('utms')}>
      <Facts facts={facts} />
    </Card>
  );
}

/** Its ids, where it comes from, and what the merchant wrote into it. */
export function DetailsCard({ charge }: Props) {
  const say = useWords(chargeWords);
  const sayList = useWords(chargesWords);
  return (
    <>
      <Card title={say('details')}>
        <Facts
          facts={[
            [sayList('id'), <CopyText key="id" text={charge.id} />],
            [
              sayList('externalId'),
              charge.externalId === null ? undefined : <CopyText key="externalId" text={charge.externalId} />,
            ],
            [sayList('origin'), <Origin key="origin" charge={charge} />],
            [say('description'), charge.items.length > 0 ? (charge.description ?? undefined) : undefined],
            [say('coupons'), charge.coupons.length > 0 ? charge.coupons.join(', ') : undefined],
            [sayList('createdAt'), <Instant key="createdAt" at={charge.createdAt} />],
          ]}
        />
      </Card>
      <Metadata metadata={charge.metadata} />
    </>
  );
}

/** What created it, with its page where it has one. */
function Origin({ charge: { origin, checkoutId, subscriptionId } }: Props) {
  const say = useWords(chargesWords);
  const to =
    origin === 'SUBSCRIPTION'
      ? subscriptionId && recordPaths.SUBSCRIPTION(subscriptionId)
      : checkoutId && (origin === 'PAYMENT_LINK' ? recordPaths.PAYMENT_LINK : recordPaths.CHECKOUT)(checkoutId);
  return typeof to === 'string' && to !== '' ? (
    <Anchor component={StoreLink} to={to} size="sm">
      {say(origin)}
    </Anchor>
  ) : (
    say(origin)
  );
}
