import { createLog, type Log } from '@pitanga/runtime';
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

/**
 * What each operation really answers, by method and path: to the first of its rows, over services of the tests.
 *
 * @throws when one is no success, such as where a row lacks a new field of a message; the log then says what went wrong
 */
export async function answerExamples(
  operations: readonly Operation[] = [...v1Operations, ...v2Operations],
  log: Log = createLog({ service: 'examples', level: 'error' }),
): Promise<Record<string, unknown>> {
  const api = await wholeApi({ log });
  const examples: Record<string, unknown> = {};
  for (const operation of operations) {
    const name = operation.call.replace(/\?.*/, '');
    examples[name] ??= successful(operation.call, await answerOf(api, operation)).json;
  }
  for (const [type, format] of files) {
    api.answering({
      'ledger.getBalance': { availableCents: 1_990, pendingCents: 0, blockedCents: 0, topUpCents: 0 },
      'ledger.listStatement': { entries: [anEntry], page: { hasMore: false, next: undefined, before: undefined } },
    });
    const call = `/v2/bank-statement/export?format=${format}`;
    examples[`GET /v2/bank-statement/export ${type}`] = successful(call, await api.get(call)).text;
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

type Answer = Awaited<ReturnType<WholeApi['get']>>;

/** As a new store reads it. */
function answerOf(api: WholeApi, { call, body, key = 'abacatepay', answers }: Operation): Promise<Answer> {
  api.answering(answers);
  const [method, url = ''] = call.split(' ');
  if (method === 'POST') return api.post(url, body, key);
  if (method === 'PATCH') return api.patch(url);
  return method === 'DELETE' ? api.delete(url) : api.get(url, key);
}

/** Every operation documents 200 as its only success. */
function successful(call: string, answer: Answer): Answer {
  if (answer.statusCode === 200) return answer;
  throw new Error(`${call} has no example: it answered ${String(answer.statusCode)} ${answer.text}`);
}
