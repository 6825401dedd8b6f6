/** A section of a document. */
export interface Tag {
  readonly name: string;
  readonly description: string;
}

const shared: readonly Tag[] = [
  { name: 'Customers', description: 'Who pays: one for each tax id.' },
  { name: 'Coupons', description: 'Discounts that payers apply, by a code.' },
];

const ends: readonly Tag[] = [
  { name: 'Store', description: 'The store of the key, with its balance.' },
  { name: 'Revenue', description: 'What a store shows of itself.' },
];

const events: Tag = { name: 'Events', description: 'What is sent to webhooks.' };

export const v1Tags: readonly Tag[] = [
  ...shared,
  { name: 'Billing', description: 'Pages on which customers pay for products.' },
  { name: 'Pix QR codes', description: 'Pix charges that are paid outside of a page.' },
  { name: 'Withdrawals', description: 'Money that goes to an account of the store’s holder.' },
  ...ends,
  events,
];

export const v2Tags: readonly Tag[] = [
  ...shared,
  { name: 'Customer portal', description: 'Pages on which customers see what they paid.' },
  { name: 'Products', description: 'What is sold, once or by cycles.' },
  { name: 'Checkouts', description: 'Pages on which one customer pays once.' },
  { name: 'Payment links', description: 'Pages that take any number of payments.' },
  { name: 'Transparents', description: 'Charges that are paid inside the merchant’s own site: Pix, boleto, card.' },
  { name: 'Charges', description: 'Every charge of the store, whatever created it.' },
  { name: 'Card tokens', description: 'Cards, sent by the payer’s browser with a public key.' },
  { name: 'Refunds', description: 'Money that goes back to payers.' },
  { name: 'Refund requests', description: 'What customers ask back in their portals.' },
  { name: 'Disputes', description: 'Payments that a payer’s bank reclaims, and the answers to them.' },
  { name: 'Subscription checkouts', description: 'Pages on which customers subscribe.' },
  {
    name: 'Subscriptions',
    description: 'Charges that repeat by cycles, with trials, retries, plan changes and usage.',
  },
  { name: 'Payouts', description: 'Money that goes to an account of the store’s holder.' },
  { name: 'Pix', description: 'Money that goes to anybody’s Pix key.' },
  { name: 'Pix without a charge', description: 'Pix on your key that no charge asked for.' },
  { name: 'Sub-accounts', description: 'Who gets parts of payments, with money of their own.' },
  { name: 'Top-ups', description: 'Money that you put in, to pay refunds with.' },
  { name: 'Advances', description: 'Pending card money, made available before its dates.' },
  { name: 'Settlements', description: 'When pending money becomes available.' },
  { name: 'Bank statement', description: 'Every movement of the balance.' },
  ...ends,
  { name: 'Members', description: 'The people of the store and their roles.' },
  { name: 'API keys', description: 'Keys of the store, by a key or a person that may manage them.' },
  { name: 'Audit log', description: 'Who did what, in a log that cannot be changed.' },
  { name: 'Providers', description: 'Accounts of the store at banks and payment providers.' },
  { name: 'Webhooks', description: 'Endpoints that receive events, and the log of deliveries.' },
  { name: 'Event log', description: 'What webhooks say, whether or not one exists, as a list and as a stream.' },
  { name: 'Request log', description: 'What was asked of the API, and how it was answered.' },
  { name: 'Search', description: 'One field that finds a record of any kind.' },
  { name: 'Test clock', description: 'The time of a store’s dev environment.' },
  { name: 'Sandboxes', description: 'Test stores that one can reset and throw away.' },
  events,
];
