/** What changes something at a bank or provider, by its service, room and operation; and the row that kills the process there. */
export const rowOfWrite: Readonly<Record<string, string>> = {
  'billing/asaas/answer_dispute': 'Asaas, card: its dispute is answered',
  'billing/asaas/create_customer': 'Asaas: a customer is made',
  'billing/asaas/create_payment': 'Asaas: a boleto is made',
  'billing/asaas/delete_payment': 'Asaas: a boleto whose time is over is deleted',
  'billing/asaas/pay_by_card': 'Asaas, card: a kept card is charged',
  'billing/asaas/refund': 'Asaas: a refund of a Pix is made',
  'billing/bacen-pix/cancel_authorization': 'Automatic Pix: a recurrence is cancelled',
  'billing/bacen-pix/cancel_charge': 'Failover: a Pix of the account before is cancelled',
  'billing/bacen-pix/cancel_debit': 'Automatic Pix: a debit is cancelled',
  'billing/bacen-pix/create_authorization': 'Automatic Pix: a recurrence is made',
  'billing/bacen-pix/create_charge': 'Pix: a charge is made',
  'billing/bacen-pix/create_debit': 'Automatic Pix: a debit is made',
  'billing/bacen-pix/create_location': 'Automatic Pix: a location is made',
  'billing/bacen-pix/refund': 'Pix: money of another payer is returned',
  'billing/bacen-pix/retry_debit': 'Automatic Pix: a debit is tried again',
  'billing/bacen-pix/set_webhook': 'Pix: the address for callbacks is registered',
  'billing/efi/charges_create': 'Efí: a card charge is made',
  'billing/efi/charges_pay': 'Efí: a card charge is confirmed',
  'billing/efi/charges_refund': 'Efí: a refund of a card is made',
  'billing/inter/cancel_boleto': 'Inter: a boleto is cancelled',
  'billing/inter/create_boleto': 'Inter: a boleto is made',
  'billing/inter/set_boleto_webhook': 'Inter: the address for boletos is registered',
  'billing/stripe/answer_dispute': 'Stripe: a dispute is answered',
  'billing/stripe/cancel_boleto': 'Stripe: a boleto is cancelled',
  'billing/stripe/cancel_payment': 'Stripe: a card payment is cancelled',
  'billing/stripe/confirm_payment': 'Stripe: a card payment is confirmed',
  'billing/stripe/create_boleto': 'Stripe: a boleto is made',
  'billing/stripe/create_customer': 'Stripe: a customer is made',
  'billing/stripe/create_endpoint': 'Stripe: an endpoint for events is made',
  'billing/stripe/create_payment': 'Stripe: a card payment is made',
  'billing/stripe/create_refund': 'Stripe: a refund of a part',
  'billing/stripe/upload_dispute_file': 'Stripe: a file of an answer to a dispute is given to it',
  'billing/stripe/verify_card': 'Stripe: a card is verified (SetupIntent)',
  'payouts/asaas/send_payout': 'Asaas: a payout is sent to a key',
  'payouts/efi/send_payout': 'Efí: a payout is sent to a key',
  'payouts/http-payouts/lookup_key': 'Payouts: the owner of a key is looked up',
  'payouts/http-payouts/send_payout': 'Payouts: a payout is sent',
  'payouts/inter/send_payout': 'Inter: a payout is sent',
  'payouts/inter/set_payout_webhook': 'Inter: the address for payouts is registered',
};

const address = 'an address is looked for before it is made, and set again by whoever connects the account again';
const removal =
  'an address that is left calls a store without the account, which answers NOT_FOUND; a repeat changes nothing';

/** Those without a row, and why. */
export const writesWithoutRow: Readonly<Record<string, string>> = {
  'billing/asaas/create_webhook': address,
  'billing/asaas/remove_webhook': removal,
  'billing/asaas/update_webhook': address,
  'billing/bacen-pix/remove_webhook': removal,
  'billing/bacen-pix/request_authorization': 'no use case calls it yet',
  'billing/efi/charges_cancel':
    'it moves no money; a job looks again, and repeats it while there is something to be paid',
  'billing/efi/charges_note': 'it moves no money; the refund that follows has a row',
  'billing/inter/remove_boleto_webhook': removal,
  'billing/stripe/cancel_verification': 'it moves no money; a job repeats it, and a repeat changes nothing',
  'billing/stripe/delete_endpoint': removal,
  'billing/stripe/update_endpoint': address,
  'payouts/asaas/decode_code': 'reads by POST',
  'payouts/efi/read_code': 'reads by POST',
};
