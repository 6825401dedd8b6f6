import { anEvent } from './log-messages';
import { anEntry } from './messages';
import type { Operation } from './operation';
import { v1Operations } from './v1-operations';
import { v2Operations } from './v2-operations';
import { wholeApi, type WholeApi } from './whole-api';

const files = [
  ['text/csv', 'csv'],
  ['application/x-ofx', 'ofx'],
] as const;

/** What each operation really answers, by method and path: to the first of its rows, over services of the tests. */
export async function answerExamples(): Promise<Record<string, unknown>> {
  const api = await wholeApi();
  const examples: Record<string, unknown> = {};
  for (const operation of [...v1Operations, ...v2Operations]) {
    const name = operation.call.replace(/\?.*/, '');
    examples[name] ??= await answerOf(api, operation);
  }
  for (const [type, format] of files) {
    api.answering({
      'ledger.getBalance': { availableCents: 1_990, pendingCents: 0, blockedCents: 0 },
      'ledger.listStatement': { entries: [anEntry], page: { hasMore: false, next: undefined, before: undefined } },
    });
    const { text } = await api.get(`/v2/bank-statement/export?format=${format}`);
    examples[`GET /v2/bank-statement/export ${type}`] = text;
  }
  // Whole, it would be longer than the rest of its section.
  examples['POST /v2/payment-pages/preview'] = {
    data: { html: '<!doctype html><html lang="pt-BR">…</html>' },
    success: true,
    error: null,
  };
  // As a stream writes it.
  examples['GET /v2/events/stream text/event-stream'] =
    `id: ${anEvent.id}\nevent: ${anEvent.type}\ndata: ${anEvent.body}\n\n`;
  await api.app.close();
  return examples;
}

async function answerOf(api: WholeApi, { call, body, key, answers }: Operation): Promise<unknown> {
  api.answering(answers);
  const [method, url = ''] = call.split(' ');
  if (method === 'POST') return (await api.post(url, body, key)).json;
  if (method === 'PATCH') return (await api.patch(url)).json;
  return (await (method === 'DELETE' ? api.delete(url) : api.get(url))).json;
}
