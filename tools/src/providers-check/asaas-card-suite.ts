import {
  aCardOrder,
  cardProviderRules,
  type AsaasAdapter,
  type CardAction,
  type CardProvider,
} from '@pitanga/billing/conformance';
import { systemClock } from '@pitanga/core';
import { asaasFields, asaasText } from '@pitanga/provider-account';
import { wholeSuite, type Suites } from './sandbox';

/** The sandbox takes any valid number but two. */
const numbers = { approved: '4444444444444444', declined: '5184019740373151' };
const typed = { isTypedAtProvider: true } as const;

const holder = {
  name: 'Ana Souza',
  email: 'ana@loja.com.br',
  cpfCnpj: '52998224725',
  postalCode: '01305000',
  addressNumber: '100',
  phone: '11987654321',
};
const buildCard = (number: string) => ({
  creditCard: { holderName: 'ANA SOUZA', number, expiryMonth: '12', expiryYear: '2030', ccv: '123' },
  creditCardHolderInfo: holder,
});

/** Test cards, which a payer would type on the page of a payment, are given to the sandbox's API instead. */
export function asaasCardSuite(adapter: AsaasAdapter): Suites['card'] {
  const underTest = {
    provider: adapter.card,
    approved: () => typed,
    declined: () => typed,
    number: numbers.approved,
    now: () => systemClock.real(),
    page: {
      pay: (action: CardAction) =>
        post(adapter, `/payments/${toPaymentId(action)}/payWithCreditCard`, buildCard(numbers.approved)).then(
          () => undefined,
        ),
      typed: (provider: CardProvider, isDeclined: boolean) =>
        keepCard(adapter, provider, isDeclined ? numbers.declined : numbers.approved),
    },
  };
  return wholeSuite(cardProviderRules, () => Promise.resolve(underTest));
}

/** A card belongs to the customer of a payment. */
async function keepCard(adapter: AsaasAdapter, provider: CardProvider, number: string): Promise<string> {
  const order = aCardOrder((await provider.vaultCard(typed)).vaultReference);
  const reference = await provider.prepareCharge(order);
  if (typeof reference !== 'string') throw new Error('Asaas made no payment for a card');
  const action = await provider.chargeCard({ ...order, reference });
  if (action.status !== 'REQUIRES_ACTION') throw new Error(`a payment asks for no card: ${action.status}`);
  const path = `/payments/${toPaymentId(action)}`;
  const made = await adapter.client.accepted({ operation: 'read_payment', method: 'GET', path, isRepeatable: true });
  const customer = asaasText(asaasFields(made)['customer']);
  const kept = await post(adapter, '/creditCard/tokenizeCreditCard', {
    customer,
    ...buildCard(number),
    remoteIp: '127.0.0.1',
  });
  const token = asaasText(asaasFields(kept)['creditCardToken']);
  if (customer === undefined || token === undefined) throw new Error('Asaas kept no card');
  return `${customer}/${token}`;
}

function post({ client }: AsaasAdapter, path: string, body: object): Promise<unknown> {
  return client.accepted({ operation: 'type_card', method: 'POST', path, body, isRepeatable: false });
}

/** The page of a payment ends with the end of its id. */
function toPaymentId({ actionUrl }: CardAction): string {
  return `pay_${encodeURIComponent(actionUrl.slice(actionUrl.lastIndexOf('/') + 1))}`;
}
