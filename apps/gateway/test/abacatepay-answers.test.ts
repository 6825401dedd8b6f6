import { startBeforeAll } from '@pitanga/testing';
import { abacatePayAnswers, type FieldType } from './abacatepay-answers';
import { callOf, type Operation } from './operation';
import { v1Operations } from './v1-operations';
import { v2Operations } from './v2-operations';
import { wholeApi } from './whole-api';

const operations = [...v1Operations, ...v2Operations];

type Fields = Readonly<Record<string, unknown>>;

describe('answers to a client that was written for AbacatePay', () => {
  const api = startBeforeAll(wholeApi);

  const ask = async (operation: Operation): Promise<unknown> => {
    api.answering(operation.answers);
    const [method, url = ''] = operation.call.split(' ');
    const key = operation.key ?? 'abacatepay';
    const { json } = await (method === 'POST' ? api.post(url, operation.body, key) : api.get(url, key));
    return (json as { readonly data: unknown }).data;
  };

  it.each(Object.entries(abacatePayAnswers))('%s have every field that it reads, of its type', async (call, fields) => {
    const answers: unknown[] = [];
    for (const operation of operations.filter((row) => callOf(row) === call)) answers.push(await ask(operation));
    const wrong = Object.entries(fields).flatMap(([path, type]) => {
      const problem = problemOf(
        answers.flatMap((answer) => valuesAt(answer, path)),
        type,
      );
      return problem === undefined ? [] : [`${path}: ${problem}`];
    });
    expect(wrong).toEqual([]);
  });
});

/** Of each record of a list, and of each entry of a list in a record. */
function valuesAt(answer: unknown, path: string): readonly unknown[] {
  const names = path.split('.');
  const last = names.pop() ?? '';
  const records = names.reduce(
    (at, name) => at.flatMap((record) => record[name] ?? []) as Fields[],
    [answer].flat() as Fields[],
  );
  return records.map((record) => record[last]);
}

/** @param values undefined where a record has no such field: what a boleto has, a Pix need not */
function problemOf(values: readonly unknown[], type: FieldType): string | undefined {
  const shown = values.filter((value) => value !== undefined);
  if (shown.length === 0) return 'no answer has it';
  const name = type.replace('?', '');
  const wrong = shown.find((value) => !(value === null && type.endsWith('?')) && typeName(value) !== name);
  return wrong === undefined ? undefined : `${typeName(wrong)}, not ${type}`;
}

function typeName(value: unknown): string {
  if (Array.isArray(value)) return 'list';
  return value === null ? 'null' : typeof value;
}
