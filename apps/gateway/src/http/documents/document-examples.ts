import { keyInvalid } from '../../api-keys/api-key-errors';
import answerExamples from './answer-examples.json';
import { describeFailure } from '../edge/errors/errors';
import type { FailureBody } from '../edge/errors/failure-handlers';

type Content = Record<string, { readonly schema?: object; readonly example?: unknown }>;
type Operation = { readonly responses?: Record<string, { readonly content?: Content }> };

export type DocumentedPaths = Record<string, Record<string, Operation>>;

/** What operations answered when `npm run openapi` was run. */
const answers: Readonly<Record<string, unknown>> = answerExamples;

const requestId = 'req_0VyCLbX8WhF3vB6nM9qW2eR5';

/** Adds an example to every response, each made by the code that answers. */
export function addExamples(paths: DocumentedPaths, failure: FailureBody): void {
  const [refused, failed] = [keyInvalid(), new Error('any bug')].map((error) => {
    const { message, code } = describeFailure(error, requestId);
    return failure({ message, code });
  });
  for (const [path, operations] of Object.entries(paths)) {
    for (const [method, { responses = {} }] of Object.entries(operations)) {
      const name = `${method.toUpperCase()} ${path}`;
      for (const [status, { content = {} }] of Object.entries(responses)) {
        for (const [type, media] of Object.entries(content)) {
          const answer = answers[name] ?? answers[`${name} ${type}`];
          const example = { '4XX': refused, '5XX': failed }[status] ?? answer;
          if (example !== undefined) content[type] = { ...media, example };
        }
      }
    }
  }
}
