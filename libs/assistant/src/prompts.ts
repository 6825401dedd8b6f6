/** A common task, as an assistant offers it to its person. */
interface TaskPrompt {
  readonly listed: {
    readonly name: string;
    readonly title: string;
    readonly description: string;
    readonly arguments?: { readonly name: string; readonly description: string; readonly required: true }[];
  };
  readonly text: (given: Readonly<Record<string, string>>) => string;
}

const needed = (name: string, description: string) => [{ name, description, required: true as const }];

const prompts: readonly TaskPrompt[] = [
  {
    listed: {
      name: 'integrate',
      title: 'Connect a shop',
      description: 'Writes the code that takes a payment and hears of it.',
      arguments: needed('language', 'The programming language of the shop.'),
    },
    text: ({ language = '' }) =>
      `Connect my shop, which is written in ${language}, to Pitanga. Read /docs/en/quickstart/ and /docs/en/guides/webhooks/ with ` +
      'docs_read first. Then write the code that creates a charge by Pix for an order, with the id of the order as externalId, ' +
      'verifies the webhook of its payment, and marks the order as paid once. Use test mode, and show how I pay the charge there.',
  },
  {
    listed: {
      name: 'explain_error',
      title: 'Explain an error',
      description: 'Says why the API refused a call, and what to change.',
      arguments: needed('code', 'The code of the error, such as CHARGE_NOT_FOUND.'),
    },
    text: ({ code = '' }) =>
      `The API answered the error ${code}. Look it up with docs_search and in /docs/en/errors/, look at my last refused requests ` +
      'with request_log_list if you may, and tell me the cause and what to change. Change nothing yourself.',
  },
  {
    listed: {
      name: 'review_day',
      title: 'Review a day',
      description: 'Sums up what was sold, refunded and disputed on a day.',
      arguments: needed('day', 'As YYYY-MM-DD, in the time of Brazil.'),
    },
    text: ({ day = '' }) =>
      `Sum up ${day} of my store: what was paid by each method, what failed and why, refunds, disputes and payouts. Use ` +
      'charges_list, refunds_list, disputes_list and payouts_list with startDate and endDate, page to the end, and give the ' +
      'totals in reais. Amounts of the API are in centavos.',
  },
  {
    listed: {
      name: 'go_live',
      title: 'Prepare for production',
      description: 'Finds what is missing before the store takes real money.',
    },
    text: () =>
      'Find out what is missing before my store takes real money. Read /docs/en/going-live/ with docs_read, ask ' +
      'store_readiness, webhooks_list and providers_list, and give me a list of what to do, the most urgent first. Change ' +
      'nothing yourself.',
  },
];

export const taskPrompts: ReadonlyMap<string, TaskPrompt> = new Map(prompts.map((one) => [one.listed.name, one]));
