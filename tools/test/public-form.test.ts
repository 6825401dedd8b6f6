import { ScalarType, type DescField, type DescMessage } from '@bufbuild/protobuf';
import { eventCatalogue, withoutPersonalData, type EventType } from '@pitanga/contracts';
import { messageName } from '../src/derived/asyncapi';
import { readProtos } from '../src/derived/event-schemas';

const protos = readProtos();

/** What the public form keeps beside ids of Pitanga: codes, dates and names of a list, by message and field. */
const keptCodes = [
  'AgreementCardReplaced.brand',
  'ApiKeyCreated.permissions',
  'BankAccount.bank_code',
  'BankAccount.ispb',
  'BoletoDetails.due_date',
  'CardDetails.brand',
  'Charge.provider_account',
  'ChargeFailure.code',
  'ChargeOverpaid.provider_account',
  'ChargeOverpaid.reason',
  'ChargeOverpaymentReturned.provider_account',
  'ChargeOverpaymentReturned.returned_by',
  'Checkout.due_date',
  'CycleOpened.frequency',
  'DeliveryFinished.event',
  'DeliveryFinished.last_error_class',
  'DeliveryFinished.outcome',
  'JournalEntry.account',
  'JournalPosted.kind',
  'KeyPayment.provider_account',
  'KeyPayment.reason',
  'Payout.pix_key_type',
  'Payout.provider_code',
  'PlanChange.cycle',
  'Product.currency',
  'Refund.pix_key_type',
  'Refund.provider_code',
  'StripeAccountConfigured.methods',
  'Subscription.cancel_policy',
  'Subscription.cancelled_due_to',
  'Subscription.cycle',
  'SubscriptionPaymentFailed.provider_code',
  'WebhookEndpoint.events',
  'WebhookFailing.last_error_class',
];
const types = Object.keys(eventCatalogue) as EventType[];

/** The JSON of a message all of whose texts say which field they are; bytes cannot, and are all zeros. */
function filled(message: DescMessage): Readonly<Record<string, unknown>> {
  return Object.fromEntries(
    message.fields.flatMap((field) => {
      const value = filledValue(field);
      return value === undefined ? [] : [[field.jsonName, field.fieldKind === 'list' ? [value] : value]];
    }),
  );
}

function filledValue(field: DescField): unknown {
  if (field.message) return field.message.typeName.startsWith('google.') ? undefined : filled(field.message);
  if (field.scalar === ScalarType.BYTES) return 'AAAA';
  return field.scalar === ScalarType.STRING ? `§${field.parent.name}.${field.name}§` : undefined;
}

function textsIn(json: unknown): readonly string[] {
  return [...JSON.stringify(json).matchAll(/§([^§]+)§|AAAA/g)].map(([whole, name]) => name ?? whole);
}

const fill = (type: EventType) => {
  const message = protos.getMessage(messageName(type));
  if (!message) throw new Error(`no message of ${type}`);
  return filled(message);
};

describe('the public form of events', () => {
  it('keeps of texts ids of Pitanga and a list of codes, and no other', () => {
    const kept = [...new Set(types.flatMap((type) => textsIn(withoutPersonalData(type, 'key', fill(type)).data)))];
    expect(kept.filter((name) => !/(\.|_)id$/.test(name)).sort()).toEqual(keptCodes);
    const named = kept.filter((name) => /external|account|end_to_end|token/.test(name));
    // The ids of sub-accounts, and which kind of provider an account is at.
    const others = named.filter((name) => !/\.(sub_account_id|provider_account)$/.test(name));
    expect(others).toEqual(['JournalEntry.account']);
  });

  it('is of messages that have far more', () => {
    const all = new Set(types.flatMap((type) => textsIn(fill(type))));
    const personal = ['CustomerSnapshot.email', 'PayerSnapshot.name', 'Charge.metadata_json', 'Payout.external_id'];
    for (const name of [...personal, 'AAAA']) expect(all.has(name)).toBe(true);
  });

  it('keeps amounts, times, statuses and ids as they were', () => {
    const charge = {
      id: 'pix_char_1',
      amountCents: 9_900,
      status: 'CHARGE_STATUS_PAID',
      paidAt: '2026-11-21T13:30:00.000Z',
    };
    const event = { tenant: { storeId: 'store_1', devMode: true }, charge: { ...charge, description: 'para Ana' } };
    expect(withoutPersonalData('charge.paid', 'pix_char_1', event)).toEqual({
      key: 'pix_char_1',
      data: { tenant: { storeId: 'store_1', devMode: true }, charge },
    });
  });

  it('leaves out what this build does not know, and a key that stands for a person', () => {
    const event = { tenant: { storeId: 'store_1' }, payerRef: 'payer_1', nickname: 'Aninha' };
    expect(withoutPersonalData('payer.erased', 'payer_1', event)).toEqual({
      key: '',
      data: { tenant: { storeId: 'store_1' } },
    });
  });

  it('is refused to an event with a value of an enum that this build does not know', () => {
    const event = { tenant: { storeId: 'store_1' }, charge: { status: 'CHARGE_STATUS_INVENTED' } };
    expect(() => withoutPersonalData('charge.paid', 'key', event)).toThrow('CHARGE_STATUS_INVENTED');
  });
});
